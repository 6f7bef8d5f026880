/**
 * The requests of this page about one table: whether one is under way, and the notice that the player reads when one
 * is refused or the connection breaks.
 */
import { LostError, RefusedError, type Connection } from '../protocol/connection.svelte';
import type { Said } from '../protocol/wire';

/** A sentence for the player, with the number of the rule behind it (or ''); it stands until they do something else. */
export interface Notice {
  reason: Said;
  rule: string;
  /** What the lesson that is played adds. */
  lesson?: Said | null;
}

/** What is said of a broken connection: what was chosen is kept; it is, and nothing more can be now; nothing was chosen. */
const LOST_KEPT = 'web.lost_kept';
const LOST_WAIT = 'web.lost_wait';
const LOST = 'web.lost';

/** Whether the server only could not answer now: the same may be asked again. */
export function isPassing(error: unknown): error is RefusedError {
  return error instanceof RefusedError && ['unavailable', 'too_fast'].includes(error.refused.code);
}

export class Requests {
  #busy = $state(false);
  #notice = $state.raw<Notice | null>(null);

  constructor(
    private readonly connection: Connection,
    readonly table: string,
    /** Whether the player has chosen something that a broken connection must not take away. */
    private readonly hasChoice: () => boolean,
  ) {}

  /** A request that the player waits for is on its way. */
  get busy(): boolean {
    return this.#busy;
  }
  get notice(): Notice | null {
    return this.#notice;
  }
  get isConnected(): boolean {
    return this.connection.status === 'open';
  }

  /** Ask the server; rejects with RefusedError or LostError. */
  readonly ask: Connection['ask'] = (request, answer) => this.connection.ask(request, answer);

  /** Show a notice, or (null) none. */
  notify(notice: Notice | null): void {
    this.#notice = notice;
  }

  /** Show a sentence of the page's own. */
  say(key: string, args: Said['args'] = {}): void {
    this.notify({ reason: { key, args }, rule: '' });
  }

  /** Take a sentence of the page's own away, if it still stands there. */
  unsay(...keys: string[]): void {
    if (keys.includes(this.#notice?.reason.key ?? '')) this.#notice = null;
  }

  /** Nothing more can be chosen until the connection is back. */
  sayWait(): void {
    this.say(LOST_WAIT);
  }

  /** The connection is back: what was said of its loss is over. */
  forgetLoss(): void {
    this.unsay(LOST_KEPT, LOST_WAIT, LOST);
  }

  /** Do something that needs the server's answer; a failure becomes a notice. Returns whether it was done. */
  async attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.#busy = true;
    try {
      await work();
      return true;
    } catch (error) {
      this.report(error);
      return false;
    } finally {
      this.#busy = false;
    }
  }

  /** Tell the player that the server refused or could not be reached; other errors are ours and thrown on. */
  report(error: unknown): void {
    if (error instanceof RefusedError)
      this.notify({ reason: error.refused.why, rule: error.refused.rule, lesson: error.refused.lesson });
    else if (error instanceof LostError) this.say(this.hasChoice() ? LOST_KEPT : LOST);
    else throw error;
  }
}
