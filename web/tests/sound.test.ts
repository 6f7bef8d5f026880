import { afterEach, expect, test, vi } from 'vitest';
import { toldBy, type Show } from '../src/board/playback';
import cardinal from '../src/games/cardinal';
import kingsAbbey from '../src/games/kings_abbey';
import pelegrinus from '../src/games/pelegrinus';
import type { Happening } from '../src/games/types';
import { session } from '../src/session.svelte';
import { play, soundsOf } from '../src/table/sound';

const happening = (...keys: string[]): Happening => ({
  number: 1,
  seat: 0,
  turn: 1,
  text: '',
  events: keys.map((key) => ({ key, args: {} })),
});

afterEach(() => {
  vi.unstubAllGlobals();
  session.change({ sound: false });
});

test('what happened is heard once each, in its order, and no more than three sounds together', () => {
  const happenings = [
    happening('cardinal.event.paid', 'cardinal.event.built'),
    happening('cardinal.event.drew', 'cardinal.event.king_built'),
  ];
  expect(soundsOf(happenings, cardinal.sounds)).toEqual(['card', 'place']);
  const busy = happening(...['round', 'built', 'bought', 'event'].map((name) => `kings_abbey.event.${name}`));
  expect(soundsOf([busy], kingsAbbey.sounds)).toEqual(['dice', 'place', 'coins']);
  expect(soundsOf([happening('pelegrinus.event.commandery_built')], pelegrinus.sounds)).toEqual(['place']);
  expect(soundsOf([happening('cardinal.event.passed')], cardinal.sounds)).toEqual([]);
});

test('nothing is heard until sounds are switched on', () => {
  const opened = vi.fn();
  const node = (): object => ({
    connect: (next: object) => next,
    start: vi.fn(),
    stop: vi.fn(),
    frequency: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn(), value: 0 },
    gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
  });
  class Ear {
    currentTime = 0;
    sampleRate = 100;
    state = 'running';
    destination = {};
    createOscillator = vi.fn(node);
    createGain = node;
    createBufferSource = node;
    createBiquadFilter = node;
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
    constructor() {
      opened();
    }
  }
  vi.stubGlobal('AudioContext', Ear);
  play('turn');
  expect(opened).not.toHaveBeenCalled();
  session.change({ sound: true });
  play('place');
  play('dice');
  expect(opened).toHaveBeenCalledOnce();
});

test('the markers go on with each step of a scoring', () => {
  const line = (seat: number | null, points?: number) => ({ seat, text: '', ...(points && { points }) });
  const show: Show = {
    key: 'scoring',
    title: '',
    steps: [
      { title: 'France', lines: [line(0, 5), line(1, 3)], targets: [] },
      { title: 'England', lines: [line(1, 4), line(null)], targets: [] },
    ],
  };
  expect(toldBy(show, -1)).toEqual({});
  expect(toldBy(show, 0)).toEqual({ 0: 5, 1: 3 });
  expect(toldBy(show, 1)).toEqual({ 0: 5, 1: 7 });
});
