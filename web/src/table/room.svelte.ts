/**
 * One table as this browser knows it: what the server told each of our viewers, what is on the screen now, and the
 * choice and draft of the player. It holds no rules: legality, previews and refusals are the engine's.
 */
import type { Choice, Message, Observation, Target } from '../games/types';
import type { Connection } from '../protocol/connection.svelte';
import { LostError, RefusedError } from '../protocol/connection.svelte';
import type {
  Caution,
  ChatLine,
  Chatted,
  FromServer,
  Previewed,
  Refusal,
  Said,
  SeatToken,
  Step,
  Sync,
  TableInfo,
  View,
} from '../protocol/wire';
import { session } from '../session.svelte';
import { choose, left, openTargets, wordTargets } from './choose';
import { NO_KIT } from './kit';
import { share } from './share';
import { Screen, type Cause, type Shown } from './screen.svelte';

/** A refusal as the table shows it until the player does something else. */
export interface Told {
  reason: Said;
  rule: string;
}

const LATEST = 1500;
/** So many actions long the table says how to choose. */
const LESSONS = 6;
const WATCHING = 'web.still_watching';
/** What is said of a broken line: what was chosen is kept; it is, and nothing more can be now; nothing was chosen. */
const [LOST_KEPT, LOST_WAIT, LOST] = ['web.lost_kept', 'web.lost_wait', 'web.lost'];
/** Milliseconds after which a server that could not answer is asked again. */
const ASK_AGAIN = 2000;

/** Whether the server only could not answer now: the same may be asked again. */
function isPassing(error: unknown): boolean {
  return error instanceof RefusedError && ['unavailable', 'too_fast'].includes(error.refused.code);
}

export class Room {
  info = $state.raw<TableInfo | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  muted = $state.raw<(number | null)[]>([]);
  chosen = $state.raw<Target[]>([]);
  draft = $state.raw<string[]>([]);
  preview = $state.raw<Previewed | null>(null);
  /** A message to the server is on its way. */
  busy = $state(false);
  told = $state.raw<Told | null>(null);
  hint = $state.raw<{ target: Target; refusal: Refusal } | null>(null);
  /** Where the last click went, until the mouse has rested somewhere since. */
  private clicked: Target | null = null;
  problem = $state.raw<Said | null>(null);
  /** A moment of the past that is looked at: after so many happenings. */
  past = $state.raw<{ at: number; observation: Observation } | null>(null);
  clocks = $state.raw<{ left: number[]; at: number } | null>(null);
  kit = $state.raw(NO_KIT);

