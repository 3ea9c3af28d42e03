// What to say when something did not work.
import { ApiFailure, type Explanation } from '../api/client';
import { find, say, sentence } from './index.svelte';

/** What is wrong, in the words of now: what it names is explained first. English errors speak for themselves. */
export function explain({ code, parameters, message }: Explanation): string {
  const values = Object.entries(parameters ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? explain(value) : value,
  ]);
  return find(`error-${code}`, Object.fromEntries(values)) ?? message;
}

/** Why it did not work. */
export function failure(error: unknown): string {
  return error instanceof ApiFailure && error.explanation ? sentence(explain(error.explanation)) : say('unreachable');
}

/** Why something cannot be played, as the server says it of a move. */
export function refusal(move: string, error: unknown): string {
  if (!(error instanceof ApiFailure) || !error.explanation) return failure(error);
  // What is wrong with a move is said of the move already.
  const { reason } = error.explanation.parameters ?? {};
  return say('cannot', { move, reason: explain(typeof reason === 'object' ? reason : error.explanation) });
}
