// Who plays and whose turn it is, in the words of now.
import type { Geometry, View } from '../api/client';
import { say } from '../messages/index.svelte';
import { turnCounts } from './holdings';
import { colourOf } from './marks';

/** What a player is called: by the colour of the pieces. */
export function playerName(geometry: Geometry, player: string): string {
  const colour = colourOf(geometry, player);
  return colour ? say(`colour-${colour}`) : '';
}

/** Whose turn it is, and how many steps are left of it; nothing if nobody's. */
export function turnName(geometry: Geometry, { turn, scene }: Pick<View, 'turn' | 'scene'>): string {
  if (turn !== 'first' && turn !== 'second') return '';
  const [name, [steps]] = [playerName(geometry, turn), turnCounts(scene)];
  return steps === undefined ? say('turn-of', { colour: name }) : say('turn-steps', { colour: name, count: steps });
}
