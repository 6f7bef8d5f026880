/**
 * The player's choice: the targets chosen so far, the actions drafted from them, what the engine says they would give,
 * and playing or taking them back. It holds no rules: legality, previews and refusals are the engine's.
 */
import type { Choice, Message, Observation, Prospect, Target } from '../games/types';
import { LostError, RefusedError } from '../protocol/connection.svelte';
import type { Caution, Previewed, Refusal, Said, View } from '../protocol/wire';
import { session } from '../session.svelte';
import type { Assets } from './assets';
import { choose, left, openTargets, wordTargets } from './choose';
import { isPassing, type Requests } from './requests.svelte';
import type { Cause, Screen } from './screen.svelte';

/** What a draft must know of its table. */
export interface Surroundings {
  readonly assets: Assets;
  readonly isPlaying: boolean;
  /** A lesson is played: choices are played at once, and nothing goes by itself. */
  readonly isLesson: boolean;
  /** A moment of the past is shown: nothing can be chosen. */
  readonly isLookingBack: boolean;
}

/** Milliseconds that the screen may take to show what was played. */
const LATEST = 1500;
/** During the player's first actions the table says how to choose. */
const LESSONS = 6;
const WATCHING = 'web.still_watching';

export class Draft {
  #chosen = $state.raw<readonly Target[]>([]);
  #actions = $state.raw<readonly string[]>([]);
  #preview = $state.raw<Previewed | null>(null);
  #hint = $state.raw<{ target: Target; refusal: Refusal } | null>(null);
  /** Where the last click went, until the mouse has rested somewhere since. */
  private clicked: Target | null = null;
  /** What was last said of an action that was taken. */
  private readonly labels = new Map<string, Message>();
  /** How many actions at the end of the draft were drafted by themselves. */
  private unasked = 0;
  /** What was sent to be played, while it is not known whether the server has stored it. */
  private sent: { nth: number; actions: readonly string[] } | null = null;
  /** The player took something back: what decides nothing waits for a click until something else was played. */
  #isHeld = $state(false);
  #isAskingUndo = $state(false);
  private readonly arrivals: (() => void)[] = [];

  constructor(
    private readonly requests: Requests,
    private readonly screen: Screen,
    private readonly table: Surroundings,
  ) {}

  // -- what is chosen, and what can be

  /** The targets chosen so far, in order. */
  get chosen(): readonly Target[] {
    return this.#chosen;
  }
  /** The drafted actions, in order. */
  get actions(): readonly string[] {
    return this.#actions;
  }
  /** What the drafted actions would give; null without any, or while the server cannot be asked. */
  get preview(): Previewed | null {
    return this.#preview;
  }
  /** Why the target under the mouse cannot be chosen. */
  get hint(): { target: Target; refusal: Refusal } | null {
    return this.#hint;
  }
  /** What others have seen would be taken back: the player is told first what goes with it. */
  get isAskingUndo(): boolean {
    return this.#isAskingUndo;
  }
  get isBegun(): boolean {
    return this.#actions.length > 0 || this.#chosen.length > 0;
  }