  private readonly screen: Screen;
  private readonly arrivals: (() => void)[] = [];
  /** What was last said of an action that was taken. */
  private readonly taken = new Map<string, Message>();
  /** How many actions at the end of the draft were drafted by themselves. */
  private unasked = 0;
  /** What is being said, until the server has heard it. */
  private saying: { text: string; key: string } | null = null;
  private sent: { nth: number; texts: readonly string[] } | null = null;
  private readonly stops: (() => void)[] = [];
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly line: Connection,
    readonly id: string,
    private readonly tokens: readonly SeatToken[],
  ) {
    this.screen = new Screen(
      tokens.map((token) => token.seat),
      (cause) => this.onScreen(cause),
    );
    this.stops.push(line.listen((message) => this.hear(message)));
    this.stops.push(line.whenOpen(() => void this.subscribe()));
  }

  leave(): void {
    this.screen.close();
    clearTimeout(this.retry);
    for (const stop of this.stops) stop();
    void this.line.ask({ type: 'unsubscribe', table: this.id }, 'done').catch(() => undefined);
  }

  // -- what the screen is made of

  get mine(): readonly number[] {
    return this.screen.mine;
  }
  get viewer(): number | null {
    return this.screen.viewer;
  }
  get handover(): number | null {
    return this.screen.handover;
  }
  get shown(): Shown | null {
    return this.screen.shown;
  }
  get waiting(): number {
    return this.screen.waiting;
  }

  /** Something is drafted that the server could not be asked about: the line is broken. */
  private get isCutOff(): boolean {
    return this.draft.length > 0 && this.preview === null && this.line.status !== 'open';
  }
  /** The legal actions now, with what they are about; none while the table waits or looks back. */
  readonly legal = $derived.by<Choice[]>(() => {
    if (this.past || this.busy || this.waiting > 0 || this.viewer === null || this.isCutOff) return [];
    const texts = this.preview
      ? this.preview.stopped === 'end'
        ? this.preview.legal
        : []
      : (this.shown?.view.legal ?? []);
    return this.choices(texts);
  });
  readonly remaining = $derived(left(this.legal, this.chosen));
  readonly open = $derived(openTargets(this.remaining, this.chosen));
  readonly observation = $derived<Observation | null>(
    this.past?.observation ?? this.preview?.observation ?? this.shown?.view.observation ?? null,
  );
  readonly asked = $derived<Said | null>(
    this.past
      ? null
      : this.preview
        ? this.preview.stopped === 'end'
          ? this.preview.asked
          : null
        : (this.shown?.view.asked ?? null),
  );
  readonly cautions = $derived<readonly Caution[]>(
    this.past ? [] : ((this.preview ?? this.shown?.view)?.cautions ?? []),
  );
  readonly toAct = $derived(this.shown?.view.to_act ?? []);
  readonly isMyTurn = $derived(this.viewer !== null && this.toAct.includes(this.viewer) && this.waiting === 0);
  /** As they were chosen: the position they were meant in is past. */
  readonly draftChoices = $derived(
    this.choices(this.draft).map((choice) => ({ ...choice, label: this.taken.get(choice.text) ?? choice.label })),
  );
  /** The draft cannot go on: dice, cards or another player come next. */
  readonly isDraftFull = $derived(
    this.draft.length > 0 &&
      this.preview !== null &&
      (this.preview.stopped !== 'end' || this.preview.legal.length === 0),
  );

  choices(texts: readonly string[]): Choice[] {
    const targets = this.kit.game?.targets ?? wordTargets;
    return texts.map((text) => ({ text, label: this.label(text), targets: targets(text) }));
  }

  private label(text: string): Message {
    const label = this.kit.labels.get(text) ?? { key: text, args: {} };
    return this.observation ? (this.kit.game?.meant?.(label, this.observation) ?? label) : label;
  }

  // -- choosing

  /** A click on something: narrow the choice, draft the action, or say why not. */
  choose(target: Target): void {
    this.told = null;
    this.clicked = target;
    if (!this.canChoose()) return;
    const step = choose(this.legal, this.chosen, target);
    if (step.kind === 'refused') void this.explain(target);
    else if (step.kind === 'narrowed') this.chosen = step.chosen;
    else void this.take(step.choice);
  }

  back(): void {
    this.told = null;
    this.chosen = this.chosen.slice(0, -1);
  }

  /** An action was chosen in full: play it, or add it to the draft. */
  async take(choice: Choice): Promise<void> {
    this.told = null;
    this.chosen = [];
    this.taken.set(choice.text, choice.label);
    if (session.habits.lessons < LESSONS) session.change({ lessons: session.habits.lessons + 1 });
    const isLight = this.draft.length === 0 && (this.kit.game?.isLight?.(choice.text) ?? false);
    if (session.habits.confirming === 'once' || isLight) await this.playAll([choice.text]);
    else await this.draftOn([...this.draft, choice.text]);
  }

  /** Draft these actions, and what follows from them without a choice. */
  private async draftOn(texts: readonly string[]): Promise<void> {
    await this.redraft(texts);
    this.unasked = 0;
    const only = this.preview?.stopped === 'end' && this.preview.legal.length === 1 ? this.preview.legal[0] : undefined;
    if (only === undefined || !this.kit.game?.goesWithoutSaying?.(only)) return;
    await this.redraft([...this.draft, only]);
    this.unasked = 1;
  }

  /** Play the draft for good. */
  async confirm(): Promise<void> {
    if (this.draft.length > 0 && !this.busy) await this.playAll(this.draft);
  }

  async discard(): Promise<void> {
    this.told = null;
    this.chosen = [];
    await this.redraft([]);
  }

  /** Take back: the last target, else the last of the draft, else the last action itself. */
  async undo(): Promise<void> {
    if (this.busy) return;
    this.told = null;
    if (this.chosen.length > 0) this.back();
    else if (this.draft.length > 0) {
      const chosen = this.draft.length - this.unasked;
      this.unasked = 0;
      await this.redraft(this.draft.slice(0, chosen - 1));
    } else await this.undoPlayed();
  }

  /** What a newcomer is told about choosing; null for who knows, and where something else is to be read. */
  readonly lesson = $derived.by<string | null>(() => {
    if (session.habits.lessons >= LESSONS || !this.isMyTurn || this.told || this.hint || this.past) return null;
    if (this.draft.length > 0) return session.habits.confirming === 'turn' ? 'web.lesson.draft' : null;
    return this.chosen.length > 0 ? 'web.lesson.chosen' : 'web.lesson.begin';
  });

  readonly undoNeeds = $derived<'none' | 'free' | 'consent'>(
    this.chosen.length > 0 || this.draft.length > 0 ? 'free' : (this.shown?.view.undo ?? 'none'),
  );

  async redo(): Promise<void> {
    const seat = this.viewer;
    const view = this.shown?.view;
    if (seat === null || !view) return;
    await this.asking(() => this.line.ask({ type: 'redo', table: this.id, seat, nth: view.nth }, 'done'));
  }

  async answer(seat: number, number: number, yes: boolean): Promise<void> {
    await this.asking(() => this.line.ask({ type: 'answer', table: this.id, seat, number, yes }, 'done'));
  }

  async takeSeatBack(seat: number): Promise<void> {
    await this.asking(() => this.line.ask({ type: 'return', table: this.id, seat }, 'done'));
  }

  /** Say something; the same again after a lost answer is said once. */
  async say(text: string): Promise<boolean> {
    if (this.saying?.text !== text) this.saying = { text, key: crypto.getRandomValues(new Uint32Array(3)).join('-') };
    const { key } = this.saying;
    const done = await this.asking(() =>
      this.line.ask({ type: 'chat', table: this.id, seat: this.viewer, text, key }, 'done'),
    );
    if (done) this.saying = null;
    return done;
  }

  async mute(who: number | null, on: boolean): Promise<void> {
    const seat = this.viewer;
    if (seat === null) return;
    const done = await this.asking(() => this.line.ask({ type: 'mute', table: this.id, seat, who, on }, 'done'));
    if (done) this.muted = on ? [...this.muted, who] : this.muted.filter((other) => other !== who);
  }

  /** Ask the engine why a target, or an action in notation, cannot be chosen now. */
  async explain(target: Target): Promise<void> {
    const refusal = await this.reason(target);
    if (refusal) this.told = refusal;
    else this.told = { reason: { key: 'web.no_meaning', args: {} }, rule: '' };
  }

  async explainText(text: string): Promise<void> {
    const refusal = await this.reasonOf(text);
    if (refusal) this.told = refusal;
  }

  /** The mouse rests on a target that cannot be chosen: tell why, softly; but not where it has just clicked. */
  async hover(target: Target | null): Promise<void> {
    this.hint = null;
    const isClicked = target !== null && target === this.clicked;
    this.clicked = null;
    if (isClicked) return;
    if (target === null || this.open.has(target) || !this.isMyTurn || this.isDraftFull) return;
    const refusal = await this.reason(target).catch(() => null);
    if (refusal) this.hint = { target, refusal };
  }

  // -- looking back

  async look(at: number): Promise<void> {
    if (this.shown && at >= this.shown.log.length) {
      this.past = null;
      return;
    }
    await this.asking(async () => {
      const looked = await this.line.ask({ type: 'look', table: this.id, viewer: this.viewer, at }, 'looked');
      this.past = { at, observation: looked.observation };
    });
  }

  accept(): void {
    this.screen.accept();
  }

  catchUp(): void {
    this.screen.catchUp();
  }

  // -- hearing the server

  private async subscribe(): Promise<void> {
    clearTimeout(this.retry);
    const since = this.screen.cursors();
    try {
      await this.line.ask(
        { type: 'subscribe', table: this.id, tokens: this.tokens.map((token) => token.token), since },
        'sync',
      );
      this.problem = null;
      this.forgetLoss();
    } catch (error) {
      if (error instanceof RefusedError) this.problem = error.refused.why;
      if (isPassing(error)) this.retry = setTimeout(() => void this.subscribe(), ASK_AGAIN);
    }
  }

  private hear(message: FromServer): void {
    if (message.type === 'sync' && message.table.id === this.id) this.sync(message);
    else if (message.type === 'step' && message.table === this.id) this.step(message);
    else if (message.type === 'table' && message.table.id === this.id) this.tell(message.table);
    else if (message.type === 'chatted' && message.table === this.id) this.hearChat(message);
  }

  private tell(info: TableInfo): void {
    session.settle(this.id, info.drawn);
    this.info = share(this.info, info);
    if (info.clocks) this.clocks = { left: info.clocks, at: Date.now() };
  }

  private hearChat({ viewer, cursor, line }: Chatted): void {
    this.screen.heard(viewer, cursor);
    if (this.screen.isFirst(viewer)) this.chat = [...this.chat, line];
  }

  private sync(message: Sync): void {
    this.tell(message.table);
    this.screen.sync(message);
    if (!this.screen.isFirst(message.viewer)) return;
    this.chat = message.whole ? message.chat : [...this.chat, ...message.chat];
    this.muted = message.muted;
  }

  private step(message: Step): void {
    if (message.clocks) this.clocks = { left: message.clocks, at: Date.now() };
    this.screen.step(message);
  }

  /** The screen shows something else: the choice so far is looked at anew, or forgotten. */
  private onScreen(cause: Cause): void {
    if (cause === 'eyes') return this.clear();
    this.hint = null;
    if (this.told?.reason.key === WATCHING) this.told = null;
    for (const resolve of this.arrivals.splice(0)) resolve();
    if (cause === 'sync') void this.redraft(this.unplayed(this.shown?.view ?? null));
    else if (!this.busy && this.draft.length > 0) void this.redraft(this.draft);
    else if (left(this.legal, this.chosen).length === 0) this.chosen = []; // what others do meanwhile takes nothing from it
  }

  // -- talking to the server

  private canChoose(): boolean {
    if (this.busy || this.past) return false;
    if (this.isCutOff) {
      this.told = { reason: { key: LOST_WAIT, args: {} }, rule: '' };
      return false;
    }
    if (this.waiting > 0) this.told = { reason: { key: WATCHING, args: {} }, rule: '' };
    if (this.isMyTurn) return true;
    if (this.viewer !== null && this.waiting === 0 && this.info?.state === 'playing')
      this.told = { reason: { key: 'web.not_your_turn', args: { seats: [...this.toAct] } }, rule: '' };
    return false;
  }

  private clear(): void {
    this.chosen = [];
    this.draft = [];
    this.preview = null;
    this.told = null;
    this.hint = null;
    this.past = null;
  }

  /** Draft these actions: the engine shows what they would give, as far as nothing hidden comes to light. */
  private async redraft(texts: readonly string[]): Promise<void> {
    const seat = this.viewer;
    if (texts.length === 0 || seat === null) {
      this.draft = [];
      this.preview = null;
      return;
    }
    await this.asking(async () => {
      const asked = this.line.ask({ type: 'preview', table: this.id, seat, actions: [...texts] }, 'previewed');
      const preview = await asked.catch((error: unknown) => {
        if (error instanceof LostError) this.keep(texts); // the sync after reconnection drafts it
        throw error;
      });
      if (preview.stopped === 'refused') {
        this.told = preview.refusal ?? null;
        this.draft = texts.slice(0, preview.done);
        this.preview = preview.done > 0 ? { ...preview, stopped: 'end' } : null;
      } else {
        this.draft = [...texts];
        this.preview = preview;
      }
    });
  }

  /** A draft whose preview could not be asked for. */
  private keep(texts: readonly string[]): void {
    this.draft = [...texts];
    this.preview = null;
  }

  private async playAll(texts: readonly string[]): Promise<void> {
    const seat = this.viewer;
    const view = this.shown?.view;
    if (seat === null || !view) return;
    let nth = view.nth;
    this.draft = [...texts];
    this.sent = { nth, texts };
    let unsent: readonly string[] = [];
    const isDone = await this.asking(async () => {
      for (const [at, action] of texts.entries()) {
        const asked = this.line.ask({ type: 'play', table: this.id, seat, nth, action }, 'done');
        const done = await asked.catch((error: unknown) => {
          if (isPassing(error)) unsent = texts.slice(at);
          throw error;
        });
        nth = done.nth ?? nth + 1;
      }
      await this.isShown(nth);
    });
    this.chosen = [];
    if (!isDone && this.line.status !== 'open') return; // the sync after reconnection knows how far we came
    this.sent = unsent.length > 0 ? { nth, texts: unsent } : null; // it may be stored all the same: then a sync comes
    this.draft = [...unsent];
    this.preview = null;
  }

  /** Until the screen shows what was done, so that nobody chooses from what is past. */
  private async isShown(nth: number): Promise<void> {
    const late = Date.now() + LATEST;
    while ((this.shown?.view.nth ?? nth) < nth && Date.now() < late)
      await new Promise<void>((resolve) => {
        this.arrivals.push(resolve);
        setTimeout(resolve, LATEST);
      });
  }

  /** What of the draft is not played yet, when no answer came to what was sent of it. */
  private unplayed(view: View | null): readonly string[] {
    const { sent, draft } = this;
    this.sent = null;
    const isInDraft = sent?.texts.every((text, at) => draft[at] === text);
    return sent && view && isInDraft ? draft.slice(view.nth - sent.nth) : draft;
  }

  private async undoPlayed(): Promise<void> {
    const seat = this.viewer;
    const view = this.shown?.view;
    if (seat === null || !view || view.undo === 'none') return;
    const ask = view.undo === 'consent';
    await this.asking(() => this.line.ask({ type: 'undo', table: this.id, seat, nth: view.nth, ask }, 'done'));
  }

  private async reason(target: Target): Promise<Refusal | null> {
    const observation = this.observation;
    const { game } = this.kit;
    const text = game && observation ? game.wish(target, observation, this.chosen) : null;
    return text === null ? null : this.reasonOf(text);
  }

  /** Why an action cannot come next; with a draft, after what is drafted. */
  private async reasonOf(text: string): Promise<Refusal | null> {
    const seat = this.viewer;
    if (seat === null) return null;
    if (this.isDraftFull) return { reason: { key: 'web.draft_full', args: {} }, rule: '' };
    try {
      if (this.draft.length > 0) {
        const actions = [...this.draft, text];
        return (await this.line.ask({ type: 'preview', table: this.id, seat, actions }, 'previewed')).refusal ?? null;
      }
      const answer = await this.line.ask({ type: 'why', table: this.id, seat, actions: [text] }, 'reasons');
      return answer.reasons[0] ?? null;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** Do something that needs the server's answer; tells the player when it was refused. */
  private async asking(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    try {
      await work();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  private fail(error: unknown): void {
    if (error instanceof RefusedError) this.told = { reason: error.refused.why, rule: error.refused.rule };
    else if (error instanceof LostError) {
      const isKept = this.draft.length > 0 || this.chosen.length > 0;
      this.told = { reason: { key: isKept ? LOST_KEPT : LOST, args: {} }, rule: '' };
    } else throw error;
  }

  /** The line is back: what was said of its loss is over. */
  private forgetLoss(): void {
    if ([LOST_KEPT, LOST_WAIT, LOST].includes(this.told?.reason.key ?? '')) this.told = null;
  }
}
