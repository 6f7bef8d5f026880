/** The props of a board, read from a table: each is watched by itself, so a board is drawn anew only where it must be. */
import type { BoardProps, Happening, Observation, SeatLook, Target } from '../games/types';
import { prefersStill, session } from '../session.svelte';
import type { Words } from '../words/words';
import type { TableClient } from './client.svelte';
import { recentlyPlaced } from './log';

/** What the table page adds to what its client knows. */
export interface Surface {
  readonly seats: readonly SeatLook[];
  readonly words: Words;
  readonly pointed: ReadonlySet<Target>;
  readonly openRule: (rule: string) => void;
}

const NOTHING: readonly never[] = [];
const NOWHERE: ReadonlySet<Target> = new Set();
const RESTING = 250; // milliseconds after which a mouse that stands still asks why a target cannot be chosen

/** Stands where nothing is drawn yet: a scene is drawn only where there is an observation. */
export const NO_OBSERVATION: Observation = {
  title: '',
  seats: 0,
  options: {},
  viewer: null,
  to_act: [],
  phase: '',
  scores: [],
  projected: [],
  sheets: [],
  public: {},
  own: null,
};

/** The scene of the table that `client` gives; it is asked anew each time, since a page may sit down again. */
export function tableScene(client: () => TableClient, surface: Surface): BoardProps {
  const table = $derived(client());
  const isPresent = $derived(!table.isLookingBack && !table.draft.preview);
  const previous = $derived(isPresent ? (table.screen.shown?.previous ?? null) : null);
  const happenings = $derived<readonly Happening[]>(isPresent ? (table.screen.shown?.happenings ?? NOTHING) : NOTHING);
  const asked = $derived(table.isLookingBack ? null : table.draft.asked);
  const cautions = $derived(table.isLookingBack ? NOTHING : table.draft.cautions);
  const draft = $derived(table.draft.drafted.at(-1) ?? null);
  /** Where something was placed since the viewer's last turn. */
  const recent = $derived.by<ReadonlySet<Target>>(() => {
    const { game } = table.assets;
    if (!game || table.isLookingBack) return NOWHERE;
    return recentlyPlaced(table.screen.shown?.log ?? NOTHING, new Set(table.screen.mine), game);
  });
  const still = $derived(prefersStill() || session.preferences.pace === 'instant');
  let resting: ReturnType<typeof setTimeout> | undefined;

  return {
    get observation() {
      return table.observation ?? NO_OBSERVATION;
    },
    get previous() {
      return previous;
    },
    get happenings() {
      return happenings;
    },
    get viewer() {
      return table.screen.viewer;
    },
    get seats() {
      return surface.seats;
    },
    get toAct() {
      return table.draft.toAct;
    },
    get asked() {
      return asked;
    },
    get legal() {
      return table.draft.legal;
    },
    get chosen() {
      return table.draft.chosen;
    },
    get left() {
      return table.draft.remaining;
    },
    get open() {
      return table.draft.open;
    },
    get cautions() {
      return cautions;
    },
    get recent() {
      return recent;
    },
    get draft() {
      return draft;
    },
    get pointed() {
      return surface.pointed;
    },
    get words() {
      return surface.words;
    },
    get components() {
      return table.assets.components;
    },
    get still() {
      return still;
    },
    openRule: surface.openRule,
    choose: (target) => client().draft.choose(target),
    takeAll: (texts) => void client().draft.takeAll(texts),
    after: (texts) => client().draft.after(texts),
    back: () => client().draft.back(),
    preview: (target) => {
      clearTimeout(resting);
      resting = setTimeout(() => void client().draft.hover(target), target === null ? 0 : RESTING);
    },
  };
}
