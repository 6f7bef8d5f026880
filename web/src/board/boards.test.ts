/** The boards with recorded observations: what can be done is a button, and doing it by mouse-less means works. */
import { fireEvent, render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { on, propsAt } from '../../tests/board';
import cardinal from '../games/cardinal';
import { momentOf } from '../games/moments';
import pelegrinus from '../games/pelegrinus';
import { chartOf } from '../games/pelegrinus/chart';
import type { PelegrinusObservation } from '../games/pelegrinus/observation';
import type { Choice } from '../games/types';

const cardinalAt = (moment: string) => propsAt(`cardinal-${moment}`, cardinal);
const pelegrinusAt = (moment: string) => propsAt(`pelegrinus-${moment}`, pelegrinus);

describe('the board of Cardinal', () => {
  it('lets open sites be reached by the Tab key and chosen with Enter', async () => {
    const props = cardinalAt('place');
    const { container } = render(cardinal.Board, props);
    const open = [...props.open].filter((one) => one.startsWith('site:'));
    expect(open.length).toBeGreaterThan(1);
    for (const id of open) expect(on(container, id).getAttribute('tabindex')).toBe('0');
    await fireEvent.keyDown(on(container, open[0] as string), { key: 'Enter' });
    expect(props.choose).toHaveBeenCalledWith(open[0]);
  });

  it('answers for a site that is not open, too, so that the table can say why not', async () => {
    const props = cardinalAt('place');
    const { container } = render(cardinal.Board, props);
    const shut = [...container.querySelectorAll('.site')].find((one) => one.getAttribute('aria-disabled') === 'true');
    await fireEvent.click(shut as Element);
    expect(props.choose).toHaveBeenCalledWith(shut?.getAttribute('data-target'));
  });

  it('names the holder of a site and says how many advisors a country has room for', () => {
    const { container } = render(cardinal.Board, cardinalAt('turn'));
    expect(on(container, 'site:cluny').getAttribute('aria-label')).toBe('Cluny, Burgundy: abbey of Ada');
    expect(container.querySelector('.seal[aria-label^="Bavaria"]')?.getAttribute('aria-label')).toBe(
      'Bavaria: no advisors yet, room for 3',
    );
  });

  it('shows the drafted piece as a ghost', () => {
    const props = cardinalAt('place');
    const draft = props.legal.find((choice) => choice.text.startsWith('abbey')) as Choice;
    const { container } = render(cardinal.Board, { ...props, draft });
    expect(on(container, draft.targets[0] as string).querySelector('[opacity="0.65"]')).not.toBeNull();
  });

  it('walks from site to site with the arrow keys', async () => {
    const props = cardinalAt('place');
    const { container } = render(cardinal.Board, props);
    const first = on(container, [...props.open].find((one) => one.startsWith('site:')) as string) as SVGElement;
    first.focus();
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'])
      await fireEvent.keyDown(document.activeElement as Element, { key });
    const now = document.activeElement?.getAttribute('data-target') ?? '';
    expect(props.open.has(now)).toBe(true);
  });

  it('plays a scoring when one happened', async () => {
    const { happenings } = momentOf('cardinal-interim');
    const { findByText } = render(cardinal.Board, { ...cardinalAt('interim'), happenings, still: false });
    expect(await findByText('Interim scoring')).toBeTruthy();
  });

  it('only offers the scoring to a viewer who wants no motion, and goes through it step by step', async () => {
    const { happenings } = momentOf('cardinal-interim');
    const { findByRole, getByRole, container } = render(cardinal.Board, { ...cardinalAt('interim'), happenings });
    await fireEvent.click(await findByRole('button', { name: /Interim scoring/ }));
    const first = container.querySelector('.show h3')?.textContent;
    await fireEvent.click(getByRole('button', { name: 'Next' }));
    expect(container.querySelector('.show h3')?.textContent).not.toBe(first);
    await fireEvent.click(getByRole('button', { name: 'Close' }));
    expect(container.querySelector('.show')).toBeNull();
  });

  it('offers a pair as a joker beside the hand', async () => {
    const props = cardinalAt('turn');
    const { container } = render(cardinal.Own!, props);
    await fireEvent.click(on(container, 'pair:france'));
    expect(props.choose).toHaveBeenCalledWith('pair:france');
    expect(container.querySelectorAll('[data-target="card:france"]')).toHaveLength(2);
    expect(on(container, 'pile').getAttribute('aria-label')).toBe('Pile, 31 cards');
  });

  it('tells at the pile which cards are unseen and which are discarded', () => {
    const props = cardinalAt('turn');
    const { discard } = props.observation.public;
    const unseen = props.observation.own!.unseen;
    const { container } = render(cardinal.Own!, props);
    const [first = '', second = ''] = (on(container, 'pile').getAttribute('title') ?? '').split('\n');
    const sum = (line: string): number => [...line.matchAll(/(\d+) ×/g)].reduce((all, [, n]) => all + Number(n), 0);
    const total = (cards: Record<string, number>): number => Object.values(cards).reduce((all, n) => all + n, 0);
    expect(first).toMatch(/^Unseen cards: /);
    expect(second).toMatch(/^Discard: /);
    expect([sum(first), sum(second)]).toEqual([total(unseen), total(discard)]);
    expect(total(unseen)).toBeGreaterThan(0);
  });

  it('shows a spectator no hands', () => {
    const props = cardinalAt('turn');
    const { container } = render(cardinal.Own!, {
      ...props,
      viewer: null,
      observation: { ...props.observation, own: null },
      legal: [],
    });
    expect(container.querySelector('[data-target^="card:"]')).toBeNull();
  });
});

describe('the board of Pelegrinus', () => {
  it('shows every city with its slots and what stands there', () => {
    const { container } = render(pelegrinus.Board, pelegrinusAt('over'));
    expect(container.querySelectorAll('.city')).toHaveLength(36);
    expect(on(container, 'city:acre').getAttribute('aria-label')).toMatch(/^Acre: \d of 3/);
  });

  it('programs by keyboard: a character, then a place', async () => {
    const props = pelegrinusAt('order');
    const own = render(pelegrinus.Own!, props);
    await fireEvent.click(on(own.container, 'place:court'));
    expect(props.choose).toHaveBeenLastCalledWith('place:court');
    const board = render(pelegrinus.Board, props);
    const city = [...props.open].find((one) => one.startsWith('city:')) as string;
    await fireEvent.keyDown(on(board.container, city), { key: ' ' });
    expect(props.choose).toHaveBeenLastCalledWith(city);
  });

  it('shows regions that wait and the sites that are out of the game', () => {
    const { container } = render(pelegrinus.Board, pelegrinusAt('first'));
    expect(container.querySelectorAll('.region.shut')).toHaveLength(5);
    expect(container.querySelectorAll('.site.out')).toHaveLength(1);
  });

  it('never shows orders of others while they program', () => {
    const { container } = render(pelegrinus.Board, pelegrinusAt('order'));
    const observation = momentOf<PelegrinusObservation>('pelegrinus-order').observation;
    const own = Object.values(observation.own?.programme?.orders ?? {}).filter(
      (place) => place !== null && place !== 'home',
    );
    expect(own.length).toBeGreaterThan(0);
    expect(container.querySelectorAll('.tokens > g')).toHaveLength(own.length);
  });

  it('marks the pieces that came since the last turn, and only those', () => {
    const { happenings } = momentOf('pelegrinus-resolved');
    const recent = new Set(happenings.flatMap(({ events }) => events.flatMap((event) => pelegrinus.placed!(event))));
    expect(recent.size).toBe(9);
    const { container } = render(pelegrinus.Board, { ...pelegrinusAt('resolved'), recent });
    expect(container.querySelectorAll('.recent')).toHaveLength(9);
    expect(on(container, 'city:genes').querySelectorAll('.recent')).toHaveLength(1);
    expect(on(container, 'city:acre').querySelector('.recent')).toBeNull();
  });

  it('says what each city is joined with, which sites lie on the way and what is new', () => {
    const recent = new Set(['commandery:acre:1']);
    const { container } = render(pelegrinus.Board, { ...pelegrinusAt('over'), recent });
    const said = on(container, 'city:acre').querySelector('desc')?.textContent;
    expect(said).toContain('Region: Near East.');
    expect(said).toMatch(/By road: .*Sinai \(past Jerusalem\)/);
    expect(said).toContain('New commandery: Bernard.');
    expect(on(container, 'city:crete').querySelector('desc')?.textContent).toContain('By sea: ');
    for (const city of container.querySelectorAll('.city'))
      expect(city.querySelector('desc')?.textContent).toMatch(/By (road|sea): /);
    expect(on(container, 'site:jerusalem').querySelector('desc')?.textContent).toContain('Between Acre and Sinai.');
  });

  it('draws the networks of one player after the other in a narrow window', async () => {
    const props = pelegrinusAt('over');
    const { container } = render(pelegrinus.Board, props);
    const { sheets, public: position } = props.observation;
    const links = (seat: number): number =>
      chartOf(null).routes.filter(({ a, b }) =>
        [a, b].every((id) => (position.cities.find((city) => city.id === id)?.commanderies[seat] ?? 0) > 0),
      ).length;
    for (const seat of sheets.keys()) {
      const button = container.querySelector('.networks button') as Element;
      expect(button.getAttribute('aria-label')).toBe(`Networks of ${props.seats[seat]?.name}`);
      expect(container.querySelectorAll('.band')).toHaveLength(2 * links(seat)); // each with its white edge
      await fireEvent.click(button);
    }
    expect(container.querySelectorAll('.band')).toHaveLength(0);
  });

  it('lists the pope track with the holder of each space', () => {
    const { getByRole } = render(pelegrinus.Board, pelegrinusAt('order'));
    const spaces = getByRole('list', { name: 'Pope track' }).querySelectorAll('li');
    expect(spaces).toHaveLength(4 + 14);
    expect(spaces[4]?.textContent).toContain('Turn 1: Denis, face down');
  });
});
