// What to say when something did not work.
import { ApiFailure } from '../api/client';
import { words } from './index.svelte';

/** That it did not work, and why, in the words of now. */
export function failure(error: unknown): string {
  const message = error instanceof ApiFailure ? error.message : '';
  return words().failed(message ? words().told(message) : words().unreachable);
}

/** Why something cannot be played, as the server says it of a move. */
export function refusal(what: string, error: unknown): string {
  if (!(error instanceof ApiFailure) || !error.message) return failure(error);
  const reason = error.message.replace(/^(illegal|bad) move "[^"]*": /, '');
  return words().cannot(what, words().told(reason));
}
