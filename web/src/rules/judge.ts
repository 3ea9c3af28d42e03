// What came of trying something in a figure.
import type { Explored } from '../api/client';
import type { Goal } from './figures';

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
  if (goal.kind === 'move') return goal.pattern.test(last) ? 'right' : 'wrong';
  if (goal.kind === 'forbidden') return 'wrong';
  if (now.outcome) return now.outcome === first.player ? 'right' : 'lost';
  return now.view.turn === first.player ? 'open' : 'wrong';
}
