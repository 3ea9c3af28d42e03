// How a game ended, and how it stands, in the words of now.
import type { Snapshot } from '../api/client';
import { points, turnCounts } from '../board/holdings';
import { playerName } from '../board/status';
import { words } from '../messages/index.svelte';
import type { Line } from '../line/line.svelte';
import { rightsOf } from './rights';

/** Who has won. */
export function outcomeWords(snapshot: Snapshot): string {
  const { ending, seats, geometry, view } = snapshot;
  if (!ending) return '';
  const { won } = words();
  const { result, reason } = ending;
  if (!result) return won.broken;
  if (result === 'draw') return won.draw;
  const name = playerName(geometry, result);
  const isEngine = seats[result === 'first' ? 0 : 1]?.kind === 'engine';
  const who = rightsOf(snapshot).seat === result ? won.you : isEngine ? won.engine(name) : won.colour(name);
  const score = points(view.scene, result);
  if (reason !== 'rules' || !score || score.of === 1) return who;
  const other = points(view.scene, result === 'first' ? 'second' : 'first');
  return won.score(who, score.count, other?.count ?? 0);
}

/** Why the game is over. */
export function endingWords({ ending, view }: Pick<Snapshot, 'ending' | 'view'>): string {
  if (!ending) return '';
  if (!ending.result) return words().won.nobody;
  if (ending.reason === 'rules') return words().endings[view.ending ?? ''] ?? '';
  return words().reasons[ending.reason] ?? '';
}

/** Whose turn it is where one looks. */
export function turnWords(snapshot: Snapshot, { view, isPresent }: Line): string {
  const { turn } = words();
  if (snapshot.stage === 'waiting') return turn.waiting;
  if (snapshot.stage === 'paused') return turn.paused;
  if (!view || view.turn === 'none') return '';
  if (view.turn === 'chance') return words().cardToDraw;
  const { mayMove, isAlone } = rightsOf(snapshot);
  const [name, [steps]] = [playerName(snapshot.geometry, view.turn), turnCounts(view.scene)];
  const isEngine = snapshot.seats[view.turn === 'second' ? 1 : 0]?.kind === 'engine';
  const parts = [];
  if (isPresent && isEngine) parts.push(turn.thinking);
  else if (isPresent && mayMove && !isAlone) parts.push(turn.yours(name));
  else if (steps === undefined) parts.push(turn.of(name));
  if (steps !== undefined) parts.push(parts.length > 0 ? words().stepsLeft(steps) : turn.steps(name, steps));
  return parts.join(' · ');
}
