// What lies beside the board, found by what it is: no game is known here.
import type { Geometry, Holding, PieceKind, Player, Scene } from '../api/client';

type Kind = Holding['held']['kind'];
type Of<K extends Kind> = Omit<Holding, 'held'> & { held: Extract<Holding['held'], { kind: K }> };

/** All of one kind that a player has, or that concerns both. */
export function holdings<K extends Kind>(scene: Scene | undefined, kind: K, owner: Player | null): Of<K>[] {
  const all: readonly Holding[] = scene?.holdings ?? [];
  return all.filter((each): each is Of<K> => each.held.kind === kind && (each.owner ?? null) === owner);
}

/** The piece that must be played next, if one is said. */
export function pieceInHand(geometry: Geometry | undefined, scene: Scene | undefined): PieceKind | undefined {
  return geometry?.pieces[holdings(scene, 'pieces', null)[0]?.held.pieces[0] ?? -1];
}

/** How many steps are left of the turn, where turns have steps. */
export function stepsLeft(scene: Scene | undefined): number | undefined {
  return holdings(scene, 'steps_left', null)[0]?.held.count;
}

/** What a player has won, and how much wins the game. */
export function points(scene: Scene | undefined, player: Player): { count: number; of: number } | undefined {
  const counters = holdings(scene, 'counter', player).map(({ held }) => held);
  return counters.flatMap(({ count, of }) => (of == null ? [] : [{ count, of }]))[0];
}
