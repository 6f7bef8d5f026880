/**
 * What the server has sent to each of our viewers, and what of it is on the screen now: our own doing at once, that of the
 * others one after the other so that it can be followed. With several seats at this device, whose eyes may look.
 */
import { showing } from '../board/showing.svelte';
import type { Happening, Observation } from '../games/types';
import type { Change, Step, Sync, View } from '../protocol/wire';
import { session } from '../session.svelte';

/** All that the server has sent to one viewer. */
interface ViewerState {
  viewer: number | null;
  cursor: string;
  log: Happening[];
  view: View | null;
}

/** What is on the screen: a view, the one before it, and what happened between. */
export interface Shown {
  view: View;
  previous: Observation | null;
  happenings: Happening[];
  log: Happening[];
}

/** Why the screen changed: the server sent the whole table anew, steps were taken, or somebody else looks. */
export type Cause = 'sync' | 'step' | 'viewer';

const PACES = { calm: 500, brisk: 220, instant: 0 } as const;
const MOST_QUEUED = 40; // when so much is waiting, the table catches up at once

export class Screen {
  #mine = $state.raw<readonly number[]>([]);
  #viewer = $state<number | null>(null);
  #handover = $state<number | null>(null);
  #shown = $state.raw<Shown | null>(null);
  #waiting = $state(0);

  private readonly viewers = new Map<number | null, ViewerState>();
  private queue: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The frame that is being painted; what comes meanwhile is shown with the next. */
  private frame: number | undefined;

  constructor(
    seats: readonly number[],
    private readonly changed: (cause: Cause) => void,
  ) {
    this.hold(seats);
  }

  /** The seats we hold, by token or by account. */
  get mine(): readonly number[] {
    return this.#mine;
  }
  /** The seat through whose eyes the table is shown; null for a spectator. */
  get viewer(): number | null {
    return this.#viewer;
  }
  /** The seat the device shall be handed to before anything is shown (hot seat). */
  get handover(): number | null {
    return this.#handover;
  }
  get shown(): Shown | null {
    return this.#shown;
  }
  /** Steps that wait for their turn on the screen. */
  get waiting(): number {
    return this.#waiting;
  }

