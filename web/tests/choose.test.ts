import { describe, expect, it } from 'vitest';
import { byVerb, choose, isAbout, left, openTargets, written } from '../src/table/choose';
import { TITLES, choices, recorded } from './recorded';

const pay = ['pay france', 'pay two burgundy for italy', 'pay two burgundy for france', 'exchange italy'];
const two = (text: string): string[] => {
  const words = text.split(' ');
  if (words[1] === 'two') return ['card:burgundy', 'card:burgundy', `country:${words[4]}`];
  return words[0] === 'pay' ? [`country:${words[1]}`] : [`card:${words[1]}`];
};

describe('choosing by narrowing', () => {
  const legal = pay.map((text) => ({ text, label: { key: text, args: {} }, targets: two(text) }));

  it('is ready as soon as one action is left', () => {
    expect(choose(legal, [], 'country:italy')).toMatchObject({
      kind: 'ready',
      choice: { text: 'pay two burgundy for italy' },
    });
  });
  it('narrows where several are left and offers what distinguishes them', () => {
    const step = choose(legal, [], 'country:france');
    expect(step).toEqual({ kind: 'narrowed', chosen: ['country:france'] });
    const rest = left(legal, ['country:france']);
    expect(rest.map((choice) => choice.text)).toEqual(['pay france', 'pay two burgundy for france']);
    expect(openTargets(rest, ['country:france'])).toEqual(new Set(['card:burgundy']));
  });
  it('counts a target that is chosen twice', () => {
    const joker = legal[1];
    expect(joker && isAbout(joker, ['card:burgundy', 'card:burgundy'])).toBe(true);
    expect(joker && isAbout(joker, ['card:burgundy', 'card:burgundy', 'card:burgundy'])).toBe(false);
  });
  it('lets a player who clicks elsewhere begin anew', () => {
    expect(choose(legal, ['country:france'], 'card:italy')).toMatchObject({
      kind: 'ready',
      choice: { text: 'exchange italy' },
    });
  });
  it('refuses what no action is about', () => {
    expect(choose(legal, ['country:france'], 'site:cluny')).toEqual({ kind: 'refused' });
  });
  it('understands notation: whole, abbreviated, never ambiguous', () => {
    expect(written(legal, '  Exchange   ITALY ')?.text).toBe('exchange italy');
    expect(written(legal, 'exch')?.text).toBe('exchange italy');
    expect(written(legal, 'pay')).toBeNull();
    expect(written(legal, '')).toBeNull();
  });
});

describe.each(TITLES)('every legal action of a recorded game of %s', (title) => {
  const game = recorded(title);

  it('can be reached by naming its words, and never another', () => {
    for (const view of game.views) {
      const legal = choices(game, view.legal);
      for (const wanted of legal) {
        let chosen: string[] = [];
        let reached: string | null = null;
        for (const word of wanted.targets) {
          const step = choose(legal, chosen, word);
          expect(step.kind).not.toBe('refused');
          if (step.kind === 'ready') reached = step.choice.text;
          if (step.kind !== 'narrowed') break;
          chosen = step.chosen;
        }
        if (reached === null) {
          // all words are named and longer actions are left: the exact one is among the buttons
          const rest = left(legal, chosen).map((choice) => choice.text);
          expect(rest).toContain(wanted.text);
        } else expect(reached).toBe(wanted.text);
        expect(written(legal, wanted.text)?.text).toBe(wanted.text);
      }
    }
  });

  it('has a sentence and a verb', () => {
    for (const view of game.views) {
      const legal = choices(game, view.legal);
      expect([...byVerb(legal).values()].flat()).toHaveLength(legal.length);
      for (const choice of legal) expect(choice.label.key).toContain('.action.');
    }
  });
});
