/** Whether there is room for players and tabs beside the board; without it they go into drawers. */
import { MediaQuery } from 'svelte/reactivity';
import breakpoints from '../breakpoints.css?raw';

/** The query behind a name of breakpoints.css. */
function query(name: string): string {
  const found = new RegExp(`@custom-media ${name} ([^;]+);`).exec(breakpoints)?.[1];
  if (!found) throw new Error(`breakpoints.css does not define ${name}`);
  return found;
}

export const wide = new MediaQuery(query('--wide'));

/** Whether there is a finger and no mouse. */
export const touched = new MediaQuery('(hover: none) and (pointer: coarse)');

/** Whether a phone lies on its side: all but the board is in a column beside it. */
export const short = new MediaQuery(query('--short'));
