// What those at a table are called.
import type { Occupant } from '../api/client';
import { say } from '../messages/index.svelte';

/** A person's or engine's name. Guests and engines are called so in the language of the page. */
export function occupantName(occupant: Occupant): string {
  switch (occupant.kind) {
    case 'engine':
      return say('engine-name', { level: occupant.level });
    case 'guest':
      return say('guest-name', { mark: occupant.mark });
    case 'account':
      return occupant.name;
  }
}
