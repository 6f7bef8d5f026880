/** Whether there is room for players and tabs beside the board; without it they go into drawers. */
import { MediaQuery } from 'svelte/reactivity';

export const wide = new MediaQuery('(min-width: 900px)');
