/** Looking back: a moment of the past that is shown while the game goes on. */
import type { Observation } from '../games/types';
import type { Requests } from './requests.svelte';
import type { Screen } from './screen.svelte';

/** How the table looked after the first `at` entries of the log. */
export interface Moment {
  at: number;
  observation: Observation;
}

export class Past {
  #moment = $state.raw<Moment | null>(null);

  constructor(
    private readonly requests: Requests,
    private readonly screen: Screen,
  ) {}

  /** What is looked at; null for the present. */
  get moment(): Moment | null {
    return this.#moment;
  }

  /** Look at the table as it was after a number of entries of the log; the newest is the present. */
  async look(at: number): Promise<void> {
    const { shown, viewer } = this.screen;
    if (shown && at >= shown.log.length) return this.leave();
    await this.requests.attempt(async () => {
      const { table } = this.requests;
      const { observation } = await this.requests.ask({ type: 'look', table, viewer, at }, 'looked');
      this.#moment = { at, observation };
    });
  }

  /** Back to the present. */
  leave(): void {
    this.#moment = null;
  }
}
