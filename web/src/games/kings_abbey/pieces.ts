/** The names of what lies on the table of L'Abbaye du Roi, in the order of the rules. */
export const GOODS = ['coin', 'wood', 'grain', 'stone', 'sand', 'tool', 'wagon'] as const;
export type Good = (typeof GOODS)[number];
export const RESOURCES = ['wood', 'grain', 'stone', 'sand'] as const;
export type Resource = (typeof RESOURCES)[number];
export const TOWERS = ['bell_tower', 'battlement', 'gate_tower', 'chapel'] as const;
export const LEVELS = ['postulant', 'deacon', 'priest', 'bishop', 'cardinal'] as const;
export const AREAS = ['preaching', 'clergy', 'defence'] as const;
/** The twelve phases of a round, between the set-up and the end. */
export const PHASES = [
  'roll',
  'event',
  'abbey',
  'market',
  'resources',
  'peasants',
  'building',
  'feeding',
  'darkness',
  'income',
  'rewards',
  'end_of_round',
] as const;
export type Phase = (typeof PHASES)[number];
/** The phases in which all players that have something to do act at once. */
export const TOGETHER = ['peasants', 'feeding', 'darkness', 'income', 'end_of_round'];

/** A seat, Elias, or nobody. */
export type Who = number | 'elias' | null;
