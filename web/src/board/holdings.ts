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

/** What is left of the turn, and what was taken away from it. */
export function turnCounts(scene: Scene | undefined): [left: number | undefined, takenAway: number] {
  const [left, takenAway] = holdings(scene, 'counter', null);
  return [left?.held.count, takenAway?.held.count ?? 0];
}

/** What a player has won, and how much wins the game. */
export function points(scene: Scene | undefined, player: Player): { count: number; of: number } | undefined {
  const counters = holdings(scene, 'counter', player).map(({ held }) => held);
  return counters.flatMap(({ count, of }) => (of == null ? [] : [{ count, of }]))[0];
}
