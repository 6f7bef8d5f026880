/** The characters that every player sends out. */
export const CHARACTERS = ['master', 'chaplain', 'nun', 'pilgrim', 'keeper'] as const;
export type Character = (typeof CHARACTERS)[number];
/** What each character weighs, for the label on its token; the engine alone decides the winner. */
export const INFLUENCE: Record<Character, number> = { master: 4, chaplain: 3, nun: 2, pilgrim: 1, keeper: 0 };
