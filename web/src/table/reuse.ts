/** What stays the same between two messages stays the same object, so that only what changed is drawn anew. */

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The next value with every part that equals that of the value before replaced by it; `next` must be ours to change. */
export function reuseUnchanged<T>(before: unknown, next: T): T {
  if (before === next || !isObject(before) || !isObject(next) || Array.isArray(before) !== Array.isArray(next))
    return next;
  const keys = Object.keys(next);
  let isSame = Object.keys(before).length === keys.length;
  for (const key of keys) {
    const part = reuseUnchanged(before[key], next[key]);
    (next as Record<string, unknown>)[key] = part;
    isSame = isSame && part === before[key] && key in before;
  }
  return isSame ? (before as T) : next;
}

/** Reuses what it gave last: for what is computed anew often and changes seldom. */
export function reuser<T>(): (next: T) => T {
  let last: T | undefined;
  return (next) => (last = reuseUnchanged(last, next));
}
