// The two players, in the order in which they first move: what is theirs, and what they are called.
import type { Colour, Geometry, Player, Turn, View } from '../api/client';
import { say } from '../messages/index.svelte';
import { stepsLeft } from './holdings';

export const PLAYERS: readonly Player[] = ['first', 'second'];

/** Whether a player acts next, and not chance or nobody. */
export function isPlayer(turn: Turn | undefined): turn is Player {
  return turn === 'first' || turn === 'second';
}

export function opponentOf(player: Player): Player {
  return player === 'first' ? 'second' : 'first';
}

/** What is a player's, of what both have. */
export function ofPlayer<T>(both: readonly T[] | undefined, player: Player): T | undefined {
  return both?.[player === 'first' ? 0 : 1];
}

export function colourOf({ players }: Pick<Geometry, 'players'>, player: Player): Colour {
  return ofPlayer(players, player) ?? 'neutral';
}

/** What a player is called: by the colour of the pieces. */
export function playerName(geometry: Geometry, player: Player): string {
  return say(`colour-${colourOf(geometry, player)}`);
}

/** Whose turn it is, and how many steps are left of it; nothing if nobody's. */
export function turnName(geometry: Geometry, { turn, scene }: Pick<View, 'turn' | 'scene'>): string {
  if (!isPlayer(turn)) return '';
  const [colour, count] = [playerName(geometry, turn), stepsLeft(scene)];
  return count === undefined ? say('turn-of', { colour }) : say('turn-steps', { colour, count });
}
