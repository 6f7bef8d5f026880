/**
 * Lights what a lesson points at, wherever a board has drawn it: everything with this `data-target` gets an attribute
 * that `taught.css` shows, also what a board draws anew; the first of it is brought into sight.
 */
import type { Target } from '../games/types';

const MARK = 'data-taught';

function found(targets: ReadonlySet<Target>): Element[] {
  return [...document.querySelectorAll('[data-target]')].filter((element) =>
    targets.has(element.getAttribute('data-target') ?? ''),
  );
}

function isInSight(element: Element): boolean {
  const { top, bottom, width, height } = element.getBoundingClientRect();
  return (width === 0 && height === 0) || (top >= 0 && bottom <= innerHeight);
}

/** Light these targets; gives back how to put the light out. */
export function taught(targets: ReadonlySet<Target>): () => void {
  if (targets.size === 0) return () => undefined;
  let hasScrolled = false;
  let frame = 0;
  const light = (): void => {
    frame = 0;
    const elements = found(targets);
    for (const element of document.querySelectorAll(`[${MARK}]`))
      if (!elements.includes(element)) element.removeAttribute(MARK);
    for (const element of elements) element.setAttribute(MARK, '');
    const [first] = elements;
    if (!first || hasScrolled) return;
    hasScrolled = true;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isInSight(first)) first.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
  };
  const soon = (): void => {
    frame ||= requestAnimationFrame(light);
  };
  const watch = new MutationObserver(soon);
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-target'] });
  soon();
  return () => {
    watch.disconnect();
    cancelAnimationFrame(frame);
    for (const element of document.querySelectorAll(`[${MARK}]`)) element.removeAttribute(MARK);
  };
}
