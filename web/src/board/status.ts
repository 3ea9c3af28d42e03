// What a scene says beside the pieces: what is in hand, how many steps are left, and such.
import type { Geometry, PieceKind, Scene, Status, View } from '../api/client';
import { words } from '../messages/index.svelte';
import { colourOf } from './marks';

type Of<Kind extends Status['kind']> = Extract<Status, { kind: Kind }>;

/** Everything of one kind that a scene says. */
export function statusesOf<Kind extends Status['kind']>(scene: Scene | undefined, kind: Kind): Of<Kind>[] {
  return (scene?.status ?? []).filter((status): status is Of<Kind> => status.kind === kind);
}

export function statusOf<Kind extends Status['kind']>(scene: Scene | undefined, kind: Kind): Of<Kind> | undefined {
  return statusesOf(scene, kind)[0];
}

/** The piece that must be played next, if there is one. */
export function pieceInHand(geometry: Geometry, scene: Scene | undefined): PieceKind | undefined {
  return geometry.pieces[statusOf(scene, 'in_hand')?.piece ?? -1];
}

/** What a player is called: by the colour of the pieces. */
export function playerName(geometry: Geometry, player: string): string {
  const colour = colourOf(geometry, player);
  return colour ? words().colours[colour] : '';
}

/** Whose turn it is, and how many steps are left of it; nothing if nobody's. */
export function turnName(geometry: Geometry, { turn, scene }: Pick<View, 'turn' | 'scene'>): string {
  if (turn !== 'first' && turn !== 'second') return '';
  const [name, steps] = [playerName(geometry, turn), statusOf(scene, 'steps_left')];
  return steps ? words().turn.steps(name, steps.count) : words().turn.of(name);
}
