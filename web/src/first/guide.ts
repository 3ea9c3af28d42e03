// The guide of a first game: what it teaches, from games/GAME/first.LANGUAGE.ftl, and what it can tell of a game under
// way, from what the server says about it. There is no rule in here.
import type { Score } from '../api/client';
import { passages } from '../messages/index.svelte';

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

export interface Lesson {
  /** By where a move begins; there is a lesson for each move until the guide steps back. */
  stage: string;
  title: string;
  text: string;
  /** Whether groups are shown on the board with it. */
  hasGroups: boolean;
}

/** All lessons of a game, in their order. */
export function lessonsOf(game: string): Lesson[] {
  const beginning = `${game}-lesson-`;
  return passages(beginning).map(({ id, title, parts: [said] }) => ({
    stage: id.slice(beginning.length).replace(/-\d+$/, ''),
    title,
    text: said?.text ?? '',
    hasGroups: said?.kind === 'groups',
  }));
}
