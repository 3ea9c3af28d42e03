// Two short sounds, made here; silent unless the visitor wants them.
import { settings } from '../settings.svelte';

let context: AudioContext | undefined;

const NOTES = { move: [330], end: [392, 523, 659] };

/** Plays a sound, if sounds are on. */
export function play(sound: keyof typeof NOTES): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  for (const [at, frequency] of NOTES[sound].entries()) {
    const begin = context.currentTime + at * 0.16;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.18);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.2);
  }
}
