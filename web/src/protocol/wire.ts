// Made by tools/wire.py from the structs of src/abbatia/server/ws. Do not edit.
import type { Observation } from '../games/observation';

export const PROTOCOL = 7;

/** What is at a path now; or of the list there, how many go from where on, and which come. */
export type Change =
  | [path: (string | number)[], now: unknown]
  | [path: (string | number)[], at: number, gone: number, come: unknown[]];

/** A sentence in any language: a key of the catalogue (`GET /api/words/en`) and its arguments. */
export interface Said {
  key: string;
  args: Record<string, unknown>;
}

/** Why an action cannot be done: a sentence, and the number of the rule behind it (or ""). */
export interface Refusal {
  reason: Said;
  rule: string;
  lesson: Said | null;
}

/** One action as a viewer may see it; an action of which the viewer sees nothing is not in its log at all. `number` is the place in this viewer's log, from 0. `seat` has acted, -1 for chance. `text` is the action itself where it is the viewer's own, else null (a replay shows all, once the match is over). `turn` is the same for all that belongs to one turn of a seat, or of the seats that act at once. */
export interface Happening {
  number: number;
  seat: number;
  text: string | null;
  events: Said[];
  turn: number;
}

/** One line of a score sheet. */
export interface Line {
  label: Said;
  points: number;
  rule: string;
}

/** The end of a game: per seat its score, its lines, its rank (1 is best). */
export interface Result {
  scores: number[];
  lines: Line[][];
  ranks: number[];
}

/** A warning to the viewer: something has no effect (`certain`), or none unless others do their part. `chosen`: it is about what the seat has chosen already, else about what it may choose. */
export interface Caution {
  reason: Said;
  rule: string;
  certain: boolean;
  chosen: boolean;
}

/** Where a learner is in a lesson (`GET /api/lessons/{title}/{lesson}/{language}` has its steps). */
export interface LessonPlace {
  since: number;
  step: number;
  played: number;
  met: boolean;
  key: string | null;
}

/** All that the screen of one viewer shows: it is a function of this (and of the choice so far). */
export interface View {
  observation: Observation;
  to_act: number[];
  legal: string[];
  asked: Said | null;
  nth: number;
  undo: "consent" | "free" | "none";
  redo: boolean;
  result: Result | null;
  cautions: Caution[];
  lesson: LessonPlace | null;
}

/** Think as long as you like. */
export interface NoClock {
  kind: "none";
}

/** A number of seconds for each turn of a seat; seats that act at once each have their own. */
export interface MoveClock {
  kind: "move";
  seconds: number;
}

/** A bank of seconds for the whole match, and an increment after each turn in which a seat was to act. */
export interface BankClock {
  kind: "bank";
  seconds: number;
  increment?: number;
}

/** A number of days for each turn: a match by correspondence. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** A seat at a table. `bot` is the level of a bot, or of the one that stands in for an absent person. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  bot: string | null;
  here: boolean;
  standing_in: boolean;
  thinking: number | null;
  guest: boolean;
  resigned: boolean;
  shared: boolean;
}

/** A seat asks all others for their consent to take back its last action. */
export interface Asking {
  seat: number;
  agreed: number[];
  number: number;
}

/** The record, and the number of its actions, that a table began from. */
export interface Origin {
  record: string;
  at: number;
}

/** A table as everybody may know it. */
export interface TableInfo {
  id: string;
  title: string;
  version: number;
  options: Record<string, boolean | string>;
  seats: SeatInfo[];
  state: "gathering" | "over" | "playing";
  public: boolean;
  clock: NoClock | MoveClock | BankClock | DaysClock;
  stand_in: string;
  own_components: boolean;
  commitment: string;
  seed: string | null;
  created: number;
  to_act: number[];
  clocks: number[] | null;
  scores: number[] | null;
  spectators: number;
  asking: Asking | null;
  abandoning: number[];
  abandoned: boolean;
  rematch: string | null;
  origin: Origin | null;
  take_back: "agree" | "none";
  absent: "pause" | "play_on";
  seating: "as_seated" | "drawn";
  drawn: number[];
  paused: boolean;
  take_backs: number;
  lesson: string | null;
}

