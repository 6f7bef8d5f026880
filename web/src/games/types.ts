/**
 * The interface between the table page and what a title draws.
 *
 * No rules live in the client. The engine sends an observation (what this viewer sees) and the legal actions as
 * texts; a title's module only says which things on its board an action is about (`targets`). Choosing is
 * narrowing: every click adds one target to the choice so far, and the actions that are about all chosen
 * targets remain. When one is left it is drafted (or played); when none is left the table asks the engine why.
 */
import type { Component } from 'svelte';
import type { Field } from './fields';
import type { Observation } from './observation';
import type { Words } from '../words/words';

/** A sentence of the engine: a key of the catalogue and its arguments. Say it with `words.say(message)`. */
export interface Message {
  key: string;
  args: Record<string, unknown>;
}

export type { Observation, ScoreLine } from './observation';

/**
 * A thing on the board that can be clicked, written `kind:id`: `site:cluny`, `country:france`, `card:italy`,
 * `open:1`, `pile`, `city:acre`, `character:nun`, `place:court`, `die:4`. Used in `data-target` attributes, too.
 */
export type Target = string;

/** One legal action: its text (notation), its sentence, and the targets it is about. */
export interface Choice {
  text: string;
  label: Message;
  targets: readonly Target[];
}

/** A seat as it is shown everywhere: colour AND shape, so that no player is marked by colour alone. */
export interface SeatLook {
  seat: number;
  name: string;
  /** CSS colour of pieces; dark enough for white ink on it in both themes. */
  colour: string;
  /** CSS colour of a pale wash in this colour (panels, highlights). */
  wash: string;
  shape: 'disc' | 'square' | 'triangle' | 'diamond' | 'cross' | 'crown';
  kind: 'human' | 'bot' | 'open';
  /** Whether this browser plays this seat. */
  mine: boolean;
}

/** One entry of the log as this viewer may see it; `events` are in the past tense. */
export interface Happening {
  number: number;
  /** -1: chance. */
  seat: number;
  /** The text of the action; null when it is hidden from this viewer. */
  text: string | null;
  events: Message[];
  /** The same for all that belongs to one turn. */
  turn: number;
}

/** What the engine warns the viewer of before they act: no effect for certain, or unless others do their part. */
export interface Caution {
  reason: Message;
  rule: string;
  certain: boolean;
  /** It is about what was chosen already, else about what can be. */
  chosen: boolean;
}

/** What would be, as the engine says: the actions that were possible then, and what the viewer would see. */
export interface Prospect<O extends Observation = Observation> {
  legal: readonly string[];
  observation: O;
}

/** What every component of a title gets. The screen is a function of this and of nothing else. */
export interface BoardProps<O extends Observation = Observation, File = unknown> {
  observation: O;
  /** The observation shown before this one (null at first) and what happened between: for animation only. */
  previous: O | null;
  happenings: readonly Happening[];
  /** The seat whose eyes this is; null for a spectator. */
  viewer: number | null;
  /** Seats in order, as they look. */
  seats: readonly SeatLook[];
  /** The seats the table waits for. */
  toAct: readonly number[];
  /** The places that an excerpt is about: the board stays at them and shows nothing over itself. */
  look?: readonly Target[];
  /** What is asked of the viewer, null when nothing is. */
  asked: Message | null;
  /** All legal actions of the viewer now; empty when it is not the viewer's turn or in a replay. */
  legal: readonly Choice[];
  /** The targets chosen so far, in order. */
  chosen: readonly Target[];
  /** The legal actions that are left after `chosen`; equals `legal` when nothing is chosen. */
  left: readonly Choice[];
  /** The targets that can be clicked next: highlight these. */
  open: ReadonlySet<Target>;
  /** The game is over and looked at again: nobody is waited for. */
  isReplay?: boolean;
  /** What the viewer should know before they act. */
  cautions?: readonly Caution[];
  /** Open a rule by its number. */
  openRule?: (rule: string) => void;
  /** Where something was placed since the viewer's last turn: mark it. */
  recent?: ReadonlySet<Target>;
  /** The drafted action that waits for the viewer's confirmation, or null: show its effect as a ghost. */
  draft: Choice | null;
  /** Targets the log or the score sheet points at now (hover or focus): make them glow. */
  pointed: ReadonlySet<Target>;
  words: Words;
  /** The component file of the players' own that this match is played with; absent or null for the title's own. */
  components?: File | null;
  /** True when the viewer prefers less motion: then nothing flies. */
  still: boolean;
  /** A click, tap or Enter on a target, also on one that is not open (then the table says why not). */
  choose: (target: Target) => void;
  /** Several actions at once, chosen in a form of the board: they are played after what is drafted, in one message. */
  takeAll?: (texts: readonly string[]) => void;
  /** What would be after the draft and these actions; null where the engine cannot say, as beyond a revelation. */
  after?: (texts: readonly string[]) => Promise<Prospect<O> | null>;
  /** Take the last chosen target back; without anything chosen nothing happens. */
  back: () => void;
  /** The mouse or the focus is on a target (null: left it); the table shows what it would mean. */
  preview: (target: Target | null) => void;
}

