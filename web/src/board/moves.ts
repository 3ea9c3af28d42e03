// How moves are shown, which the board's description says: nothing here knows a notation or a language.
import type { Geometry } from '../api/client';

/** A move as people read it, which may be nicer than it is written. */
export function moveName(geometry: Pick<Geometry, 'sites'> | undefined, move: string): string {
  return geometry?.sites.find(({ name }) => name === move)?.shown ?? move;
}

/** Moves in a row, as people read them. */
export function lineName(geometry: Pick<Geometry, 'sites'> | undefined, moves: readonly string[]): string {
  return moves.map((move) => moveName(geometry, move)).join(' ');
}

/** Whether a move is a card that was drawn. */
export function isCard({ sites }: Pick<Geometry, 'sites'>, move: string): boolean {
  return sites.some(({ name, kind }) => name === move && kind === 'card');
}
