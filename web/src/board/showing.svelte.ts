interface Showing {
  now: boolean;
  holds: boolean;
  /** The points that have been shown so far, by seat. */
  told: Readonly<Record<number, number>>;
}

/** Whether a scoring or a resolution is being played over the board, and whether the game waits for it. */
export const showing = $state<Showing>({ now: false, holds: false, told: {} });
