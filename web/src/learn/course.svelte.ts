/**
 * The lesson at a table: its texts, the page that is read, and the answer to the last try. Where one is in it is the
 * server's to say (`View.lesson`); a page more or less is the reader's own.
 */
import { untrack } from 'svelte';
import type { Message, Target } from '../games/types';
import { ApiError, api } from '../protocol/api';
import type { LessonStep, LessonText } from '../protocol/rest';
import type { LessonPlace } from '../protocol/wire';
import type { TableClient } from '../table/client.svelte';
import { catalogue } from '../words/catalogue.svelte';
import { progress } from './progress.svelte';

const NOWHERE: ReadonlySet<Target> = new Set();

/** A step has targets that can be clicked next: those are to be pointed at, not what was chosen already. */
export function pointedAt(point: readonly Target[], open: ReadonlySet<Target>): ReadonlySet<Target> {
  const next = point.filter((target) => open.has(target));
  return new Set(next.length > 0 ? next : point);
}

export class Course {
  #text = $state.raw<LessonText | null>(null);
  /** The page that the reader has turned to, and in which place of the lesson that was. */
  #turned = $state.raw<{ page: number; step: number } | null>(null);
  /** The furthest page that was read here: whoever takes something back has read what comes before the task. */
  #furthest = $state(-1);
  /** The task of which the hint is shown. */
  #helped = $state<number | null>(null);

  constructor(private readonly table: () => TableClient) {
    $effect(() => {
      if (this.path !== null) void this.load(this.path, catalogue.words.language);
    });
    $effect(() => {
      if (this.page > untrack(() => this.#furthest)) this.#furthest = this.page;
    });
    $effect(() => {
      if (this.isDone && this.path !== null) void progress.finish(this.path);
    });
  }

  /** The lesson of this table; null at other tables. */
  get path(): string | null {
    return this.table().info?.lesson ?? null;
  }
  get text(): LessonText | null {
    return this.#text;
  }
  readonly place = $derived.by<LessonPlace | null>(() => this.table().screen.shown?.view.lesson ?? null);
  readonly steps = $derived<readonly LessonStep[]>(this.#text?.steps ?? []);
  /** The lesson was changed since this table began: it cannot be gone on with. */
  readonly isStale = $derived.by(
    () =>
      this.path !== null &&
      this.place === null &&
      this.table().screen.viewer !== null &&
      this.table().screen.shown !== null,
  );
  /** The last task has been done. */
  readonly isDone = $derived(this.place !== null && this.steps.length > 0 && this.place.step >= this.steps.length);
  /** The page that is shown; behind the last step comes the end. */
  readonly page = $derived.by(() => {
    if (!this.place) return 0;
    const { since, step } = this.place;
    if (this.#turned?.step === step) return Math.min(this.#turned.page, step);
    return step <= this.#furthest ? step : since;
  });
  readonly step = $derived<LessonStep | null>(this.steps[this.page] ?? null);
  readonly isAtEnd = $derived(this.isDone && this.page >= this.steps.length);
  /** This page asks for something that has not been done yet. */
  readonly isTask = $derived(this.place !== null && this.page === this.place.step && !this.isDone);
  readonly hint = $derived<Message | null>(
    this.isTask && this.#helped === this.page ? (this.step?.hint ?? null) : null,
  );
  /** What the board lights. */
  readonly pointed = $derived.by<ReadonlySet<Target>>(() => {
    const table = this.table();
    if (!this.step || table.isLookingBack || this.place?.met || (!this.isTask && this.step.task)) return NOWHERE;
    return pointedAt(this.step.point, this.isTask ? table.draft.open : NOWHERE);
  });

  private async load(path: string, language: string): Promise<void> {
    try {
      this.#text = await api.lesson(path, language);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#text = null;
    }
  }

  turn(by: 1 | -1): void {
    if (!this.place) return;
    this.#turned = { page: Math.max(0, Math.min(this.page + by, this.place.step)), step: this.place.step };
    this.table().requests.notify(null);
  }

  /** Help with the task: first its hint, then the next action of the lesson's own way. */
  async help(): Promise<void> {
    if (this.step?.hint && this.#helped !== this.page) {
      this.#helped = this.page;
      return;
    }
    const key = this.place?.key;
    if (key) await this.table().draft.playNow(key);
  }
}
