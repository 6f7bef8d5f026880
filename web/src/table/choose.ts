/** Choosing by narrowing: targets are added one by one until one legal action is left. Pure functions. */
import type { Choice, Target } from '../games/types';

/** Whether an action is about all these targets; a target chosen twice must be named twice. */
export function isAbout(choice: Choice, chosen: readonly Target[]): boolean {
  const rest = [...choice.targets];
  for (const target of chosen) {
    const at = rest.indexOf(target);
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}

/** The actions that are left after these choices. */
export function left(legal: readonly Choice[], chosen: readonly Target[]): Choice[] {
  return legal.filter((choice) => isAbout(choice, chosen));
}

/** The targets that can be chosen next: every one leaves at least one action. */
export function openTargets(remaining: readonly Choice[], chosen: readonly Target[]): Set<Target> {
  const open = new Set<Target>();
  for (const choice of remaining) {
    const rest = [...choice.targets];
    for (const target of chosen) rest.splice(rest.indexOf(target), 1);
    for (const target of rest) open.add(target);
  }
  return open;
}

/** What a click on a target leads to. */
export type Step =
  { kind: 'narrowed'; chosen: Target[] } | { kind: 'ready'; chosen: Target[]; choice: Choice } | { kind: 'refused' };

/**
 * Add a target. With one action left it is ready; a target outside the current choice starts a new choice when
 * it can (a player who changes their mind just clicks elsewhere); else it is refused.
 */
export function choose(legal: readonly Choice[], chosen: readonly Target[], target: Target): Step {
  for (const attempt of [[...chosen, target], [target]]) {
    const remaining = left(legal, attempt);
    const only = remaining[0];
    if (only === undefined) continue;
    if (remaining.length === 1) return { kind: 'ready', chosen: attempt, choice: only };
    return { kind: 'narrowed', chosen: attempt };
  }
  return { kind: 'refused' };
}

/** The legal action a player wrote in notation: exact, or the only one that begins so. */
export function written(legal: readonly Choice[], text: string): Choice | null {
  const wanted = text.trim().toLowerCase().split(/\s+/).join(' ');
  if (wanted === '') return null;
  const exact = legal.find((choice) => choice.text === wanted);
  if (exact) return exact;
  const matching = legal.filter((choice) => choice.text.startsWith(wanted));
  return matching.length === 1 ? (matching[0] ?? null) : null;
}

/** The words of an action text as targets, for titles without a board: `send nun to acre` → its words. */
export function wordTargets(text: string): Target[] {
  return text.split(' ');
}

/** Legal actions by their first word, in the order in which they come: how the text view lists them. */
export function byVerb(legal: readonly Choice[]): Map<string, Choice[]> {
  const groups = new Map<string, Choice[]>();
  for (const choice of legal) {
    const verb = choice.text.split(' ', 1)[0] ?? '';
    const group = groups.get(verb);
    if (group) group.push(choice);
    else groups.set(verb, [choice]);
  }
  return groups;
}
