/** A quiet bell when it is one's turn, made on the spot: no file to load, silent unless switched on. */
import { session } from '../session.svelte';

let context: AudioContext | null = null;

export function bell(): void {
  if (!session.preferences.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [pitch, loud, long] of [
    [523.25, 0.12, 1.6],
    [1046.5, 0.05, 1.1],
    [1567.98, 0.025, 0.7],
  ] as const) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loud, now);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + long);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + long);
  }
}
