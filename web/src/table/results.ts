// How a game ended, and how it stands, in the words of now.
import type { Snapshot } from '../api/client';
import { playerName, statusesOf, statusOf } from '../board/status';
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
  const scores = statusesOf(view.scene, 'score');
  if (reason !== 'rules' || !scores.some(({ goal }) => goal > 1)) return who;
  const points = (isWinner: boolean) => scores.find(({ player }) => (player === result) === isWinner)?.points ?? 0;
  return won.score(who, points(true), points(false));
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
  const [name, steps] = [playerName(snapshot.geometry, view.turn), statusOf(view.scene, 'steps_left')];
  const isEngine = snapshot.seats[view.turn === 'second' ? 1 : 0]?.kind === 'engine';
  const parts = [];
  if (isPresent && isEngine) parts.push(turn.thinking);
  else if (isPresent && mayMove && !isAlone) parts.push(turn.yours(name));
  else if (!steps) parts.push(turn.of(name));
  if (steps) parts.push(parts.length > 0 ? words().stepsLeft(steps.count) : turn.steps(name, steps.count));
  return parts.join(' · ');
}