/** A panel for one player: stocks, hand size, tokens. The table draws name, clock and score around it. */
export interface PanelProps<O extends Observation = Observation, File = unknown> extends BoardProps<O, File> {
  seat: number;
}

/** A part of the table that only shows a position, such as a worked example of the rules. */
export interface ExcerptProps<O extends Observation = Observation, File = unknown> extends BoardProps<O, File> {
  look: readonly Target[];
}

/**
 * What the module of some title takes: the table page passes on to it what the server sent for the same title. The
 * page reads neither `public` nor `own`: in its own observations both are `unknown`.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the one type that every title's observation fits
type AnyObservation = Observation<any, any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the same for a component file
type AnyFile = any;

/** What can be heard at a table. */
export type Sound = 'turn' | 'place' | 'card' | 'dice' | 'coins' | 'points' | 'victory' | 'end';
/** The keys of the messages that sound so. */
export type SoundRule = readonly [RegExp, Sound];

/** What `web/src/games/<title>/index.ts` exports as default. Loaded lazily, so it may be large. */
export interface GameModule<O extends Observation = AnyObservation, File = AnyFile> {
  /** The board itself; fills the box it is given (width and height 100 %) and has its own pan and zoom. */
  Board: Component<BoardProps<O, File>>;
  /** The board knows the height that belongs to its width; then a phone gives it just that, else a box to fill. */
  hasOwnHeight?: boolean;
  /** The board is laid out like a page: as tall as it needs; it scrolls, the viewer's own things stay in sight. */
  isPage?: boolean;
  /** The viewer's own things (hand, programme, stocks); shown under the board, near the thumb on a phone. */
  Own?: Component<BoardProps<O, File>>;
  /** They can also stand in a narrow column: beside the board where a screen is wide, so that the board is larger. */
  standsBeside?: boolean;
  /** What lies before another player; also used for the viewer when there is no `Own`. */
  Panel?: Component<PanelProps<O, File>>;
  /** The part of the table that an example of the rules is about, in as much height as it needs. */
  Excerpt?: Component<ExcerptProps<O, File>>;
  /** The targets an action text is about, in the order in which a player would name them. */
  targets: (text: string) => Target[];
  /**
   * The text of the action a click on this target would mean if it were legal, so that the engine can say why it
   * is not (`abbey cluny` for a click on `site:cluny`); null where a click has no meaning now.
   */
  intendedAction: (target: Target, observation: O, chosen: readonly Target[]) => string | null;
  /**
   * The name of a target for people ("Cluny", "the pile"): for tooltips, the screen reader and the draft.
   */
  name: (target: Target, words: Words) => string;
  /** The sentence of an action as it is meant in this position: which card it is that lies there. */
  meant?: (label: Message, observation: O) => Message;
  /** The targets a message of the log or a score line speaks of, so that pointing at it makes them glow. */
  mentioned?: (message: Message) => Target[];
  /** Where something was placed, according to a message of the log. */
  placed?: (message: Message) => Target[];
  /** What can be heard of the messages of the log. */
  sounds?: readonly SoundRule[];
  /** Everybody plays a turn at once: what comes of it is new to all, whoever made its last action. */
  playsAtOnce?: boolean;
  /** What the fields of its observation are, for the text view. */
  fields: Field;
  /** The game in a few sentences, one a line, for somebody that plays it for the first time. */
  primer?: (words: Words) => string;
  /** The keys of the sentences that head a chapter of the log: a turn or a round began, a scoring. */
  chapters?: readonly string[];
  /**
   * Action texts that are played at once when chosen even where the player wants to confirm (steps that can be
   * taken back at no cost, such as `take nun`).
   */
  isLight?: (text: string) => boolean;
  /** Whether a question of a move is open here, so that the move cannot be confirmed yet. */
  isUnfinished?: (observation: O, viewer: number) => boolean;
  /** The legal action that is played by itself because it decides nothing; null where there is something to decide. */
  forced?: (legal: readonly string[]) => string | null;
  /**
   * The action that goes before this target without a choice: the one card that can pay for a monastery that was
   * clicked. `legal` are the actions that are left; null where there is none, or more than one.
   */
  implied?: (target: Target, legal: readonly string[], components: File | null) => string | null;
  /** Amid a move: what is drafted up to this position is no whole move yet, so nobody is invited to confirm it. */
  isAmid?: (observation: O) => boolean;
  /** An action that is drafted by itself when it is the only one left, such as `stop` when nothing more can be paid. */
  goesWithoutSaying?: (text: string) => boolean;
}
