/** Laying the changes of a step over an observation. What does not change stays the same object. */
import type { Change } from './wire';

type Parts = Record<string | number, unknown>;

/** The observation after these changes; the one before stays as it is. */
export function changed(before: Record<string, unknown>, changes: readonly Change[]): Record<string, unknown> {
  const own = new Set<unknown>(); // copied already: ours to change
  const copy = (part: unknown): Parts => {
    if (own.has(part)) return part as Parts;
    const copied = (Array.isArray(part) ? [...(part as unknown[])] : { ...(part as Parts) }) as Parts;
    own.add(copied);
    return copied;
  };
  const after = copy(before);
  for (const change of changes) {
    const path = change[0].slice(0, -1);
    const last = change[0].at(-1) ?? '';
    let part = after;
    for (const name of path) part = part[name] = copy(part[name]);
    if (change.length === 2) {
      part[last] = change[1];
      continue;
    }
    const list = copy(part[last]);
    (list as unknown as unknown[]).splice(change[1], change[2], ...change[3]);
    part[last] = list;
  }
  return after;
}
