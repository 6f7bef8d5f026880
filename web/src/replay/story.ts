/** What one action of a replay brought about: a headline, and the rest of the story. Pure functions. */
import type { Message } from '../games/types';

export interface Story {
  /** What was done, in a sentence or two. */
  headline: Message[];
  /** All that followed from it; empty where the headline says it all. */
  rest: Message[];
}

const SHORT = 2;

/** A few sentences are their own headline; a whole resolution is shown as a list under its first sentence. */
export function storyOf(events: readonly Message[]): Story {
  if (events.length <= SHORT) return { headline: [...events], rest: [] };
  return { headline: events.slice(0, 1), rest: events.slice(1) };
}
