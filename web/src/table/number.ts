// What this browser adds to the secret that decides cards and lots, and what it remembers of it: whoever checks a game later
// sees whether the server has used what was sent, and the seal that was there before.
import { keep, kept } from '../parts/kept';

export interface Added {
  number: string;
  seal: string;
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
