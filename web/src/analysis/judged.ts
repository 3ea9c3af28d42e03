// Judgements of moves, as they are written beside them: the engine's, and those that a record has.
import type { GameAnalysis } from '../api/client';
import type { Tree } from '../line/tree';
import { say } from '../messages/index.svelte';
import { percent } from './scores';

export interface Judged {
  /** What is written: `??`. */
  sign: string;
  /** What it means. */
  words: string;
  /** Whether the game turned there. */
  isTurning: boolean;
}

type Turn = GameAnalysis['turns'][number];

const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' } as const;
/** What PGN numbers its judgements. */
const NAGS = {
  1: { sign: '!', name: 'good' },
  2: { sign: '?', name: 'mistake' },
  3: { sign: '!!', name: 'excellent' },
  4: { sign: '??', name: 'blunder' },
  5: { sign: '!?', name: 'interesting' },
  6: { sign: '?!', name: 'inaccuracy' },
} as const;

function isKnown(nag: number): nag is keyof typeof NAGS {
  return nag in NAGS;
}

/** What a turn was, in words; nothing if there is nothing to say against it. */
export function judgementWords({ judgement, loss }: Pick<Turn, 'judgement' | 'loss'>): string {
  if (!judgement) return '';
  return `${say(`judgement-${judgement}`)}, ${say('analysis-loss', { share: percent(loss) })}`;
}

/** What is written beside moves, by their nodes: at a turn's last move. `main` is the main line from the root on. */
export function judgements(
  tree: Tree,
  main: readonly number[],
  analysis: GameAnalysis | null,
): ReadonlyMap<number, Judged> {
  const found = new Map<number, Judged>();
  for (const [id, { nags = [] }] of tree.entries()) {
    const nag = nags.find(isKnown);
    if (nag) found.set(id, { sign: NAGS[nag].sign, words: say(`judgement-${NAGS[nag].name}`), isTurning: false });
  }
  for (const [at, turn] of analysis?.turns.entries() ?? []) {
    const [node, isTurning] = [main[turn.ply + turn.moves.length], analysis?.turning_points.includes(at) ?? false];
    if (node === undefined || !turn.judgement) continue;
    found.set(node, { sign: SIGNS[turn.judgement], words: judgementWords(turn), isTurning });
  }
  return found;
}