  private hold(seats: readonly number[]): void {
    this.#mine = [...new Set([...this.#mine, ...seats])].sort((a, b) => a - b);
    if (this.#mine.length === 1) this.#viewer = this.#mine[0] ?? null;
  }

  /** The seats we have are these and no others: they may have been drawn since we sat down. */
  private sit(seats: readonly number[]): void {
    for (const viewer of this.viewers.keys())
      if (viewer !== null && !seats.includes(viewer)) this.viewers.delete(viewer);
    this.#mine = [...seats].sort((a, b) => a - b);
    if (this.#viewer !== null && !seats.includes(this.#viewer)) this.#viewer = null;
    if (this.#handover !== null && !seats.includes(this.#handover)) this.#handover = null;
    if (this.#mine.length === 1) this.#viewer = this.#mine[0] ?? null;
  }

  /** We hold no seat, or none any more: somebody else was given it. */
  private watch(): void {
    this.#mine = [];
    this.#viewer = null;
    this.#handover = null;
  }

  /** How far each viewer has heard, to go on from there after a lost line. */
  cursors(): string[] {
    return [...this.viewers.values()].map((state) => state.cursor);
  }

  /** Something was said that changes no position. */
  heard(viewer: number | null, cursor: string): void {
    const state = this.viewers.get(viewer);
    if (state) state.cursor = cursor;
  }

  /** What everybody hears comes once for each of our viewers: one of them is enough. */
  isFirst(viewer: number | null): boolean {
    return viewer === (this.#mine[0] ?? null);
  }

  sync(message: Sync): void {
    if (message.viewer === null) this.watch();
    else if (message.seats !== null) this.sit(message.seats);
    else this.hold([message.viewer]); // a seat of our account needs no token
    const before = this.viewers.get(message.viewer);
    const kept = message.whole || !before ? [] : before.log.slice(0, message.first);
    const state = {
      viewer: message.viewer,
      cursor: message.cursor,
      log: [...kept, ...message.log],
      view: message.view,
    };
    this.viewers.set(message.viewer, state);
    if (message.viewer === this.#viewer) {
      this.forgetQueue();
      this.look(state, this.#shown?.view.observation ?? null);
      this.changed('sync');
    }
    if (this.#mine.every((seat) => this.viewers.has(seat))) this.passOn();
  }

  step(message: Step): void {
    const state = this.viewers.get(message.viewer);
    if (!state) return;
    state.cursor = message.cursor;
    state.log = [...state.log.slice(0, message.first), ...message.log];
    message.view.observation = changed(state.view?.observation ?? message.view.observation, message.changes);
    state.view = message.view;
    if (message.viewer === this.#viewer) {
      this.queue.push(message);
      this.drain();
    }
    this.passOn();
  }

  /** The player of the seat the device was handed to says: it is me. */
  accept(): void {
    if (this.#handover === null) return;
    this.see(this.#handover);
    this.#handover = null;
  }

  /** Skip what still waits to be shown. */
  catchUp(): void {
    const steps = this.queue;
    this.forgetQueue();
    if (steps.length > 0) this.display(steps);
    this.passOn();
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
  }

  private see(viewer: number | null): void {
    this.#viewer = viewer;
    this.forgetQueue();
    const state = this.viewers.get(viewer);
    if (state) this.look(state, null);
    else this.#shown = null;
    this.changed('viewer');
  }

  private look(state: ViewerState, previous: Observation | null): void {
    if (state.view) state.view.observation = reuseUnchanged(previous, state.view.observation);
    this.#shown = state.view ? { view: state.view, previous, happenings: [], log: state.log } : null;
  }

  private forgetQueue(): void {
    this.close();
    this.queue = [];
    this.#waiting = 0;
  }

  /** With several seats at this device: hand the device to the next seat that is to act. */
  private passOn(): void {
    if (this.#mine.length < 2 || this.queue.length > 0) return;
    const acting = this.#mine.filter((seat) => this.viewers.get(seat)?.view?.to_act.includes(seat));
    if (this.#viewer !== null && (acting.includes(this.#viewer) || acting.length === 0)) return;
    const next = acting.find((seat) => this.#viewer === null || seat > this.#viewer) ?? acting[0];
    if (next !== undefined) this.#handover = next;
    else if (this.#viewer === null) this.see(this.#mine[0] ?? null);
  }

  private drain(): void {
    if (document.visibilityState === 'hidden') return this.catchUp(); // nothing is painted now
    const pace = PACES[session.preferences.pace];
    if (pace === 0 || this.isBeside(this.queue)) return this.hurry();
    this.#waiting = this.queue.length;
    if (this.timer !== undefined && !this.isOwn(this.queue[0])) return;
    if (this.queue.length > MOST_QUEUED) return this.catchUp();
    const next = this.queue.shift();
    if (next) this.display([next]);
    this.#waiting = this.queue.length;
    this.close();
    this.timer = setTimeout(() => this.goOn(pace), pace);
  }

  /** What was shown has been seen: on with what waits, unless a scoring is still being played over the board. */
  private goOn(pace: number): void {
    if (showing.holds) {
      this.timer = setTimeout(() => this.goOn(pace), pace);
      return;
    }
    this.timer = undefined;
    if (this.queue.length > 0) this.drain();
    else this.passOn();
  }

  /** Show what has come at once, and what comes before that is painted all together: bots answer in bursts. */
  private hurry(): void {
    if (this.frame !== undefined) return;
    this.catchUp();
    this.frame = requestAnimationFrame(() => {
      this.frame = undefined;
      if (this.queue.length > 0) this.hurry();
    });
  }

  /** The others did something while the viewer is asked and goes on being asked: nobody is stopped to watch that. */
  private isBeside(steps: readonly Step[]): boolean {
    const asks = (view: View | undefined): boolean =>
      this.#viewer !== null && (view?.to_act.includes(this.#viewer) ?? false);
    return asks(this.#shown?.view) && steps.every((step) => asks(step.view) && !this.isOwn(step));
  }

  private isOwn(step: Step | undefined): boolean {
    return step !== undefined && this.#viewer !== null && step.log.some((happening) => happening.seat === this.#viewer);
  }

  private display(steps: readonly Step[]): void {
    const last = steps.at(-1);
    if (!last) return;
    let log = this.#shown?.log ?? [];
    for (const step of steps) log = [...log.slice(0, step.first), ...step.log];
    const previous = this.#shown?.view.observation ?? null;
    last.view.observation = reuseUnchanged(previous, last.view.observation);
    this.#shown = {
      view: last.view,
      previous,
      happenings: steps.flatMap((step) => step.log),
      log,
    };
    this.changed('step');
  }
}

// -- laying a message over what is known

/** A record or a list, by its keys. */
type Parts = Record<string | number, unknown>;

const isObject = (value: unknown): value is Parts => typeof value === 'object' && value !== null;

/** The observation after these changes; the one before stays as it is. */
export function changed<T extends object>(before: T, changes: readonly Change[]): T {
  const after = { ...before };
  const own = new Set<object>([after]); // copied already: ours to change
  const copy = (part: unknown): Parts => {
    if (!isObject(part)) throw new TypeError('A change names a part that the observation does not have.');
    if (own.has(part)) return part;
    const copied = Array.isArray(part) ? Object.assign([], part) : { ...part };
    own.add(copied);
    return copied;
  };
  for (const change of changes) {
    const path = change[0].slice(0, -1);
    const last = change[0].at(-1) ?? '';
    let part = copy(after);
    for (const name of path) part = part[name] = copy(part[name]);
    if (change.length === 2) {
      part[last] = change[1];
      continue;
    }
    const list = copy(part[last]);
    if (Array.isArray(list)) list.splice(change[1], change[2], ...change[3]);
    part[last] = list;
  }
  return after;
}

// -- what stays the same between two messages stays the same object, so that only what changed is drawn anew

/** The next value with every part that equals that of the value before replaced by it; `next` must be ours to change. */
export function reuseUnchanged<T>(before: T | null | undefined, next: T): T {
  if (before === next || !isObject(before) || !isObject(next) || Array.isArray(before) !== Array.isArray(next))
    return next;
  const parts: Parts = next;
  const keys = Object.keys(next);
  let isSame = Object.keys(before).length === keys.length;
  for (const key of keys) {
    const part = reuseUnchanged(before[key], next[key]);
    parts[key] = part;
    isSame = isSame && part === before[key] && key in before;
  }
  return isSame ? before : next;
}

/** Reuses what it gave last: for what is computed anew often and changes seldom. */
export function reuser<T>(): (next: T) => T {
  let last: T | undefined;
  return (next) => (last = reuseUnchanged(last, next));
}
