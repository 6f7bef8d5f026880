/** The clocks of a table: the seconds each seat has left, and when (by this browser's clock) the server said so. */
export interface ClockReading {
  left: readonly number[];
  at: number;
}

export class Clocks {
  #reading = $state.raw<ClockReading | null>(null);

  /** Null where nobody's time is limited. */
  get reading(): ClockReading | null {
    return this.#reading;
  }

  /** The server says how much time is left; null says nothing about it. */
  set(left: readonly number[] | null): void {
    if (left) this.#reading = { left, at: Date.now() };
  }
}
