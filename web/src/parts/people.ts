// What those at a table are called.
import type { Occupant } from '../api/client';
import type { Messages } from '../messages/en';

/** A person's or engine's name. Guests are called so in the language of the page. */
export function occupantName(words: Messages, occupant: Occupant): string {
  return occupant.kind === 'engine' ? words.engineName(occupant.level) : personName(words, occupant.name);
}

export function personName(words: Messages, name: string): string {
  const guest = /^Guest (\w+)$/.exec(name)?.[1];
  const level = /^Halte level (\d+)$/.exec(name)?.[1];
  if (level) return words.engineName(Number(level));
  return guest ? words.guestName(guest) : name;
}
