/** Every legal action of the recorded moments can be reached by clicking its targets, and only that one. */
import { describe, expect, it } from 'vitest';
import { choose, left, openTargets } from '../table/choose';
import * as cardinal from './cardinal/choosing';
import { meant } from './cardinal/naming';
import * as pelegrinus from './pelegrinus/choosing';
import type { PelegrinusObservation } from './pelegrinus/observation';
import { CHARACTERS } from './pelegrinus/pieces';
import type { CardinalObservation } from './cardinal/observation';
import { momentOf, MOMENTS } from './moments';
import { Words } from '../words/words';
import en from '../words.en.json';

describe.each(MOMENTS)('%s', (name) => {
  const moment = momentOf(name);
  const { targets } = name.startsWith('cardinal') ? cardinal : pelegrinus;
  const legal = moment.legal.map((choice) => ({ ...choice, targets: targets(choice.text) }));

  it('has targets for every legal action', () => {
    expect(legal.filter((choice) => choice.targets.length === 0)).toEqual([]);
  });

  it('leads to each action by its targets', () => {
    for (const choice of legal) {
      const rest = left(legal, choice.targets);
      expect(rest.filter((other) => other.targets.length === choice.targets.length).map((other) => other.text)).toEqual(
        [choice.text],
      );
    }
  });

  it('opens only targets that lead on', () => {
    for (const target of openTargets(legal, [])) expect(choose(legal, [], target).kind).not.toBe('refused');
  });
});

describe('Cardinal', () => {
  it.each([
    ['pay lorraine', ['card:italy', 'country:lorraine']],
    ['pay two aragon for france', ['pair:aragon', 'country:france']],
    ['exchange burgundy', ['card:burgundy', 'exchange']],
    ['abbey cluny', ['site:cluny']],
    ['advisor italy', ['seal:italy']],
    ['draw open 2', ['open:2']],
    ['draw pile', ['pile']],
    ['swap france open 1', ['privilege:swap', 'card:france', 'open:1']],
    ['king pay bavaria', ['king_card:burgundy', 'country:bavaria']],
    ['king pay two swabia for italy', ['king_pair:swabia', 'country:italy']],
    ['king rest', ['king_rest']],
    ['stop', ['stop']],
  ])('%s is about %j', (text, expected) => {
    expect(cardinal.targets(text)).toEqual(expected);
  });

  it('takes the one card that can pay for a monastery or a seal, and leaves a choice to the player', () => {
    const legal = ['pay burgundy', 'pay two burgundy for france', 'pay france', 'exchange burgundy'];
    expect(cardinal.implied('site:cluny', legal, null)).toBe('pay burgundy');
    expect(cardinal.implied('seal:burgundy', legal, null)).toBe('pay burgundy');
    expect(cardinal.implied('seal:france', legal, null)).toBeNull();
    expect(cardinal.implied('seal:italy', legal, null)).toBeNull();
    expect(cardinal.implied('pile', legal, null)).toBeNull();
  });

  it('knows where a piece was placed', () => {
    expect(cardinal.placed({ key: 'cardinal.event.built', args: { seat: 0, site: 'cluny' } })).toEqual(['site:cluny']);
    expect(cardinal.placed({ key: 'cardinal.event.king_advised', args: { country: 'italy' } })).toEqual(['seal:italy']);
    expect(cardinal.placed({ key: 'cardinal.event.paid', args: { country: 'italy' } })).toEqual([]);
  });

  it('asks the engine about the action a click would mean', () => {
    const observation = momentOf<CardinalObservation>('cardinal-turn').observation;
    expect(cardinal.intendedAction('site:cluny', observation, [])).toBe('abbey cluny');
    expect(cardinal.intendedAction('country:italy', observation, ['pair:france'])).toBe('pay two france for italy');
    expect(cardinal.intendedAction('exchange', observation, ['card:france'])).toBe('exchange france');
    expect(cardinal.intendedAction('pile', observation, [])).toBe('draw pile');
    const turn = { ...observation.public.turn, country: 'burgundy' };
    const more = { ...observation, phase: 'more', public: { ...observation.public, turn } };
    expect(cardinal.intendedAction('card:italy', more, [])).toBe('pay lorraine');
    expect(cardinal.intendedAction('card:burgundy', more, [])).toBe('pay bavaria');
    expect(cardinal.intendedAction('card:italy', { ...observation, phase: 'keep' }, [])).toBe('keep italy');
  });

  it('knows what a line of the score sheet speaks of', () => {
    const key = 'cardinal.score.chain';
    expect(cardinal.mentioned({ key, args: { sites: ['cluny', 'citeaux'], n: 2 } })).toEqual([
      'site:cluny',
      'site:citeaux',
    ]);
    expect(cardinal.mentioned({ key, args: { number: 4, a: 'france', b: 'lorraine' } })).toEqual([
      'alliance:4',
      'country:france',
      'country:lorraine',
    ]);
  });
});

describe('a face-up card of Cardinal', () => {
  const { observation } = momentOf<CardinalObservation>('cardinal-draw');
  const shown = { ...observation, public: { ...observation.public, open: ['burgundy', null] } };
  const words = new Words('en', {
    'cardinal.action.draw_open': 'Take face-up card {place}',
    'cardinal.action.swap': 'swap {card:card} for face-up card {place}',
    'cardinal.card.burgundy': 'Bavaria/Burgundy',
    'cardinal.card.france': 'France',
    'web.place_and_card': en['web.place_and_card'],
  });
  const say = (key: string, args: Record<string, unknown>): string =>
    words.say(meant({ key: `cardinal.action.${key}`, args }, shown));

  it('is named where it is drawn or swapped for', () => {
    expect(say('draw_open', { place: 1 })).toBe('Take face-up card 1 (Bavaria/Burgundy)');
    expect(say('swap', { card: 'france', place: 1 })).toBe('swap France for face-up card 1 (Bavaria/Burgundy)');
  });

  it('has no name where none lies', () => {
    expect(say('draw_open', { place: 2 })).toBe('Take face-up card 2');
  });
});

describe('Pelegrinus', () => {
  it.each([
    ['send nun to acre', ['character:nun', 'city:acre']],
    ['send master to court', ['character:master', 'place:court']],
    ['keep keeper home', ['character:keeper', 'place:home']],
    ['take pilgrim', ['character:pilgrim']],
    ['build commandery at mont_x', ['city:mont_x']],
    ['seal', ['seal']],
  ])('%s is about %j', (text, expected) => {
    expect(pelegrinus.targets(text)).toEqual(expected);
  });

  it('asks the engine about the action a click would mean', () => {
    const observation = momentOf<PelegrinusObservation>('pelegrinus-order').observation;
    const inHand = observation.own?.programme?.in_hand;
    expect(CHARACTERS).toContain(inHand);
    expect(pelegrinus.intendedAction('city:kiev', observation, [])).toBe(`send ${inHand} to kiev`);
    expect(pelegrinus.intendedAction('place:home', observation, [])).toBe(`keep ${inHand} home`);
    expect(pelegrinus.intendedAction('city:kiev', { ...observation, phase: 'claims' }, [])).toBe('claim abbey at kiev');
  });

  it('plays orders at once, and seals by one click', () => {
    expect(pelegrinus.isLight('take nun')).toBe(true);
    expect(pelegrinus.isLight('send nun to acre')).toBe(true);
    expect(pelegrinus.isLight('seal')).toBe(true);
    expect(pelegrinus.isLight('claim abbey at kiev')).toBe(false);
  });
});
