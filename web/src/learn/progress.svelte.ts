/**
 * How far this browser, or the account that is logged in, is with the lessons: which are done, and at which table one
 * was begun last. A guest's progress stays in the browser; an account's is kept by the server, and both come together
 * when somebody logs in.
 */
import { account } from '../account/account.svelte';
import { ApiError, api } from '../protocol/api';
import type { LessonProgress } from '../protocol/rest';
import { place } from '../route.svelte';
import { session } from '../session.svelte';
import { t } from '../words/catalogue.svelte';

const KEPT = 'abbatia.lessons';

function read(): LessonProgress[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? (kept as LessonProgress[]) : [];
  } catch {
    return []; // private browsing, or a foreign value: begin anew
  }
}

/** What is done stays done; the newer table counts. */
export function together(before: LessonProgress | undefined, news: LessonProgress): LessonProgress {
  return { ...news, done: news.done || before?.done === true, table: news.table ?? before?.table ?? null };
}

class Progress {
  private known = $state.raw<ReadonlyMap<string, LessonProgress>>(new Map(read().map((one) => [one.lesson, one])));

  of(lesson: string): LessonProgress | undefined {
    return this.known.get(lesson);
  }
  isDone(lesson: string): boolean {
    return this.of(lesson)?.done ?? false;
  }
  isBegun(lesson: string): boolean {
    const found = this.of(lesson);
    return found?.table != null && !found.done;
  }
  /** Nothing was learnt here yet. */
  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  /** Ask the account what it knows, and give it what this browser knows. */
  async share(): Promise<void> {
    if (account.name === null) return;
    try {
      const { lessons } = await api.keepLessons([...this.known.values()]);
      this.add(lessons);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the browser keeps it; the next page brings it
    }
  }

  /** All steps of a lesson have been done. */
  async finish(lesson: string): Promise<void> {
    if (this.isDone(lesson)) return;
    this.add([{ lesson, done: true, table: null }]);
    await this.share();
  }

  /** Go to a lesson: on with one that was begun, else from its beginning. */
  async open(lesson: string): Promise<void> {
    const begun = this.isBegun(lesson) ? this.of(lesson)?.table : null;
    if (begun && (await this.isThere(begun))) return place.go(`/t/${begun}`);
    await this.begin(lesson);
  }

  /** Begin a lesson anew. */
  async begin(lesson: string): Promise<void> {
    const name = session.preferences.name || account.name || t('web.guest');
    const { table, tokens, host } = await api.beginLesson(lesson, name);
    session.hold(table.id, tokens, host);
    session.hide(table.id); // a lesson is found by the page of lessons
    this.add([{ lesson, done: false, table: table.id }]);
    void this.share();
    place.go(`/t/${table.id}`);
  }

  /** Whether a table can still be played on from here. */
  private async isThere(table: string): Promise<boolean> {
    if (session.held(table).tokens.length === 0 && account.name === null) return false;
    return api.table(table).then(
      () => true,
      () => false,
    );
  }

  private add(news: readonly LessonProgress[]): void {
    const known = new Map(this.known);
    for (const one of news) known.set(one.lesson, together(known.get(one.lesson), one));
    this.known = known;
    try {
      localStorage.setItem(KEPT, JSON.stringify([...known.values()]));
    } catch {
      // without storage it is known until the page is closed
    }
  }
}

export const progress = new Progress();
