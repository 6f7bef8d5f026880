import { describe, expect, it } from 'vitest';
import { overlap } from './geometry';
import { broken, covered, hyphenated, placeLabels, widthOf } from './labels';

const within = { left: 0, top: 0, right: 1000, bottom: 1000 };

describe('breaking names', () => {
  it('breaks at the space or hyphen that makes the lines most equal', () => {
    expect(broken('San Juan de la Peña')[1]).toEqual(['San Juan', 'de la Peña']);
    expect(broken('Mont-Saint-Michel')[1]).toEqual(['Mont-Saint-', 'Michel']);
    expect(broken('Saint-Pierre de Salzbourg')[2]).toEqual(['Saint-', 'Pierre de', 'Salzbourg']);
    expect(broken('Cluny')).toEqual([['Cluny']]);
  });

  it('parts only long words, between two syllables', () => {
    expect(hyphenated('Constantinople')).toBe('Constanti\u00adnople');
    expect(hyphenated('papal court')).toBe('papal court');
  });

  it('takes wide letters for wider', () => {
    expect(widthOf('mmm', 10)).toBeGreaterThan(widthOf('iii', 10));
  });
});

describe('placing names', () => {
  it('puts two names of neighbours on different sides', () => {
    const placed = placeLabels(
      [
        { id: 'a', text: 'Fontevraud', at: [500, 500], r: 10, weight: 1 },
        { id: 'b', text: 'Fleury', at: [530, 500], r: 10, weight: 1 },
      ],
      { size: 20, blocked: [], avoided: [], within },
    );
    expect(placed).toHaveLength(2);
    expect(overlap(placed[0]!.box, placed[1]!.box)).toBe(false);
  });

  it('leaves out the lighter name when there is room for one only', () => {
    const tight = { left: 400, top: 480, right: 610, bottom: 545 };
    const placed = placeLabels(
      [
        { id: 'light', text: 'Fontevraud', at: [500, 500], r: 5, weight: 1 },
        { id: 'heavy', text: 'Vallombrosa', at: [505, 500], r: 5, weight: 2 },
      ],
      { size: 30, blocked: [], avoided: [], within: tight },
    );
    expect(placed.map((one) => one.id)).toEqual(['heavy']);
  });

  it('moves a name aside to let another in', () => {
    // Both want the one place that is free on this side; only the heavy one can go to the other side.
    const wanted = [
      { id: 'free', text: 'Aaaa', at: [500, 500] as const, r: 5, weight: 2 },
      { id: 'bound', text: 'Bbbb', at: [500, 540] as const, r: 5, weight: 1 },
    ];
    const blocked = [
      { left: 380, top: 534, right: 493, bottom: 600 },
      { left: 507, top: 534, right: 620, bottom: 600 },
      { left: 380, top: 547, right: 620, bottom: 600 },
    ];
    const placed = placeLabels(wanted, { size: 20, blocked, avoided: [], within });
    expect(placed.map((one) => one.id).sort()).toEqual(['bound', 'free']);
    expect(overlap(placed[0]!.box, placed[1]!.box)).toBe(false);
  });

  it('keeps off roads where it can', () => {
    const [placed] = placeLabels([{ id: 'a', text: 'Cluny', at: [500, 500], r: 10, weight: 1 }], {
      size: 20,
      blocked: [],
      avoided: [{ a: [500, 500], b: [500, 900] }],
      within,
    });
    expect(covered({ a: [500, 500], b: [500, 900] }, placed!.box)).toBe(0);
  });
});
