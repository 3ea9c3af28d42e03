// What an engine thinks, in the words of now.
import type { Geometry, Player, Score } from '../api/client';
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

/** How many moves of a line are shown. */
const SHOWN = 8;

/** A line of play, as far as there is room for it. */
export function beginningOf(geometry: Geometry, moves: readonly string[]): string {
  return lineName(geometry, moves.slice(0, SHOWN)) + (moves.length > SHOWN ? ' …' : '');
}
