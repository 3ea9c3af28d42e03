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
  if (top.shape !== 'counter' || pieces.length === 1) return `${name}, ${pieceName(words, top)}`;
  return `${name}, ${words.site.stack(pieces.length, words.site.tops[top.colour] ?? top.colour)}`;
}

const ARROWS: Readonly<Record<string, string>> = { '>': '→', '<': '←', '^': '↑', v: '↓' };

/** A move as people read it: a push is written with an arrow. */
export function moveName(move: string): string {
  return move.replace(/^([a-e]|[1-5])([<>^v])$/, (_, line: string, way: string) => line + (ARROWS[way] ?? way));
}

/** Moves in a row, as people read them. */
export function lineName(moves: readonly string[]): string {
  return moves.map(moveName).join(' ');
}

export function pieceName(words: Messages, piece: PieceKind): string {
  return words.pieces[piece.name] ?? piece.name;
}
