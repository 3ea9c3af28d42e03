// What lies ahead of whoever is to move: only the module knows, and says it quickly.
import type { LineOfPlay } from '../games';
import { THINKER } from './module';

/** What the module says (crates/answers/src/outlook.rs). */
export interface Outlook {
  /** A way to win within this turn. */
  win: readonly string[];
  /** How many ways to hand the turn over were looked at, and after how many the opponent wins in the next turn. */
  looked_at: number;
  lost: number;
  /** Whether these are all ways there are. */
  is_all: boolean;
  /** The win of the opponent that comes up most often, and what is played before it. */
  threat: { after: readonly string[]; moves: readonly string[] } | null;
}

function isOutlook(body: unknown): body is Outlook {
  return typeof body === 'object' && body !== null && 'win' in body && 'looked_at' in body;
}

/** What lies ahead after a line of play; nothing where there is no module. */
export async function outlook({ game, start = null, moves }: LineOfPlay): Promise<Outlook | null> {
  const body = { game, start, moves };
  const reply = await THINKER.answer({ method: 'POST', path: '/api/outlook', query: '', body });
  return isOutlook(reply?.body) ? reply.body : null;
}
