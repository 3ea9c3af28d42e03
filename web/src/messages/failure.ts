// What to say when something did not work.
import type { ExplainedCode } from 'virtual:words';

import { ApiFailure, type Explanation } from '../api/client';
import { IS_SITE } from '../router.svelte';
import { find, say, sentence } from './index.svelte';

/** What is wrong, in the words of now: what it names is explained first. English errors speak for themselves. */
export function explain({ code, parameters, message }: Explanation): string {
  const values = Object.entries(parameters ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? explain(value) : value,
  ]);
  // A code without words does not compile.
  return find(`error-${code satisfies ExplainedCode}`, Object.fromEntries(values)) ?? message;
}

/** Why it did not work. */
export function failure(error: unknown): string {
  const { explanation = null } = error instanceof ApiFailure ? error : {};
  if (!explanation) return IS_SITE ? say('site-no-server') : say('unreachable');
  return sentence(typeof explanation === 'string' ? explanation : explain(explanation));
}

/** Why something cannot be played, as the server says it of a move. */
export function refusal(move: string, error: unknown): string {
  if (!(error instanceof ApiFailure) || typeof error.explanation !== 'object' || !error.explanation)
    return failure(error);
  // What is wrong with a move is said of the move already.
  const { reason } = error.explanation.parameters ?? {};
  return say('cannot', { move, reason: explain(typeof reason === 'object' ? reason : error.explanation) });
}
