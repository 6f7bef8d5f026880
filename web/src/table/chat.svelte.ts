/** What is said at one table, and the seats that are muted. */
import type { ChatLine, Sync } from '../protocol/wire';
import type { Requests } from './requests.svelte';

export class Chat {
  #lines = $state.raw<readonly ChatLine[]>([]);
  #muted = $state.raw<readonly (number | null)[]>([]);
  /** What is being said, until the server has heard it. */
  private unheard: { text: string; key: string } | null = null;

  constructor(
    private readonly requests: Requests,
    private readonly viewer: () => number | null,
  ) {}

  get lines(): readonly ChatLine[] {
    return this.#lines;
  }
  /** The seats (null: spectators) that the viewer hears no more. */
  get muted(): readonly (number | null)[] {
    return this.#muted;
  }

  sync({ whole, chat, muted }: Sync): void {
    this.#lines = whole ? chat : [...this.#lines, ...chat];
    this.#muted = muted;
  }

  add(line: ChatLine): void {
    this.#lines = [...this.#lines, line];
  }

  /** Say something. Until the server has heard it, the same text goes under the same key: it is said only once. */
  async say(text: string): Promise<boolean> {
    if (this.unheard?.text !== text) this.unheard = { text, key: crypto.getRandomValues(new Uint32Array(3)).join('-') };
    const { key } = this.unheard;
    const { table } = this.requests;
    const done = await this.requests.attempt(() =>
      this.requests.ask({ type: 'chat', table, seat: this.viewer(), text, key }, 'done'),
    );
    if (done) this.unheard = null;
    return done;
  }

  async mute(who: number | null, on: boolean): Promise<void> {
    const seat = this.viewer();
    if (seat === null) return;
    const { table } = this.requests;
    const done = await this.requests.attempt(() => this.requests.ask({ type: 'mute', table, seat, who, on }, 'done'));
    if (done) this.#muted = on ? [...this.#muted, who] : this.#muted.filter((other) => other !== who);
  }
}
