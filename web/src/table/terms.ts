// What a game is played under, in words.
import type { ClockTerms } from '../api/client';
import { say } from '../messages/index.svelte';

/** How much time there is. */
export function clockWords(clock: ClockTerms | undefined): string {
  if (clock?.kind === 'live')
    return say('clock-minutes', { minutes: clock.initial / 60_000, seconds: clock.increment / 1000 });
  return clock?.kind === 'correspondence' ? say('clock-days', { days: clock.days }) : say('clock-none');
}
