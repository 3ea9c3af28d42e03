// What this browser adds to the secret that decides cards and lots, and what it remembers of it: whoever checks a game later
// sees whether the server has used what was sent, the seal that was there before, and whether cards were taken back.
import { keep, kept } from '../parts/kept';

export interface Added {
  number: string;
  seal: string;
  /** How many cards were left when others were taken back, by the versions of the events. */
  takebacks?: Record<string, number>;
}

const NUMBERS = 'halte-numbers';

/** How many tables are remembered. */
const MOST = 200;

/** 64 hexadecimal digits that nobody can guess. */
export function newNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Remembers what was added at a table. */
export function remember(table: string, added: Added): void {
  const all = Object.entries(kept(NUMBERS)).filter(([other]) => other !== table);
  keep(NUMBERS, Object.fromEntries([...all, [table, added]].slice(-MOST)));
}

function isAdded(found: unknown): found is Added {
  return typeof found === 'object' && found !== null && 'number' in found && 'seal' in found;
}

/** What was added at a table, if this browser did. */
export function added(table: string): Added | undefined {
  const found = kept(NUMBERS)[table];
  return isAdded(found) ? found : undefined;
}

/** Remembers that cards were taken back at a table, and how many are left, if this browser has added something there. */
export function rememberTakeback(table: string, version: number, left: number): void {
  const before = added(table);
  if (before) remember(table, { ...before, takebacks: { ...before.takebacks, [version]: left } });
}

/** How often this browser saw cards taken back before the one with this number was drawn that lies there now. */
export function takebacksBefore({ takebacks = {} }: Added, card: number): number {
  // Versions are in order; after the last takeback that did not leave the card it was drawn anew.
  return Object.values(takebacks).findLastIndex((left) => left <= card) + 1;
}
