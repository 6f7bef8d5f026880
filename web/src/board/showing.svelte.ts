/** Whether a scoring or a resolution is being played over the board, and whether the game waits for it. */
export const showing = $state({ now: false, holds: false });
