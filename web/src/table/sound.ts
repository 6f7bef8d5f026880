/** The sounds of a table, made on the spot: no file to load, silent unless switched on. */
import type { Happening, Sound, SoundRule } from '../games/types';
import { session } from '../session.svelte';

/** A tone that fades; `to`: the pitch it glides to. Times in seconds. */
interface Tone {
  pitch: number;
  to?: number;
  shape?: OscillatorType;
  loud: number;
  long: number;
  at?: number;
}
/** A breath of noise around a pitch: paper, wood that is struck. */
interface Noise {
  around: number;
  loud: number;
  long: number;
  at?: number;
}
interface Score {
  tones?: readonly Tone[];
  noises?: readonly Noise[];
}

/** A bell: its hum and two overtones. */
const bell = (pitch: number, at = 0, loud = 0.12): Tone[] => [
  { pitch, loud, long: 1.6, at },
  { pitch: pitch * 2, loud: loud * 0.42, long: 1.1, at },
  { pitch: pitch * 2.997, loud: loud * 0.2, long: 0.7, at },
];

const SOUNDS: Record<Sound, Score> = {
  turn: { tones: bell(523.25) },
  place: {
    tones: [{ pitch: 190, to: 70, loud: 0.32, long: 0.16 }],
    noises: [{ around: 900, loud: 0.2, long: 0.05 }],
  },
  card: { noises: [0, 0.05].map((at) => ({ around: 3600 + at * 20_000, loud: 0.1, long: 0.09, at })) },
  dice: { noises: [0, 0.06, 0.1, 0.19, 0.26].map((at) => ({ around: 1900 - at * 1800, loud: 0.16, long: 0.04, at })) },
  coins: {
    tones: [0, 0.07].map((at) => ({
      pitch: at === 0 ? 2350 : 3140,
      shape: 'triangle' as const,
      loud: 0.05,
      long: 0.22,
      at,
    })),
  },
  points: { tones: bell(783.99, 0, 0.07) },
  victory: { tones: [261.63, 329.63, 392, 523.25].flatMap((pitch, nth) => bell(pitch, nth * 0.17, 0.1)) },
  end: { tones: bell(196, 0, 0.14) },
};
/** Seconds between two sounds of one moment; more than a few would be a noise. */
const APART = 0.14;
const MOST = 3;

let context: AudioContext | null = null;

/** Play a sound if the player wants any. */
export function play(sound: Sound, after = 0): void {
  if (!session.preferences.sound) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume(); // browsers wait for the first click
  const { tones = [], noises = [] } = SOUNDS[sound];
  const now = context.currentTime + after;
  for (const tone of tones) ring(context, tone, now);
  for (const noise of noises) rustle(context, noise, now);
}

/** What is to be heard of what happened: each sound once, in the order of the events. */
export function soundsOf(happenings: readonly Happening[], rules: readonly SoundRule[] = []): Sound[] {
  const found = happenings.flatMap(({ events }) =>
    events.flatMap(({ key }) => rules.filter(([keys]) => keys.test(key)).map(([, sound]) => sound)),
  );
  return [...new Set(found)].slice(0, MOST);
}

export function playAll(sounds: readonly Sound[]): void {
  for (const [nth, sound] of sounds.entries()) play(sound, nth * APART);
}

/** A volume that fades to nothing, on the way to the ear. */
function fading(on: AudioContext, loud: number, from: number, long: number): GainNode {
  const volume = on.createGain();
  volume.gain.setValueAtTime(loud, from);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + long);
  volume.connect(on.destination);
  return volume;
}

function ring(on: AudioContext, { pitch, to, shape = 'sine', loud, long, at = 0 }: Tone, now: number): void {
  const tone = on.createOscillator();
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, now + at);
  if (to !== undefined) tone.frequency.exponentialRampToValueAtTime(to, now + at + long);
  tone.connect(fading(on, loud, now + at, long));
  tone.start(now + at);
  tone.stop(now + at + long);
}

function rustle(on: AudioContext, { around, loud, long, at = 0 }: Noise, now: number): void {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const noise = on.createBufferSource();
  noise.buffer = buffer;
  const band = on.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = around;
  noise.connect(band).connect(fading(on, loud, now + at, long));
  noise.start(now + at);
}
