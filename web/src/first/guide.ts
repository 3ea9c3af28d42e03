// What a guide can tell about a game under way, from what the server says about it. There is no rule in here.
import type { Geometry, LegalMove, Score } from '../api/client';

/** The game and variant that each game's first game is. */
export const FIRST_GAMES: Readonly<Record<string, string>> = {
  mobius: 'mobius',
  move: 'move',
  fibonacci: 'fibonacci classic',
  mixtour: 'mixtour 20/1',
};

/** What somebody did, as it was entered. */
export type Deed =
  | { kind: 'place'; at: string }
  | { kind: 'push'; at: string }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'take'; from: string; to: string; count: number }
  | { kind: 'button'; name: string };

/** Tells a move by the places it is entered at. */
export function deed(geometry: Geometry, { clicks }: Pick<LegalMove, 'clicks'>): Deed {
  const [first, second] = clicks.map(({ site }) => geometry.sites[site]);
  const [from, to] = [first?.name ?? '', second?.name];
  const count = clicks[0]?.take;
  if (first?.kind === 'button') return { kind: 'button', name: from };
  if (first?.kind === 'edge') return { kind: 'push', at: from };
  if (to === undefined) return { kind: 'place', at: from };
  return count == null ? { kind: 'move', from, to } : { kind: 'take', from, to, count };
}

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
