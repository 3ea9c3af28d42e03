// What a place on the board is called for those who hear it: always its notation first.
import type { Geometry, PieceKind, Scene } from '../api/client';
import type { Messages } from '../messages/en';

/** What a site is called, with what stands on it: `e0, empty`, `c4, stack of 3, red on top`. */
export function siteName(words: Messages, geometry: Geometry, scene: Scene, site: number): string {
  const { name, kind } = geometry.sites[site] ?? { name: '', kind: 'cell' };
  if (kind === 'edge') return `${name}, ${words.site.push}`;
  if (kind === 'button') return words.buttons[name] ?? name;
  const pieces = scene.stacks.find((stack) => stack.site === site)?.pieces ?? [];
  const top = geometry.pieces[pieces.at(-1) ?? -1];
  if (!top) return `${name}, ${words.site.empty}`;
  if (pieces.length === 1) return `${name}, ${pieceName(words, top)}`;
  return `${name}, ${words.site.stack(pieces.length, words.site.tops[top.colour] ?? top.colour)}`;
}

/** A move as people read it, which may be nicer than it is written. */
export function moveName(geometry: Pick<Geometry, 'sites'> | undefined, move: string): string {
  return geometry?.sites.find(({ name }) => name === move)?.shown ?? move;
}

/** Moves in a row, as people read them. */
export function lineName(geometry: Pick<Geometry, 'sites'> | undefined, moves: readonly string[]): string {
  return moves.map((move) => moveName(geometry, move)).join(' ');
}

/** Whether a move is a card that was drawn: a button with a face of its own. */
export function isCard(geometry: Pick<Geometry, 'sites'> | undefined, move: string): boolean {
  return geometry?.sites.some(({ name, kind, shown }) => name === move && kind === 'button' && shown != null) ?? false;
}

export function pieceName(words: Messages, piece: PieceKind): string {
  return words.pieces[piece.name] ?? piece.name;
}
