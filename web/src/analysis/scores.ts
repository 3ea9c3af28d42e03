// What an engine thinks, in the words of now.
import type { GameAnalysis, Geometry, Player, Score } from '../api/client';
import { lineName } from '../board/names';
import { opponentOf, playerName } from '../board/players';
import { number, say } from '../messages/index.svelte';

/** A share of one, as it is written here. */
export function percent(share: number): string {
  return number(share, { style: 'percent', maximumFractionDigits: 0 });
}

/** A score of a player whose turn it is. */
export function scoreWords({ proven, moves, probability }: Score, geometry: Geometry, player: Player): string {
  if (proven === 'draw') return say('analysis-draw');
  if (proven && moves != null)
    return say('analysis-wins', {
      colour: playerName(geometry, proven === 'win' ? player : opponentOf(player)),
      moves,
    });
  return say('analysis-chance', { colour: playerName(geometry, player), share: percent(probability) });
}

type Turn = GameAnalysis['turns'][number];

/** A turn of a game, by its number, its player and its moves. */
export function turnWords(
  geometry: Geometry,
  { player, moves }: Pick<Turn, 'player' | 'moves'>,
  place: number,
): string {
  const name = `${place + 1}. ${playerName(geometry, player)}`;
  return say('named', { name, value: lineName(geometry, moves) });
}

/** How likely it is that the first player wins, by a player's score. */
export function forFirst(player: Player, { probability }: Pick<Score, 'probability'>): number {
  return player === 'first' ? probability : 1 - probability;
}

/** What a player's chances are after a turn. */
export function chanceWords(geometry: Geometry, { player, after }: Pick<Turn, 'player' | 'after'>): string {
  return say('analysis-chance', { colour: playerName(geometry, player), share: percent(after.probability) });
}

/** How many moves of a line are shown. */
const SHOWN = 8;

/** A line of play, as far as there is room for it. */
export function beginningOf(geometry: Geometry, moves: readonly string[]): string {
  return lineName(geometry, moves.slice(0, SHOWN)) + (moves.length > SHOWN ? ' …' : '');
}
