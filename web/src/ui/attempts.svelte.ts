/** What a form or a page asks of the REST interface: whether it is under way, and why the server said no. */
import { ApiError } from '../protocol/api';
import { catalogue } from '../words/catalogue.svelte';
import type { Words } from '../words/words';

export class Attempts {
  #busy = $state(false);
  #problem = $state('');

  constructor(private readonly words: () => Words = () => catalogue.words) {}

  get busy(): boolean {
    return this.#busy;
  }
  /** The sentence to show; '' for none. */
  get problem(): string {
    return this.#problem;
  }

  /** Show a problem that was found here, or ('') none. */
  say(problem: string): void {
    this.#problem = problem;
  }

  /** Do something; a refusal becomes the problem, any other error is ours and thrown on. Returns whether it was done. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    this.#problem = '';
    this.#busy = true;
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#problem = this.words().say(error.why);
      return false;
    } finally {
      this.#busy = false;
    }
  }
}
