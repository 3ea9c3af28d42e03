// What the rules in this browser say of a game's cards, and how that agrees with what the browser saw. A server hands over
// the record, and is believed nothing: it is what is doubted.
import { answered, api, ApiFailure, type Explanation, type Player, type Snapshot } from '../api/client';
import { ofPlayer, PLAYERS } from '../board/players';
import { isKept } from '../local/names';
import { MODULE } from '../local/module';
import { say } from '../messages/index.svelte';
import { takebacksBefore, type Added } from './number';

export interface CheckedCard {
  ply: number;
  player: Player;
  card: string;
  /** What was decided; none if the record does not say from what. */
  decided: string | null;
  /** Which secret it is from: those after the first were sealed when an administrator had undone an end. */
  secret: number;
  /** How often a card had been taken back before, says the record. */
  takebacks: number;
  holds: boolean;
}

/** What came of checking, as `crates/answers` says it. */
export interface CheckedCards {
  procedure: number;
  seals: readonly { seal: string; secret: string; holds: boolean }[];
  numbers: readonly { number: string | null; is_engines: boolean; holds: boolean }[];
  lot: { exchanged: boolean; holds: boolean } | null;
  cards: readonly CheckedCard[];
  holds: boolean;
  /** Whether the record is of the game that is on the screen. */
  is_seen: boolean;
}

/** Something that was found; whether it is as it must be is left open where only the players can tell. */
export interface Finding {
  holds: boolean | 'open';
  words: string;
}

function isChecked(body: unknown): body is CheckedCards {
  return typeof body === 'object' && body !== null && 'cards' in body && 'seals' in body;
}

function isRefused(body: unknown): body is { error: Explanation } {
  return typeof body === 'object' && body !== null && 'error' in body;
}

/** Checks here the record of a table that is on the screen; throws if that cannot be done. */
export async function check(table: string, { terms, moves }: Snapshot): Promise<CheckedCards> {
  const params = { path: { table } };
  const record = await answered(api.GET('/api/tables/{table}/record', { params, parseAs: 'text' }));
  const line = { game: terms.game, start: terms.start ?? null, moves: moves.map(({ move }) => move) };
  const question = { method: 'POST', path: '/api/records/check', query: '', body: { record, table, line } };
  const body = (await MODULE.answer(question))?.body;
  if (isChecked(body)) return body;
  throw new ApiFailure(isRefused(body) ? body.error : say('check-no-rules'));
}

/** What was found at a table, one thing after the other, if this browser has added `mine` there. */
export function findings(
  { seals, numbers, lot, cards, procedure, is_seen }: CheckedCards,
  table: string,
  { seats, yours, terms, cards: sealed }: Snapshot,
  names: readonly string[],
  mine: Added | undefined,
): Finding[] {
  const all: Finding[] = [];
  const find = (holds: boolean, well: string, wrong: string) => all.push({ holds, words: holds ? well : wrong });
  const isSeen = is_seen && seals.at(-1)?.seal === sealed?.hash;
  find(isSeen, say('check-game'), say('check-game-other'));
  seals.forEach(({ holds }, at) => {
    find(holds, at > 0 ? say('check-seal-again') : say('check-seal'), say('check-seal-wrong'));
  });
  if (mine) find(mine.seal === seals[0]?.seal, say('check-seal-seen'), say('check-seal-other'));
  if (mine && procedure === 1) find(false, '', say('check-number-unused'));
  if (procedure > 1 && !isKept(table))
    PLAYERS.forEach((player, at) => {
      const { number = null, is_engines = false, holds = false } = numbers[at] ?? {};
      const name = names[at] ?? '';
      if (mine && yours.includes(player)) {
        find(number === mine.number, say('check-number-yours'), say('check-number-other'));
      } else if (ofPlayer(seats, player)?.kind === 'engine') {
        find(is_engines && holds, say('check-number-engine', { name }), say('check-number-wrong', { name }));
      } else {
        find(
          holds,
          number ? say('check-number', { name }) : say('check-number-none', { name }),
          say('check-game-other'),
        );
      }
    });
  if (lot) find(lot.holds, lot.exchanged ? say('check-lot-exchanged') : say('check-lot-kept'), say('check-lot-wrong'));
  else if (terms.by_lot && procedure > 1) find(false, '', say('check-lot-none'));
  if (mine && cards.some(({ takebacks }, at) => takebacks !== takebacksBefore(mine, at)))
    all.push({ holds: 'open', words: say('check-takebacks-other') });
  else if (mine && cards.some(({ takebacks }) => takebacks > 0))
    all.push({ holds: true, words: say('check-takebacks-seen') });
  return all;
}
