// What the rules in this browser say of a game's cards. A server is not asked: it is what is doubted.
import { answered, api, ApiFailure, type Explanation, type Player } from '../api/client';
import { MODULE } from '../local/module';
import { say } from '../messages/index.svelte';

export interface CheckedCard {
  ply: number;
  player: Player;
  card: string;
  /** What was decided; none if the record does not say from what. */
  decided: string | null;
  is_anew: boolean;
  holds: boolean;
}

/** What came of checking, as `crates/table` says it. */
export interface CheckedCards {
  procedure: number;
  seals: readonly { seal: string; secret: string; holds: boolean }[];
  numbers: readonly { number: string | null; holds: boolean }[];
  lot: { exchanged: boolean; holds: boolean } | null;
  cards: readonly CheckedCard[];
  holds: boolean;
}

function isChecked(body: unknown): body is CheckedCards {
  return typeof body === 'object' && body !== null && 'cards' in body && 'seals' in body;
}

function isRefused(body: unknown): body is { error: Explanation } {
  return typeof body === 'object' && body !== null && 'error' in body;
}

/** Checks a table's record here; throws if that cannot be done. */
export async function check(table: string): Promise<CheckedCards> {
  const params = { path: { table } };
  const record = await answered(api.GET('/api/tables/{table}/record', { params, parseAs: 'text' }));
  const question = { method: 'POST', path: '/api/records/check', query: '', body: { record } };
  const body = (await MODULE.answer(question))?.body;
  if (isChecked(body)) return body;
  throw new ApiFailure(isRefused(body) ? body.error : say('check-no-rules'));
}
