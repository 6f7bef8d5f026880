/** The table of L'Abbaye du Roi with recorded moments: every action is led to, what is open can be clicked. */
import { readFileSync } from 'node:fs';
import { fireEvent, render } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { NAMES, on, propsAt } from '../../../tests/board';
import { catalogue, choices, recorded } from '../../../tests/recorded';
import { choose, left, openTargets } from '../../table/choose';
import { LANGUAGES } from '../../words/languages';
import { Words, type Entries, type Language } from '../../words/words';
import { momentOf } from '../moments';
import type { Choice } from '../types';
import game from '.';
import { BUILDINGS } from './art/buildings';
import { crusadeArt, EVENTS, RELICS, saintArt } from './art/others';
import { cardsOf, effectSigns } from './cards';
import { isLight, mentioned, targets, intendedAction } from './choosing';
import { deedsOf, endOf, undone, worthwhile } from './deeds';
import { meant, nameOf } from './naming';
import type { KingsAbbeyObservation } from './observation';
import type { KingsProps } from './scene';
import { showOf } from './upkeep';

const MOMENTS = ['abbey', 'vikings', 'market', 'collect', 'building', 'terms', 'help', 'hand', 'solo', 'bid', 'end'];
const wordsOf = (language: Language): Words => new Words(language, catalogue(language), NAMES);

const propsOf = (name: string, more: Partial<KingsProps> = {}): KingsProps =>
  propsAt(`kings_abbey-${name}`, game, more);

/** What the viewer sees in a recorded moment. */
const observationAt = (name: string): KingsAbbeyObservation =>
  momentOf<KingsAbbeyObservation>(`kings_abbey-${name}`).observation;

/** The whole table as the page shows it: the board and what lies under it. */
function table(props: KingsProps): HTMLElement {
  const root = document.createElement('div');
  document.body.append(root);
  render(game.Board, { target: root, props });
  if (game.Own) render(game.Own, { target: root, props });
  return root;
}

