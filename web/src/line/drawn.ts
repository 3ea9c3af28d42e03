// A line of play as it is drawn on a board: how its first moves are entered, and whose they are.
import type { Click, Player } from '../api/client';
import { isPlayer } from '../board/players';
import type { Line } from './line.svelte';

export interface DrawnMove {
  clicks: readonly Click[];
  player: Player;
}

/** How many moves are drawn: more are a tangle. A turn of several steps is drawn to its end. */
const SHOWN = 3;

/** The first moves of a line that goes on where one looks. */
export async function drawnMoves(line: Line, moves: readonly string[]): Promise<DrawnMove[]> {
  const drawn: DrawnMove[] = [];
  const before = [...line.moves];
  for (const [at, move] of moves.entries()) {
    const { view } = await line.ask([...before, ...moves.slice(0, at)]);
    const entered = view.legal.find((legal) => legal.move === move);
    if (!entered || !isPlayer(view.turn)) break;
    const isOneTurn = drawn.every(({ player }) => player === view.turn);
    if (drawn.length >= SHOWN && !isOneTurn) break;
    drawn.push({ clicks: entered.clicks, player: view.turn });
  }
  const [first] = drawn;
  // A turn that is long enough is all that is drawn.
  const turn = drawn.findIndex(({ player }) => player !== first?.player);
  return turn >= SHOWN ? drawn.slice(0, turn) : drawn;
}
