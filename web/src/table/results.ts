// How a game ended, and how it stands, in the words of whoever looks.
import type { MoveMade, Player, Snapshot } from '../api/client';
import { points, stepsLeft } from '../board/holdings';
import { ofPlayer, opponentOf, playerName } from '../board/players';
import { endingOf } from '../messages/games';
import { find, say, sentence } from '../messages/index.svelte';
import type { Line } from '../line/line.svelte';
import { rightsOf } from './rights';

/** Who has won. */
export function outcomeWords(snapshot: Snapshot): string {
  const { ending, geometry, view } = snapshot;
  if (!ending) return '';
  const { result, reason } = ending;
  if (!result) return say('won-broken');
  if (result === 'draw') return say('won-draw');
  const { seat } = rightsOf(snapshot);
  const name = playerName(geometry, result);
  const who = !seat ? say('won-colour', { colour: name }) : seat === result ? say('won-you') : say('lost-you');
  const score = points(view.scene, result);
  if (reason !== 'rules' || !score || score.of === 1) return who;
  const [own, other] = [seat ?? result, opponentOf(seat ?? result)].map((player) => points(view.scene, player)?.count);
  return say('won-score', { won: who, own: own ?? 0, other: other ?? 0 });
}

/**
 * As what somebody reads how a game ended: as the one who won or lost, or as one who looks on; and whether the loser
 * made the winner's point.
 */
function reads(seat: Player | undefined, winner: Player, isByLoser: boolean): string {
  if (!seat) return isByLoser ? 'seen-given' : 'seen';
  if (seat === winner) return isByLoser ? 'given' : 'won';
  return isByLoser ? 'gave' : 'lost';
}

/** A game that may be over, as far as one must know it to say why. */
type Ended = Pick<Snapshot, 'ending' | 'decision' | 'view' | 'geometry'> & { moves: readonly Pick<MoveMade, 'by'>[] };

/** Why the game is over, for the one on a seat or for those who look on. */
export function endingWords({ ending, decision, view, geometry, moves }: Ended, seat?: Player): string {
  if (!ending) return '';
  if (decision) return say('ended-decision', { reason: decision.reason });
  const { result, reason } = ending;
  if (!result) return say('won-nobody');
  const plain = reason === 'rules' ? endingOf(geometry.game, view.ending) : say(`reason-${reason}`);
  if (result === 'draw') return sentence(plain);
  const [winner, loser] = [playerName(geometry, result), playerName(geometry, opponentOf(result))];
  const isByLoser = reason === 'rules' && moves.at(-1)?.by === opponentOf(result);
  const id = reason === 'rules' ? `${geometry.game}-ended-${view.ending}` : `ended-${reason}`;
  const as = reads(seat, result, isByLoser);
  return sentence(find(id, { as, winner, loser }) ?? plain);
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
