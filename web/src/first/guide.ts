// What a guide can tell about a game under way, from what the server says about it. There is no rule in here.
import type { Score } from '../api/client';

/** How things go. */
export type Mood = 'winning' | 'losing' | 'better' | 'worse' | 'even';

/** How much the probability of winning must change before it is worth a word. */
const NOTICEABLE = 0.12;

/** How things go for somebody, by what an engine thought before and thinks now. */
export function mood(before: number | null, now: Pick<Score, 'probability' | 'proven'>): Mood {
  if (now.proven === 'win') return 'winning';
  if (now.proven === 'loss') return 'losing';
  const change = before === null ? 0 : now.probability - before;
  return change > NOTICEABLE ? 'better' : change < -NOTICEABLE ? 'worse' : 'even';
}
