// How a game ended, and how it stands, in the words of now.
import type { Snapshot } from '../api/client';
import { points, stepsLeft } from '../board/holdings';
import { ofPlayer, opponentOf, playerName } from '../board/players';
import { endingOf } from '../messages/games';
import { say, sentence } from '../messages/index.svelte';
import type { Line } from '../line/line.svelte';
import { rightsOf } from './rights';

/** Who has won. */
export function outcomeWords(snapshot: Snapshot): string {
  const { ending, seats, geometry, view } = snapshot;
  if (!ending) return '';
  const { result, reason } = ending;
  if (!result) return say('won-broken');
  if (result === 'draw') return say('won-draw');
  const name = playerName(geometry, result);
  const isEngine = ofPlayer(seats, result)?.kind === 'engine';
  const who =
    rightsOf(snapshot).seat === result
      ? say('won-you')
      : isEngine
        ? say('won-engine', { colour: name })
        : say('won-colour', { colour: name });
  const score = points(view.scene, result);
  if (reason !== 'rules' || !score || score.of === 1) return who;
  const other = points(view.scene, opponentOf(result));
  return say('won-score', { won: who, own: score.count, other: other?.count ?? 0 });
}

/** Why the game is over. */
export function endingWords({ ending, view, geometry }: Pick<Snapshot, 'ending' | 'view' | 'geometry'>): string {
  if (!ending) return '';
  if (!ending.result) return say('won-nobody');
  if (ending.reason === 'rules') return sentence(endingOf(geometry.game, view.ending));
  return sentence(say(`reason-${ending.reason}`));
}

/** Whose turn it is where one looks. */
export function turnWords(snapshot: Snapshot, { view, isPresent }: Line): string {
  if (snapshot.stage === 'waiting') return say('turn-waiting');
  if (snapshot.stage === 'paused') return say('turn-paused');
  if (!view || view.turn === 'none') return '';
  if (view.turn === 'chance') return say('card-to-draw');
  const { mayMove, isAlone } = rightsOf(snapshot);
  const [name, steps] = [playerName(snapshot.geometry, view.turn), stepsLeft(view.scene)];
  const isEngine = ofPlayer(snapshot.seats, view.turn)?.kind === 'engine';
  const parts = [];
  if (isPresent && isEngine) parts.push(say('turn-thinking'));
  else if (isPresent && mayMove && !isAlone) parts.push(say('turn-yours', { colour: name }));
  else if (steps === undefined) parts.push(say('turn-of', { colour: name }));
  if (steps !== undefined)
    parts.push(
      parts.length > 0 ? say('steps-left', { count: steps }) : say('turn-steps', { colour: name, count: steps }),
    );
  return parts.join(' · ');
}
