// What came of trying something in a figure.
import type { Explored } from '../api/client';

/** What a figure asks for. */
export type Goal =
  /** To win, within the turn. */
  | { kind: 'win' }
  /** A certain move, or one of several. */
  | { kind: 'moves'; moves: readonly string[] }
  /** Whatever can be played. */
  | { kind: 'any' }
  /** To try the one move that is forbidden. */
  | { kind: 'forbidden' };

export type Verdict = 'open' | 'right' | 'wrong' | 'lost';

/** What is said to a line of play: nothing yet as long as the turn goes on. */
export function judge(
  goal: Goal,
  first: Pick<Explored, 'player'>,
  moves: readonly string[],
  now: Pick<Explored, 'outcome'> & { view: Pick<Explored['view'], 'turn'> },
): Verdict {
  const last = moves.at(-1);
  if (last === undefined) return 'open';
  if (goal.kind === 'any') return 'right';
  if (goal.kind === 'moves') return goal.moves.includes(last) ? 'right' : 'wrong';
  if (goal.kind === 'forbidden') return 'wrong';
  if (now.outcome) return now.outcome === first.player ? 'right' : 'lost';
  return now.view.turn === first.player ? 'open' : 'wrong';
}