  /** What is on the screen. */
  private get view(): View | null {
    return this.screen.shown?.view ?? null;
  }
  /** Something is drafted that the server could not be asked about: the connection is broken. */
  private get isCutOff(): boolean {
    return this.#actions.length > 0 && this.#preview === null && !this.requests.isConnected;
  }
  /** What comes after the draft, as far as it can be known. */
  private readonly next = $derived.by(() => {
    if (!this.#preview) return this.view;
    return this.#preview.stopped === 'end' ? this.#preview : null;
  });
  /** The legal actions now, with what they are about; none while the table waits or looks back. */
  readonly legal = $derived.by<readonly Choice[]>(() => {
    const { viewer, waiting } = this.screen;
    if (this.table.isLookingBack || this.requests.busy || waiting > 0 || viewer === null || this.isCutOff) return [];
    return this.choices(this.next?.legal ?? []);
  });
  readonly remaining = $derived(left(this.legal, this.#chosen));
  readonly open = $derived(openTargets(this.remaining, this.#chosen));
  /** What is asked of the player. */
  readonly asked = $derived<Said | null>(this.next?.asked ?? null);
  readonly cautions = $derived<readonly Caution[]>((this.#preview ?? this.view)?.cautions ?? []);
  /** The position that the draft leads to. */
  readonly observation = $derived<Observation | null>(this.#preview?.observation ?? this.view?.observation ?? null);
  readonly toAct = $derived<readonly number[]>(this.view?.to_act ?? []);
  readonly isMyTurn = $derived.by(() => {
    const { viewer, waiting } = this.screen;
    return viewer !== null && this.toAct.includes(viewer) && waiting === 0;
  });
  /** The action that decides nothing and is played by itself, unless the player has just taken something back. */
  readonly forced = $derived.by<string | null>(() => {
    if (this.#isHeld || this.isBegun || !this.isMyTurn || !this.table.isPlaying || this.table.isLesson) return null;
    return this.table.assets.game?.forced?.(this.legal.map(({ text }) => text)) ?? null;
  });
  /** The drafted actions as they were chosen: the position they were meant in is past. */
  readonly drafted = $derived(
    this.choices(this.#actions).map((choice) => ({ ...choice, label: this.labels.get(choice.text) ?? choice.label })),
  );
  /** The draft cannot go on: dice, cards or another player come next. */
  readonly isFull = $derived(
    this.#actions.length > 0 && this.#preview !== null && (this.next === null || this.next.legal.length === 0),
  );
  /** What is drafted ends within an open question: there is nothing to confirm yet. */
  readonly isUnfinished = $derived.by(() => {
    const { viewer } = this.screen;
    if (!this.#preview || viewer === null || this.legal.length === 0) return false;
    return this.table.assets.game?.isUnfinished?.(this.#preview.observation, viewer) ?? false;
  });
  /** What is drafted is a whole move: nothing that belongs to it is still to be chosen. */
  readonly isWhole = $derived.by(() => {
    if (this.#actions.length === 0) return false;
    return this.isFull || !this.observation || !this.table.assets.game?.isAmid?.(this.observation);
  });
  readonly undoNeeds = $derived<View['undo']>(this.isBegun ? 'free' : (this.view?.undo ?? 'none'));
  /** How to choose, for a newcomer; null for experienced players, and where something else is to be read. */
  readonly lesson = $derived.by<string | null>(() => {
    const { lessons, confirming } = session.preferences;
    if (
      this.table.isLesson ||
      lessons >= LESSONS ||
      !this.isMyTurn ||
      this.requests.notice ||
      this.#hint ||
      this.table.isLookingBack
    )
      return null;
    if (this.#actions.length > 0) return confirming === 'turn' ? 'web.lesson.draft' : null;
    return this.#chosen.length > 0 ? 'web.lesson.chosen' : 'web.lesson.begin';
  });

  private choices(texts: readonly string[]): Choice[] {
    const targets = this.table.assets.game?.targets ?? wordTargets;
    return texts.map((text) => ({ text, label: this.label(text), targets: targets(text) }));
  }

  private label(text: string): Message {
    const { labels, game } = this.table.assets;
    const label = labels.get(text) ?? { key: text, args: {} };
    return this.observation ? (game?.meant?.(label, this.observation) ?? label) : label;
  }

  // -- choosing

  /** A click on something: narrow the choice, draft the action, or say why not. */
  choose(target: Target): void {
    this.requests.notify(null);
    this.clicked = target;
    if (!this.canChoose()) return;
    const step = choose(this.legal, this.#chosen, target);
    if (step.kind === 'refused') void this.chooseAfter(target);
    else if (step.kind === 'narrowed') this.#chosen = step.chosen;
    else void this.take(step.choice);
  }

  /** A target that cannot be chosen yet: take what goes before it without a choice, else say why not. */
  private async chooseAfter(target: Target): Promise<void> {
    const choice = this.impliedBy(target);
    if (!choice) return this.explain(target);
    await this.take(choice);
    if (this.open.has(target)) this.choose(target);
    else if (this.isMyTurn) await this.explain(target);
  }

  private impliedBy(target: Target): Choice | undefined {
    const texts = this.remaining.map(({ text }) => text);
    const { game, components } = this.table.assets;
    const first = game?.implied?.(target, texts, components ?? null) ?? null;
    return this.remaining.find(({ text }) => text === first);
  }

  /** Drop the target that was chosen last. */
  back(): void {
    this.requests.notify(null);
    this.#chosen = this.#chosen.slice(0, -1);
  }

  /** An action was chosen in full: play it, or add it to the draft. */
  async take(choice: Choice): Promise<void> {
    this.requests.notify(null);
    this.#chosen = [];
    this.labels.set(choice.text, choice.label);
    const { lessons, confirming } = session.preferences;
    if (lessons < LESSONS) session.change({ lessons: lessons + 1 });
    const isLight = this.#actions.length === 0 && (this.table.assets.game?.isLight?.(choice.text) ?? false);
    if (confirming === 'once' || isLight || this.table.isLesson) await this.play([choice.text]);
    else await this.draftOn([...this.#actions, choice.text]);
  }

  /** Play an action at once, as a lesson shows it. */
  async playNow(text: string): Promise<void> {
    this.requests.notify(null);
    this.#chosen = [];
    if (this.canChoose()) await this.play([text]);
  }

  /** Actions that a form of the board chose together: they and the draft before them are played at once. */
  async takeAll(texts: readonly string[]): Promise<void> {
    this.requests.notify(null);
    if (!this.canChoose()) return;
    this.#chosen = [];
    await this.play([...this.#actions, ...texts]);
  }

  /** What would be possible after the draft and these actions; null where the engine cannot say. */
  async after(texts: readonly string[]): Promise<Prospect | null> {
    const seat = this.screen.viewer;
    if (seat === null) return null;
    const { table } = this.requests;
    const drafted = this.sent === null ? this.#actions : []; // what was sent is played where something can be chosen
    try {
      const actions = [...drafted, ...texts];
      const found = await this.requests.ask({ type: 'preview', table, seat, actions }, 'previewed');
      return found.stopped === 'end' ? found : null;
    } catch (error) {
      this.requests.report(error);
      return null;
    }
  }

  /** Play what decides nothing. */
  async playForced(): Promise<void> {
    if (this.forced !== null && !this.requests.busy) await this.play([this.forced]);
  }

  /** Play the draft for good. */
  async confirm(): Promise<void> {
    if (this.#actions.length > 0 && !this.isUnfinished && !this.requests.busy) await this.play(this.#actions);
  }

  /** Drop the whole draft. */
  async discard(): Promise<void> {
    this.requests.notify(null);
    this.#chosen = [];
    await this.redraft([]);
  }

  /** Take back: the last target, else the last of the draft, else the last action itself; the second time if others have seen it. */
  async undo(): Promise<void> {
    if (this.requests.busy) return;
    this.requests.notify(null);
    if (this.#chosen.length > 0) this.back();
    else if (this.#actions.length > 0) {
      const chosen = this.#actions.length - this.unasked;
      this.unasked = 0;
      await this.redraft(this.#actions.slice(0, chosen - 1));
    } else if (this.undoNeeds === 'consent' && !this.#isAskingUndo) this.#isAskingUndo = true;
    else await this.undoPlayed();
  }

  /** Leave what others have seen as it is. */
  keepPlayed(): void {
    this.#isAskingUndo = false;
  }

  async redo(): Promise<void> {
    const { viewer: seat, shown } = this.screen;
    if (seat === null || !shown) return;
    const { table } = this.requests;
    const { nth } = shown.view;
    await this.requests.attempt(() => this.requests.ask({ type: 'redo', table, seat, nth }, 'done'));
  }

  /** Ask the engine why a target cannot be chosen now. */
  async explain(target: Target): Promise<void> {
    const refusal = await this.reason(target);
    if (refusal) this.requests.notify(refusal);
    else this.requests.say('web.no_meaning');
  }

  /** Ask the engine why an action in notation cannot be chosen now. */
  async explainText(text: string): Promise<void> {
    const refusal = await this.reasonOf(text);
    if (refusal) this.requests.notify(refusal);
  }

  /** The mouse rests on a target that cannot be chosen: hint why; but not where it has just clicked. */
  async hover(target: Target | null): Promise<void> {
    this.#hint = null;
    const isClicked = target !== null && target === this.clicked;
    this.clicked = null;
    if (isClicked) return;
    if (target === null || this.open.has(target) || !this.isMyTurn || this.isFull || this.impliedBy(target)) return;
    const refusal = await this.reason(target).catch(() => null);
    if (refusal) this.#hint = { target, refusal };
  }

  // -- what happens at the table meanwhile

  /** The screen shows something else: the choice so far is looked at anew, or forgotten. */
  onScreen(cause: Cause): void {
    if (cause === 'viewer') return this.clear();
    this.#hint = null;
    this.#isAskingUndo = false;
    this.requests.unsay(WATCHING);
    for (const resolve of this.arrivals.splice(0)) resolve();
    if (cause === 'sync') void this.redraft(this.unplayed(this.view));
    else if (!this.requests.busy && this.#actions.length > 0) void this.redraft(this.#actions);
    else if (left(this.legal, this.#chosen).length === 0) this.#chosen = []; // what others do leaves it, if it can
  }

  private clear(): void {
    this.#chosen = [];
    this.#actions = [];
    this.#preview = null;
    this.#hint = null;
    this.requests.notify(null);
  }

  private canChoose(): boolean {
    const { requests, screen, table } = this;
    if (requests.busy || table.isLookingBack) return false;
    if (this.isCutOff) {
      requests.sayWait();
      return false;
    }
    if (screen.waiting > 0) requests.say(WATCHING);
    if (this.isMyTurn) return true;
    if (screen.viewer !== null && screen.waiting === 0 && table.isPlaying)
      requests.say('web.not_your_turn', { seats: [...this.toAct] });
    return false;
  }

  // -- talking to the server

  /** Draft these actions, and what follows from them without a choice. */
  private async draftOn(texts: readonly string[]): Promise<void> {
    await this.redraft(texts);
    this.unasked = 0;
    const [only, another] = this.#preview ? (this.next?.legal ?? []) : [];
    if (only === undefined || another !== undefined || !this.table.assets.game?.goesWithoutSaying?.(only)) return;
    await this.redraft([...this.#actions, only]);
    this.unasked = 1;
  }

  /** Draft these actions: the engine shows what they would give, as far as nothing hidden comes to light. */
  private async redraft(texts: readonly string[]): Promise<void> {
    const seat = this.screen.viewer;
    if (texts.length === 0 || seat === null) return this.keep([]);
    await this.requests.attempt(async () => {
      const { table } = this.requests;
      const asked = this.requests.ask({ type: 'preview', table, seat, actions: [...texts] }, 'previewed');
      const preview = await asked.catch((error: unknown) => {
        if (error instanceof LostError) this.keep(texts); // the sync after reconnection drafts it
        throw error;
      });
      if (preview.stopped === 'refused') {
        this.requests.notify(preview.refusal ?? null);
        this.#actions = texts.slice(0, preview.done);
        this.#preview = preview.done > 0 ? { ...preview, stopped: 'end' } : null;
      } else {
        this.#actions = [...texts];
        this.#preview = preview;
      }
    });
  }

  /** A draft without a preview. */
  private keep(texts: readonly string[]): void {
    this.#actions = [...texts];
    this.#preview = null;
  }

  /** Play these actions in one message: the server stores all of them, up to the first revelation, or none. */
  private async play(actions: readonly string[]): Promise<void> {
    const { viewer: seat, shown } = this.screen;
    if (seat === null || !shown) return;
    const { table } = this.requests;
    const { nth } = shown.view;
    this.#actions = [...actions];
    this.sent = { nth, actions };
    let legal: readonly string[] = []; // what is left to draft again when the server refuses
    let isUnsure = false;
    const isDone = await this.requests.attempt(async () => {
      const asked = this.requests.ask({ type: 'play', table, seat, nth, actions: [...actions] }, 'done');
      const done = await asked.catch((error: unknown) => {
        isUnsure = isPassing(error); // it may be stored all the same: then a sync says so
        if (error instanceof RefusedError) legal = actions.slice(0, error.refused.at ?? 0);
        throw error;
      });
      await this.isShown(done.nth ?? nth);
      if (done.played !== null && done.played < actions.length) this.requests.say('web.rest_dropped');
    });
    this.#chosen = [];
    if (!isDone && !this.requests.isConnected) return; // the sync after reconnection says whether it was stored
    if (isUnsure) return this.keep(actions);
    this.sent = null;
    await this.redraft(legal);
    if (isDone) this.#isHeld = false;
  }

  /** Until the screen shows what was done, so that nobody chooses from what is past. */
  private async isShown(nth: number): Promise<void> {
    const late = Date.now() + LATEST;
    while ((this.view?.nth ?? nth) < nth && Date.now() < late)
      await new Promise<void>((resolve) => {
        this.arrivals.push(resolve);
        setTimeout(resolve, LATEST);
      });
  }

  /** What of the draft is not played yet, where no answer came: all of what was sent is stored, or nothing. */
  private unplayed(view: View | null): readonly string[] {
    const { sent } = this;
    this.sent = null;
    const isInDraft = sent?.actions.every((text, at) => this.#actions[at] === text);
    const isStored = sent !== null && view !== null && view.nth > sent.nth;
    return isStored && isInDraft ? this.#actions.slice(sent.actions.length) : this.#actions;
  }

  private async undoPlayed(): Promise<void> {
    const { viewer: seat, shown } = this.screen;
    if (seat === null || !shown || shown.view.undo === 'none') return;
    const { table } = this.requests;
    const { nth, undo } = shown.view;
    const ask = undo === 'consent';
    this.#isHeld = true;
    this.#isAskingUndo = false;
    await this.requests.attempt(() => this.requests.ask({ type: 'undo', table, seat, nth, ask }, 'done'));
  }

  private async reason(target: Target): Promise<Refusal | null> {
    const { game } = this.table.assets;
    const text = game && this.observation ? game.intendedAction(target, this.observation, this.#chosen) : null;
    return text === null ? null : this.reasonOf(text);
  }

  /** Why an action cannot come next; with a draft, after what is drafted. */
  private async reasonOf(text: string): Promise<Refusal | null> {
    const { viewer: seat } = this.screen;
    if (seat === null) return null;
    if (this.isFull) return { reason: { key: 'web.draft_full', args: {} }, rule: '', lesson: null };
    const { table } = this.requests;
    try {
      if (this.#actions.length > 0) {
        const actions = [...this.#actions, text];
        return (await this.requests.ask({ type: 'preview', table, seat, actions }, 'previewed')).refusal ?? null;
      }
      const answer = await this.requests.ask({ type: 'why', table, seat, actions: [text] }, 'reasons');
      return answer.reasons[0] ?? null;
    } catch (error) {
      this.requests.report(error);
      return null;
    }
  }
}
