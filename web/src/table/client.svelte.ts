/**
 * One table as this browser knows it: subscribes to it, hears what the server says, and hands that to its parts:
 * the screen, the player's draft, the chat, the past that is looked at, and the clocks.
 */
import type { Observation } from '../games/types';
import { RefusedError, type Connection } from '../protocol/connection.svelte';
import type { FromServer, Said, Sync, TableInfo } from '../protocol/wire';
import type { SeatToken } from '../protocol/rest';
import { session } from '../session.svelte';
import { loadAssets, NO_ASSETS, type Assets } from './assets';
import { Chat } from './chat.svelte';
import { Clocks } from './clocks.svelte';
import { Draft } from './draft.svelte';
import { Past } from './past.svelte';
import { isPassing, Requests } from './requests.svelte';
import { reuseUnchanged, Screen, type Cause } from './screen.svelte';

/** Milliseconds after which a server that could not answer is asked again. */
const ASK_AGAIN = 2000;

export class TableClient {
  readonly requests: Requests;
  readonly screen: Screen;
  readonly draft: Draft;
  readonly chat: Chat;
  readonly past: Past;
  readonly clocks = new Clocks();

  #info = $state.raw<TableInfo | null>(null);
  #problem = $state.raw<Said | null>(null);
  #assets = $state.raw<Assets | null>(null);
  private isLoading = false;
  private readonly stops: (() => void)[] = [];
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    connection: Connection,
    readonly id: string,
    private readonly tokens: readonly SeatToken[],
    private readonly load: typeof loadAssets = loadAssets,
  ) {
    this.requests = new Requests(connection, id, () => this.draft.isBegun);
    this.screen = new Screen(
      tokens.map((token) => token.seat),
      (cause) => this.onScreen(cause),
    );
    this.chat = new Chat(this.requests, () => this.screen.viewer);
    this.past = new Past(this.requests, this.screen);
    this.draft = new Draft(this.requests, this.screen, this);
    this.stops.push(connection.listen((message) => this.hear(message)));
    this.stops.push(connection.whenOpen(() => void this.subscribe()));
  }

  /** Go away from the table; the seats stay ours. */
  leave(): void {
    this.screen.close();
    clearTimeout(this.retry);
    for (const stop of this.stops) stop();
    void this.requests.ask({ type: 'unsubscribe', table: this.id }, 'done').catch(() => undefined);
  }

  /** What the table is; null until the server has said so. */
  get info(): TableInfo | null {
    return this.#info;
  }
  /** Why there is no table to show. */
  get problem(): Said | null {
    return this.#problem;
  }
  get assets(): Assets {
    return this.#assets ?? NO_ASSETS;
  }
  /** The board is here, or it is known that the title has none. */
  get isLoaded(): boolean {
    return this.#assets !== null;
  }
  get isPlaying(): boolean {
    return this.#info?.state === 'playing';
  }
  /** A lesson is played here: every choice is played, and answered, at once. */
  get isLesson(): boolean {
    return this.#info?.lesson != null;
  }
  get isLookingBack(): boolean {
    return this.past.moment !== null;
  }
  /** What is shown: the past that is looked at, else what the draft leads to, else the present. */
  readonly observation = $derived.by<Observation | null>(() => this.past.moment?.observation ?? this.draft.observation);

  // -- other requests of a player

  /** Consent, or not, to what another seat asks for. */
  async answer(seat: number, number: number, yes: boolean): Promise<void> {
    const request = { type: 'answer', table: this.id, seat, number, yes } as const;
    await this.requests.attempt(() => this.requests.ask(request, 'done'));
  }

  /** Take a seat of ours back from the bot that plays for it. */
  async takeSeatBack(seat: number): Promise<void> {
    await this.requests.attempt(() => this.requests.ask({ type: 'return', table: this.id, seat }, 'done'));
  }

  // -- hearing the server

  private async subscribe(): Promise<void> {
    clearTimeout(this.retry);
    const tokens = this.tokens.map((token) => token.token);
    const since = this.screen.cursors();
    try {
      await this.requests.ask({ type: 'subscribe', table: this.id, tokens, since }, 'sync');
      this.#problem = null;
      this.requests.forgetLoss();
    } catch (error) {
      if (error instanceof RefusedError) this.#problem = error.refused.why;
      if (isPassing(error)) this.retry = setTimeout(() => void this.subscribe(), ASK_AGAIN);
    }
  }

  private hear(message: FromServer): void {
    if (message.type === 'sync' && message.table.id === this.id) this.sync(message);
    else if (message.type === 'table' && message.table.id === this.id) this.update(message.table);
    else if (message.type === 'step' && message.table === this.id) {
      this.clocks.set(message.clocks);
      this.screen.step(message);
    } else if (message.type === 'chatted' && message.table === this.id) {
      this.screen.heard(message.viewer, message.cursor);
      if (this.screen.isFirst(message.viewer)) this.chat.add(message.line);
    }
  }

  private sync(message: Sync): void {
    this.update(message.table);
    this.screen.sync(message);
    if (this.screen.isFirst(message.viewer)) this.chat.sync(message);
  }

  private update(info: TableInfo): void {
    session.settle(this.id, info.drawn);
    this.#info = reuseUnchanged(this.#info, info);
    this.clocks.set(info.clocks);
    if (!this.isLoading) void this.loadAssets(info);
  }

  /** Fetch the board and the words of the title, once. */
  private async loadAssets(info: TableInfo): Promise<void> {
    this.isLoading = true;
    this.#assets = await this.load(this.id, info);
  }

  private onScreen(cause: Cause): void {
    if (cause === 'viewer') this.past.leave();
    this.draft.onScreen(cause);
  }
}
