/** Where the page is: the address is the only truth, so links, back and reload work everywhere. */

export type Route =
  | { page: 'home' }
  | { page: 'new'; title: string | null; record: string | null; at: number | null; seat: number | null }
  | { page: 'table'; table: string }
  | { page: 'replay'; record: string; at: number | null; viewer: number | null }
  | { page: 'account' }
  | { page: 'rules'; title: string; rule: string | null }
  | { page: 'learn'; title: string | null }
  | { page: 'unknown' };

/** The route of an address. */
export function parse(path: string, search: string): Route {
  const parts = path.split('/').filter((part) => part !== '');
  const query = new URLSearchParams(search);
  const [first, second] = parts;
  if (first === undefined) return { page: 'home' };
  if (first === 'new')
    return {
      page: 'new',
      title: query.get('title'),
      record: query.get('record'),
      at: whole(query.get('at')),
      seat: whole(query.get('seat')),
    };
  if (first === 't' && second) return { page: 'table', table: second };
  if (first === 'r' && second)
    return { page: 'replay', record: second, at: whole(query.get('n')), viewer: whole(query.get('seat')) };
  if (first === 'account') return { page: 'account' };
  if (first === 'rules' && second) return { page: 'rules', title: second, rule: query.get('rule') };
  if (first === 'learn') return { page: 'learn', title: second ?? null };
  return { page: 'unknown' };
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

class Place {
  route = $state<Route>({ page: 'home' });

  begin(): void {
    this.read();
    window.addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  go(to: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    this.read();
    if (!replace) window.scrollTo(0, 0);
  }

  private read(): void {
    this.route = parse(location.pathname, location.search);
  }

  /** Links within the page change the route instead of loading again. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (/^\/(api|docs)(\/|$)/.test(link.pathname) || (link.hash !== '' && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const place = new Place();
