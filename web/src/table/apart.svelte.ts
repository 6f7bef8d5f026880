import { untrack } from 'svelte';

/**
 * The same props, each by itself: whoever reads one of them is told when that one changes, not when any does.
 * Which props there are must not change.
 */
export function apart<P extends object>(props: () => P): P {
  const parts = {} as P;
  for (const key of Object.keys(untrack(props)) as (keyof P)[]) {
    const part = $derived(props()[key]);
    Object.defineProperty(parts, key, { enumerable: true, get: () => part });
  }
  return parts;
}