/** Something said at the table, `at` seconds since 1970; `seat` is null for a spectator. */
export interface ChatLine {
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

/** The first message. Answered by Welcome; another number than the server's is refused. */
export interface Hello {
  type: "hello";
  protocol: number;
  re?: number;
}

/** Come to a table: with the tokens of all seats this browser holds there, or none to watch. `since` holds the newest `cursor` of each viewer's messages (one is enough); none for a whole sync. Answered by Sync, one for each viewer: each token's seat, or the spectator. */
export interface Subscribe {
  type: "subscribe";
  table: string;
  tokens?: string[];
  since?: string[];
  re?: number;
}

/** Go away from a table; the seats stay taken. Answered by Done. */
export interface Unsubscribe {
  type: "unsubscribe";
  table: string;
  re?: number;
}

/** Play actions of one's own seat as one unit: a whole turn, or a part of it. Answered by Done once it is on disk, else by Refused; then none of them was played. Where something comes to light (chance acts, hidden things are revealed, it is the turn of others) the actions after it are dropped: Done has the number of those that were `played`. `nth` is the seat's `nth` in its newest View: a repeat of what was done is answered again, not done again. */
export interface Play {
  type: "play";
  table: string;
  seat: number;
  nth: number;
  actions: string[];
  re?: number;
}

/** Take back one's last action. Where that is not free, `ask` asks all others for their consent. */
export interface Undo {
  type: "undo";
  table: string;
  seat: number;
  nth: number;
  ask?: boolean;
  re?: number;
}

/** Do again what was taken back last. */
export interface Redo {
  type: "redo";
  table: string;
  seat: number;
  nth: number;
  re?: number;
}

/** Consent to what another seat asks for (`TableInfo.asking`), or not. One's own no withdraws. `number` is that of the question: a late answer consents to no other. */
export interface Answer {
  type: "answer";
  table: string;
  seat: number;
  number: number;
  yes: boolean;
  re?: number;
}

/** Ask why actions cannot be done now. Answered by Reasons. */
export interface Why {
  type: "why";
  table: string;
  seat: number;
  actions: string[];
  re?: number;
}

/** Ask what own actions, one after the other, would give without doing them. Answered by Previewed. */
export interface Preview {
  type: "preview";
  table: string;
  seat: number;
  actions: string[];
  re?: number;
}

/** Ask how the table looked to a viewer after the first `at` happenings of its log. Answered by Looked. */
export interface Look {
  type: "look";
  table: string;
  viewer: number | null;
  at: number;
  re?: number;
}

/** Say something at the table, from one's seat or (null) as a spectator. Answered by Done. Under the same `key`, of the client's own choice, it is said once, however often it is sent. */
export interface Chat {
  type: "chat";
  table: string;
  seat: number | null;
  text: string;
  key?: string;
  re?: number;
}

/** Hear no more from a seat, or (null) from spectators, at this table. Answered by Done. */
export interface Mute {
  type: "mute";
  table: string;
  seat: number;
  who: number | null;
  on: boolean;
  re?: number;
}

/** Take one's seat back from the bot that stood in. Answered by Done. */
export interface Return {
  type: "return";
  table: string;
  seat: number;
  re?: number;
}

/** Are you there? Answered by Pong. */
export interface Ping {
  type: "ping";
  re?: number;
}

/** The answer to Hello. */
export interface Welcome {
  type: "welcome";
  re: number;
  protocol: number;
  version: string;
  now: number;
  user: string | null;
}

/** Everything a viewer needs: all of the log and chat (`whole`), or just what was missed. When `whole` is false, drop what you have of the log from `first` on and append `log`; append `chat`. */
export interface Sync {
  type: "sync";
  re: number;
  table: TableInfo;
  viewer: number | null;
  cursor: string;
  whole: boolean;
  first: number;
  log: Happening[];
  chat: ChatLine[];
  muted: (number | null)[];
  view: View | null;
  seats: number[] | null;
}

/** Something was done: the log has these happenings more, and this is the viewer's new view. The observation of a step is empty: carry out its `changes` on the one you have. Each of these begins with a path of names and places. Two parts: what is there now. Four: of the list there, from which place on how many items go, and the items that come in their stead. `first` is where `log` begins: after an undo, less than what you have; then drop yours from there on. */
export interface Step {
  type: "step";
  table: string;
  viewer: number | null;
  cursor: string;
  first: number;
  log: Happening[];
  view: View;
  changes: Change[];
  clocks: number[] | null;
}

/** Seats, presence, askings, bots' queue or state have changed. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
}

/** Somebody said something. */
export interface Chatted {
  type: "chatted";
  table: string;
  viewer: number | null;
  cursor: string;
  line: ChatLine;
}

/** Yes: what was asked is done and on disk. `nth` is the seat's next number after Play, Undo and Redo. `played` is how many actions of a Play were carried out; those after the first revelation were dropped. */
export interface Done {
  type: "done";
  re: number;
  table: string;
  nth: number | null;
  played: number | null;
}

/** No: nothing has changed. `why` is for the player; `code` for the program. `nth` is the seat's number when `code` is stale. `at` is the place, from 0, of the action that the rules refuse in a Play. `lesson` is what the lesson that is played there adds to a refusal of the rules. */
export interface Refused {
  type: "refused";
  re: number;
  code: "bad_message" | "bad_record" | "bad_setup" | "forbidden" | "illegal" | "lesson" | "needs_consent" | "not_possible" | "not_seated" | "not_started" | "not_subscribed" | "nothing_asked" | "other_protocol" | "over" | "stale" | "taken" | "too_big" | "too_fast" | "too_slow" | "unavailable" | "unknown" | "unknown_table";
  why: Said;
  rule: string;
  table: string | null;
  nth: number | null;
  at: number | null;
  lesson: Said | null;
}

/** For each action asked about: null when it can be done, else why not. */
export interface Reasons {
  type: "reasons";
  re: number;
  table: string;
  seat: number;
  reasons: (Refusal | null)[];
}

/** What the actions would give. `done` of them could be shown; then it stopped for `stopped`. `refused`: the next one is not legal (`refusal` says why). `chance`: dice or cards would come. `revealed`: hidden things would come to light. `turn`: the turn would go to others. `end`: all were shown. */
export interface Previewed {
  type: "previewed";
  re: number;
  table: string;
  seat: number;
  done: number;
  stopped: "chance" | "end" | "refused" | "revealed" | "turn";
  refusal: Refusal | null;
  log: Happening[];
  observation: Observation;
  legal: string[];
  asked: Said | null;
  cautions: Caution[];
}

/** How the table looked to a viewer after the first `at` happenings of its log. */
export interface Looked {
  type: "looked";
  re: number;
  table: string;
  viewer: number | null;
  at: number;
  observation: Observation;
}

/** I am here. */
export interface Pong {
  type: "pong";
  re: number;
  now: number;
}

export type FromClient =
  | Hello
  | Subscribe
  | Unsubscribe
  | Play
  | Undo
  | Redo
  | Answer
  | Why
  | Preview
  | Look
  | Chat
  | Mute
  | Return
  | Ping;

export type FromServer =
  | Welcome
  | Sync
  | Step
  | TableChanged
  | Chatted
  | Done
  | Refused
  | Reasons
  | Previewed
  | Looked
  | Pong;

export type Clock =
  | NoClock
  | MoveClock
  | BankClock
  | DaysClock;
