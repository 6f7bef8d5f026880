/** What every part of the table needs: the props of the board, the cards, and how to explain one. */
import { getContext, setContext } from 'svelte';
import type { BoardProps, SeatLook } from '../types';
import { cardsOf, type Cards, type ComponentFile } from './cards';
import type { KingsAbbeyObservation, KingsAbbeyPublic, PlayerSeen } from './observation';
import type { Who } from './pieces';

export type KingsProps = BoardProps<KingsAbbeyObservation, ComponentFile>;
/** What is explained: `card:bakery`, `event:plenty_fair`, `crusade:c11`, `relic:torah`, `saint:elie`, `level:deacon`. */
export type Subject = string;

export interface Scene {
  readonly props: KingsProps;
  readonly cards: Cards;
  /** What everybody sees. */
  readonly position: KingsAbbeyPublic;
  readonly phase: string;
  /** The viewer's own player; undefined for a spectator. */
  readonly me: PlayerSeen | undefined;
  /** Explain what lies at this element while the mouse rests there, or, `held`, until it is closed. */
  explain(subject: Subject | null, at?: Element, held?: boolean): void;
}

const KEY = Symbol('kings_abbey');
/** Lay the scene for all parts within; the props are asked for anew each time, so that what reads them follows them. */
export function setScene(props: () => KingsProps, explain: Scene['explain']): Scene {
  return setContext<Scene>(KEY, {
    get props() {
      return props();
    },
    get cards() {
      return cardsOf(props().components);
    },
    get position() {
      return props().observation.public;
    },
    get phase() {
      return props().observation.phase;
    },
    get me() {
      const { viewer, observation } = props();
      return viewer === null ? undefined : observation.public.players[viewer];
    },
    explain,
  });
}
export const useScene = (): Scene => getContext<Scene>(KEY);

export const lookOf = (props: KingsProps, who: Who): SeatLook | undefined =>
  typeof who === 'number' ? props.seats[who] : undefined;
