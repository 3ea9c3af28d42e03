// What those at a table are called.
import type { Occupant } from '../api/client';
import type { Messages } from '../messages/en';

/** A person's or engine's name. Guests and engines are called so in the language of the page. */
export function occupantName(words: Messages, occupant: Occupant): string {
  switch (occupant.kind) {
    case 'engine':
      return words.engineName(occupant.level);
    case 'guest':
      return words.guestName(occupant.mark);
    case 'account':
      return occupant.name;
  }
}
