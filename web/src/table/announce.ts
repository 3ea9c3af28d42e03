// What those hear who listen to a table: a whole turn as one sentence, then whose turn it is and how long.
import type { MoveMade, Snapshot } from '../api/client';
import { moveWords } from '../board/names';
import { isPlayer, playerName, turnName } from '../board/players';
import { capital, say } from '../messages/index.svelte';

/**
 * What moves at a table are told as, by who made them, and whose turn it is then. The steps of somebody else's turn are told
 * together, once it is over; one's own are told as they are made. Nothing is said while somebody else is still at it.
 */
export function announced(
  { geometry, moves, view }: Pick<Snapshot, 'geometry' | 'moves' | 'view'>,
  movers: readonly MoveMade['by'][],
  isMine: (by: MoveMade['by']) => boolean,
): string {
  const told = movers
    .filter((by) => view.turn !== by || isMine(by))
    .map((by) => {
      const steps = lastTurn(moves, by);
      const words = (isMine(by) ? steps.slice(-1) : steps).map((move) => moveWords(geometry, move)).join(', ');
      return isPlayer(by) ? say('named', { name: playerName(geometry, by), value: words }) : capital(words);
    });
  return told.length > 0 ? [...told, turnName(geometry, view)].filter((part) => part !== '').join('. ') : '';
}

/** The moves of a player's last turn. */
function lastTurn(moves: readonly MoveMade[], by: MoveMade['by']): string[] {
  const last = moves.findLastIndex((move) => move.by === by);
  const before = moves.slice(0, last + 1).findLastIndex((move) => move.by !== by);
  return moves.slice(before + 1, last + 1).map(({ move }) => move);
}