describe('every action of a whole game', () => {
  const match = recorded('kings_abbey');
  const vocabulary = Object.keys(match.vocabulary).filter((text) => !/^(roll|lot|draw)/.test(text));

  it('is about something', () => {
    expect(vocabulary.filter((text) => targets(text).length === 0)).toEqual([]);
  });

  it('is reached by naming what it is about', () => {
    for (const view of match.views) {
      const legal = choices(match, view.legal, targets);
      for (const choice of legal) {
        const same = left(legal, choice.targets).filter((other) => other.targets.length === choice.targets.length);
        expect(
          same.map((other) => other.text),
          view.legal.join(' · '),
        ).toEqual([choice.text]);
      }
      for (const target of openTargets(legal, [])) expect(choose(legal, [], target).kind).not.toBe('refused');
    }
  });

  it('has a name for every target, in every language', () => {
    for (const language of LANGUAGES)
      for (const target of new Set(vocabulary.flatMap(targets))) {
        const name = nameOf(target, wordsOf(language));
        expect(name, target).not.toMatch(/web\.abbey|kings_abbey|\{|^$|undefined/);
      }
  });

  it('is what a click on one of its things intends, so that the engine can say why not', () => {
    const observation = observationAt('abbey');
    const mute = new Set(
      vocabulary.flatMap(targets).filter((target) => intendedAction(target, observation, []) === null),
    );
    expect([...mute].filter((target) => !/^(laid:|peasant:baptistry|card:chapel)/.test(target))).toEqual([]);
    for (const text of vocabulary.flatMap((one) =>
      targets(one).map((target) => intendedAction(target, observation, [])),
    ))
      if (text !== null) expect(match.vocabulary[text], text).toBeDefined();
  });
});

describe.each(MOMENTS)('the moment %s', (name) => {
  it.each(LANGUAGES)('offers every open target on the table and has no gap in its words (%s)', (language) => {
    const props = propsOf(name, { words: wordsOf(language) });
    const root = table(props);
    const shown = new Set([...root.querySelectorAll<HTMLElement>('[data-target]')].map((one) => one.dataset['target']));
    expect([...props.open].filter((target) => !shown.has(target))).toEqual([]);
    const labelled = [...root.querySelectorAll('[aria-label], [title]')];
    const said = [
      root.textContent,
      ...labelled.flatMap((one) => [one.getAttribute('aria-label'), one.getAttribute('title')]),
    ].join('\n');
    expect(said).not.toMatch(/web\.abbey|kings_abbey\.|undefined|NaN|\{\w/);
  });
});

describe('choosing', () => {
  it.each([
    ['preach 2', ['die:2', 'preaching']],
    ['crusade 2 5', ['die:5', 'crusade:2']],
    ['collect stone 6', ['die:6', 'location:stone']],
    ['baptise 3', ['peasant:bench_4_3', 'baptistry']],
    ['activate library', ['peasant:baptistry', 'card:library']],
    ['turn library', ['card:library', 'gift:library']],
    ['put crusade_1', ['crusade:1']],
    ['ask 1 3', ['crusade:1', 'ask:1-3']],
    ['raze_manned bakery', ['card:bakery', 'peasant:bakery']],
    ['done', ['done']],
  ])('%s is about %j', (text, expected) => {
    expect(targets(text)).toEqual(expected);
  });

  it('asks about the die that was chosen', () => {
    const observation = observationAt('abbey');
    expect(intendedAction('clergy', observation, ['die:2'])).toBe('clergy 2');
    expect(intendedAction('die:6', observation, ['preaching'])).toBe('preach 6');
    expect(intendedAction('market:b2', observation, [])).toBe('buy b2');
  });

  it('plays the end of a phase at once, and confirms what costs something', () => {
    expect(isLight('done')).toBe(true);
    expect(isLight('preach 2')).toBe(false);
    expect(isLight('accept')).toBe(false);
  });

  it('knows what the log speaks of', () => {
    for (const key of ['collected', 'collected_change'])
      expect(mentioned({ key: `kings_abbey.event.${key}`, args: { seat: 0, good: 'wood', n: 2 } })).toEqual([
        'location:wood',
      ]);
    expect(mentioned({ key: 'kings_abbey.event.moved', args: { place: 'bench_1_1', to: 'bench_2_1' } })).toEqual([
      'peasant:bench_1_1',
      'peasant:bench_2_1',
    ]);
  });
});

describe('the table', () => {
  it('takes a die, then its place', async () => {
    const props = propsOf('abbey');
    const root = table(props);
    await fireEvent.click(on(root, 'die:1'));
    expect(props.choose).toHaveBeenLastCalledWith('die:1');
    const then = propsOf('abbey', { chosen: ['die:1'] });
    expect(then.open).toEqual(new Set(['preaching', 'defence']));
    await fireEvent.click(on(table(then), 'preaching'));
    expect(then.choose).toHaveBeenLastCalledWith('preaching');
  });

  it('lets only what is open be reached by the Tab key, but answers every click', async () => {
    const props = propsOf('abbey');
    const root = table(props);
    expect(on(root, 'preaching').getAttribute('tabindex')).toBe('0');
    expect(on(root, 'initiative').getAttribute('tabindex')).toBe('-1');
    await fireEvent.click(on(root, 'initiative'));
    expect(props.choose).toHaveBeenLastCalledWith('initiative');
  });

  it('asks before the end where something is left undone, and only there', async () => {
    const props = propsOf('abbey');
    const root = table(props);
    await fireEvent.click(on(root, 'done'));
    expect(props.choose).not.toHaveBeenCalled();
    expect(root.textContent).toContain('You can still: Preach');
    await fireEvent.click(on(root, 'done'));
    expect(props.choose).toHaveBeenLastCalledWith('done');
    const bare = propsOf('abbey');
    const idle = { ...bare, legal: bare.legal.filter((choice) => ['done', 'trade'].includes(choice.text)) };
    await fireEvent.click(on(table(idle), 'done'));
    expect(idle.choose).toHaveBeenLastCalledWith('done');
  });

  it('shows the exact terms of an offer', () => {
    const props = propsOf('help');
    const root = table(props);
    const [owner = 0, , spaces, share] = observationAt('help').public.questions[0]?.args ?? [];
    const terms = root.querySelector('.terms')?.textContent ?? '';
    expect(terms).toContain(`${NAMES[owner]} → Ada`);
    expect(terms).toContain(`to fill: ${spaces}`);
    expect(terms).toContain(`for ${share}`);
    expect(on(root, 'accept').textContent).toContain('Accept');
    expect(on(root, 'refuse').textContent).toContain('Refuse');
  });

  it('says from the start of the round what hunger and Darkness will take', () => {
    const props = propsOf('abbey');
    const observation = observationAt('abbey');
    const player = observation.public.players[0];
    if (!player) throw new Error('no player');
    const forecast = { ...player.forecast, levels: 3, fed: 0, grain: 1, hungry: 2, dark: 0 };
    const root = table({
      ...props,
      observation: {
        ...observation,
        public: { ...observation.public, players: [{ ...player, forecast }, ...observation.public.players.slice(1)] },
      },
    });
    expect(root.querySelector('.forecast')?.textContent).toContain('3 to feed, 1 in stock');
    expect(root.querySelector('.forecast')?.textContent).toContain('−2 peasants, −4');
    expect(root.querySelectorAll('.forecast .bad')).toHaveLength(1);
  });

  it('turns on a phone to where something is to be done, also when that comes after the question', async () => {
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390);
    const tab = (): string | undefined => document.querySelector('[role=tab][aria-selected=true]')?.id;
    const props = propsOf('collect');
    const { rerender } = render(game.Board, { props: { ...props, legal: [], open: new Set<string>() } });
    expect(tab()).toBe('ka-tab-abbey');
    await rerender(props);
    expect(tab()).toBe('ka-tab-lands');
    await fireEvent.click(document.querySelector('#ka-tab-realm') as Element);
    await rerender({ ...props, legal: [...props.legal], open: new Set(props.open) });
    expect(tab(), 'the same is open: a viewer that looks elsewhere is left there').toBe('ka-tab-realm');
    await rerender({ ...props, legal: props.legal, open: new Set(['defence']) });
    expect(tab(), 'something else is open').toBe('ka-tab-abbey');
    width.mockRestore();
  });

  it('has no picture without a name, also where a crusade brings nothing but a relic', () => {
    for (const name of MOMENTS) {
      const observation = structuredClone(observationAt(name));
      for (const player of observation.public.players) {
        for (const crusade of player.crusades) Object.assign(crusade ?? {}, { reward: {}, relic: 'torah' });
      }
      const pictures = table(propsOf(name, { observation })).querySelectorAll('[role="img"]');
      const nameless = [...pictures].filter((one) => !one.getAttribute('aria-label'));
      expect(
        nameless.map((one) => one.outerHTML),
        name,
      ).toEqual([]);
    }
  });

  it('shows the dice of Elias that are in the pool, and no others', () => {
    const before = observationAt('solo');
    const { elias } = before.public;
    if (!elias) throw new Error('nobody plays alone');
    const observation = { ...before, public: { ...before.public, elias: { ...elias, pool: [4, 4] } } };
    const pool = on(table({ ...propsOf('solo'), observation }), 'pool');
    expect(pool.querySelectorAll('.die')).toHaveLength(2);
    expect(pool.querySelectorAll('circle')).toHaveLength(8);
  });

  it('gives a spectator nothing to click', () => {
    const root = table({ ...propsOf('market'), viewer: null, legal: [], open: new Set() });
    expect(root.querySelector('.own')).toBeNull();
  });

  it('shows the abbeys of the others: not their hidden saints, and nothing to click', async () => {
    const props = propsOf('abbey');
    const root = table(props);
    expect(root.querySelector('.holy')?.textContent).toContain('André');
    await fireEvent.click([...root.querySelectorAll('.whose button')][1] as Element);
    const other = root.querySelector('[aria-label="Abbey of Bernard"]');
    expect(other?.querySelector('.holy')?.textContent).toContain('Hidden saint');
    expect(other?.querySelector('[data-target]')).toBeNull();
  });
});

describe('the cards', () => {
  const cards = cardsOf(null);

  it('all have an effect in signs and in words', () => {
    for (const id of [
      'abbotts_den',
      'bakery',
      'barracks',
      'bath_house',
      'blacksmith',
      'brewery',
      'calefactory',
      'cellarium',
      'chapterhouse',
      'cloister',
      'dairy_farm',
      'garden',
      'library',
      'masons_guild',
      'money_changer',
      'monks_quarters',
      'refectory',
      'scriptorium',
      'sheep_farm',
      'stables',
      'tithe_barn',
      'bell_tower',
      'battlement',
      'gate_tower',
      'chapel',
    ]) {
      const facts = cards.of(id);
      expect(facts && effectSigns(facts, 0).length, id).toBeGreaterThan(0);
    }
  });

  it('are those of a file of one’s own where there is one', () => {
    const work = { cost: {} };
    const file = {
      buildings: [],
      towers: [],
      events: { cards: [] },
      crusades: [],
      player_board: { altar: work, wall: work, remodel: work, archer: work },
      main_board: { initiative: { tokens: [] } },
    };
    expect(cardsOf(file).of('bakery')).toBeUndefined();
  });
});

describe('what can still be done', () => {
  const legal = (...texts: string[]): Choice[] =>
    texts.map((text) => ({ text, label: { key: text, args: {} }, targets: targets(text) }));

  it('is listed by kind, with where to click', () => {
    const deeds = deedsOf(legal('done', 'preach 1', 'preach 2', 'crusade 1 4', 'crusade 2 4', 'turn library', 'trade'));
    expect(deeds.map(({ verb, target }) => [verb, target])).toEqual([
      ['preach', 'preaching'],
      ['crusade', 'crusade:1'],
      ['crusade', 'crusade:2'],
      ['turn', 'gift:library'],
      ['trade', 'trade'],
    ]);
    expect(endOf(legal('trade', 'feed'))?.text).toBe('feed');
  });

  it('keeps the end of a phase from being the golden button', async () => {
    expect(worthwhile(legal('pass', 'buy a1'))).toBe(true);
    expect(worthwhile(legal('done', 'trade', 'use_tool'))).toBe(false);
    const props = propsOf('market');
    expect(on(table(props), 'pass').classList).not.toContain('gold');
    const bare = { ...props, legal: props.legal.filter(({ text }) => ['pass', 'trade'].includes(text)) };
    expect(on(table(bare), 'pass').classList).toContain('gold');
    const takeAll = vi.fn();
    const [first = null] = props.legal;
    await fireEvent.click(on(table({ ...bare, draft: first, takeAll }), 'pass'));
    expect(takeAll, 'what is drafted is played with it').toHaveBeenCalledWith(['pass']);
  });

  it('holds nobody back at the market', () => {
    expect(undone(legal('pass', 'buy a1'), 'market')).toEqual([]);
    expect(undone(legal('pass', 'collect wood 2'), 'resources')).toEqual(['collect']);
  });
});

describe('the upkeep', () => {
  it('is shown phase by phase, line by line', () => {
    const events = [
      { key: 'kings_abbey.event.fed', args: { seat: 1, n: 2 } },
      { key: 'kings_abbey.event.income', args: { seat: 0, n: 3 } },
      { key: 'kings_abbey.event.income', args: { seat: 1, n: 4 } },
    ];
    const show = showOf([{ number: 5, seat: 0, turn: 0, text: 'done', events }], wordsOf('en'));
    expect(show?.steps.map((step) => [step.title, step.lines.map((line) => line.text)])).toEqual([
      ['Garden, breeding, food', ['Bernard fed the peasants with 2 grain.']],
      ['Income', ['Ada received 3 coins of income.', 'Bernard received 4 coins of income.']],
    ]);
  });
});

describe('a move', () => {
  it('is not whole while a question is open', () => {
    const moment = observationAt('hand');
    expect(game.isUnfinished?.(moment, 0)).toBe(true);
    expect(game.isUnfinished?.(observationAt('market'), 0)).toBe(false);
  });
});

describe('the engravings', () => {
  it('there are for every card, event, crusade, relic and saint', () => {
    const cards = cardsOf(null);
    for (const id of Object.keys(BUILDINGS)) expect(cards.of(id), id).toBeDefined();
    const file = JSON.parse(readFileSync('../src/abbatia/games/kings_abbey/data/v1/components.json', 'utf8')) as Record<
      'buildings' | 'towers' | 'crusades' | 'relics' | 'patron_saints',
      { id: string }[]
    >;
    for (const { id } of [...file.buildings, ...file.towers]) expect(BUILDINGS[id]?.line, id).toBeTruthy();
    for (const { id } of file.relics) expect(RELICS[id]?.line, id).toBeTruthy();
    for (const { id } of file.crusades) expect(crusadeArt(id)?.line, id).toBeTruthy();
    for (const { id } of file.patron_saints) expect(saintArt(id)?.line, id).toBeTruthy();
    for (const category of ['plenty', 'disaster', 'vikings']) expect(EVENTS[category]?.line).toBeTruthy();
    const all = [...Object.values(BUILDINGS), ...Object.values(RELICS), ...Object.values(EVENTS)];
    for (const { line, fine, wash } of all) expect(line + fine + wash).not.toMatch(/NaN|undefined/);
    expect(new Set(all.map(({ line }) => line)).size, 'each its own').toBe(all.length);
  });
});

describe('the words of the abbey', () => {
  it.each(LANGUAGES)('exist in every language with the same places to fill (%s)', (language) => {
    const read = (one: Language): Entries =>
      JSON.parse(readFileSync(`src/games/kings_abbey/words.${one}.json`, 'utf8')) as Entries;
    const [english, other] = [read('en'), read(language)];
    expect(Object.keys(other)).toEqual(Object.keys(english));
    const holes = (text: string) => new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]));
    for (const [key, text] of Object.entries(english)) expect(holes(other[key] ?? ''), key).toEqual(holes(text));
  });
});

describe('a card of the market', () => {
  const moment = observationAt('abbey');
  const label = { key: 'kings_abbey.action.buy', args: { place: 'a2' } };
  const at = (phase: string, price: number, card: string | null = 'stables') =>
    meant(label, { ...moment, phase, public: { ...moment.public, market: [{ place: 'a2', price, card }] } });

  it('is offered by its name and at its price of today', () => {
    expect(at('market', 0)).toEqual({
      key: 'kings_abbey.action.buy_card',
      args: { card: 'stables', place: 'a2', price: 0 },
    });
  });

  it('costs nothing before the first round', () => {
    expect(at('set_up', 2).key).toBe('kings_abbey.action.choose_card');
  });

  it('has no name where none lies', () => {
    expect(at('market', 2, null)).toEqual(label);
  });
});
