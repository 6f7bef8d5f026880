/** The REST part of the protocol, typed. A failure becomes ApiError with a sentence for the player. */
import type {
  Actions,
  ChangeSeat,
  Credentials,
  Frames,
  HeldSeats,
  Hidden,
  Join,
  Me,
  MyRecords,
  MySeats,
  NewTable,
  Notices,
  Problem,
  Records,
  ReplayData,
  RuleText,
  Said,
  Seated,
  Stored,
  TableInfo,
  Tables,
  Titles,
  Verdict,
} from './wire';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: Problem['code'] | 'unreachable',
    readonly why: Said,
  ) {
    super(code);
  }
}

const UNREACHABLE: Said = { key: 'web.unreachable', args: {} };

async function call<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  const isText = typeof body === 'string';
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = isText ? 'text/plain' : 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, 'unreachable', UNREACHABLE);
  }
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new ApiError(answer.status, problem?.code ?? 'unreachable', problem?.why ?? UNREACHABLE);
}

/** Keys of requests whose answer has not come yet, by what they ask for. */
const unanswered = new Map<string, string>();
const RETRY_MS = 1000;

/**
 * Ask for something that must not be given twice. While no answer comes it is sent with the same key, now and
 * when the player tries again, and the server gives the same once more.
 */
async function callOnce<T>(path: string, body: unknown): Promise<T> {
  const wish = `${path} ${JSON.stringify(body)}`;
  const key = unanswered.get(wish) ?? newKey();
  unanswered.set(wish, key);
  try {
    const answer = await call<T>('POST', path, body, key).catch(async (error: unknown) => {
      if (!isUnanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return call<T>('POST', path, body, key);
    });
    unanswered.delete(wish);
    return answer;
  } catch (error) {
    if (!isUnanswered(error)) unanswered.delete(wish);
    throw error;
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'unreachable' || error.code === 'unavailable');
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const id = encodeURIComponent;
const kept = new Map<string, Promise<unknown>>();

/** Ask once a page; a failure is asked again. */
function once<T>(path: string): Promise<T> {
  const before = kept.get(path);
  if (before) return before as Promise<T>;
  const asked = call<T>('GET', path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

function eyes(viewer: number | null): string {
  return viewer === null ? '' : `&viewer=${viewer}`;
}

export const api = {
  titles: () => once<Titles>('titles'),
  actions: (title: string) => once<Actions>(`titles/${id(title)}/actions`),
  tableActions: (table: string) => once<Actions>(`tables/${id(table)}/actions`),
  tableComponents: (table: string) => once<Record<string, unknown>>(`tables/${id(table)}/components`),
  rules: (title: string, language: string) => once<RuleText[]>(`titles/${id(title)}/rules/${language}`),
  words: (language: string) => once<Record<string, string>>(`words/${language}`),
  tables: (state: TableInfo['state']) => call<Tables>('GET', `tables?state=${state}`),
  table: (table: string) => call<TableInfo>('GET', `tables/${id(table)}`),
  create: (wish: NewTable) => callOnce<Seated>('tables', wish),
  join: (table: string, wish: Join) => callOnce<Seated>(`tables/${id(table)}/join`, wish),
  leave: (table: string, token: string | null) => call<TableInfo>('POST', `tables/${id(table)}/leave`, { token }),
  resign: (table: string, token: string | null) => call<TableInfo>('POST', `tables/${id(table)}/resign`, { token }),
  abandon: (table: string, token: string | null, yes: boolean) =>
    call<TableInfo>('POST', `tables/${id(table)}/abandon`, { token, yes }),
  start: (table: string, token: string | null) => call<TableInfo>('POST', `tables/${id(table)}/start`, { token }),
  changeSeat: (table: string, seat: number, wish: ChangeSeat) =>
    call<TableInfo>('POST', `tables/${id(table)}/seats/${seat}`, wish),
  rematch: (table: string, token: string | null) => call<Seated>('POST', `tables/${id(table)}/rematch`, { token }),
  records: () => call<Records>('GET', 'records'),
  importRecord: (text: string) => callOnce<Stored>('records', text),
  replay: (record: string, viewer: number | null) =>
    call<ReplayData>('GET', `records/${id(record)}/replay?${eyes(viewer).slice(1)}`),
  frames: (record: string, start: number, stop: number, viewer: number | null) =>
    call<Frames>('GET', `records/${id(record)}/frames?start=${start}&stop=${stop}${eyes(viewer)}`),
  verify: (record: string) => call<Verdict>('GET', `records/${id(record)}/verify`),
  me: () => call<Me>('GET', 'me'),
  register: (who: Credentials) => call<Me>('POST', 'accounts', who),
  logIn: (who: Credentials) => call<Me>('POST', 'session', who),
  logOut: () => call<Me>('DELETE', 'session'),
  changeNotices: (wish: Notices) => call<Me>('PUT', 'me/notices', wish),
  mySeats: () => call<MySeats>('GET', 'me/seats'),
  bringSeats: (held: HeldSeats) => call<MySeats>('POST', 'me/seats', held),
  hide: (table: string, hidden: boolean) => call<Hidden>('POST', 'me/hidden', { table, hidden }),
  myRecords: () => call<MyRecords>('GET', 'me/records'),
  recordFile: (record: string) => `/api/records/${id(record)}`,
};
