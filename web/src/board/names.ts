// What a place on the board is called for those who hear it: always its notation first.
import type { Geometry, PieceKind, Scene } from '../api/client';
import { find, language, say } from '../messages/index.svelte';

/** What a site is called, with what stands on it: `e0, empty`, `c4, stack of 2, from top to bottom: red, white`. */
export function siteName(geometry: Geometry, scene: Scene, site: number): string {
  const { name, kind } = geometry.sites[site] ?? { name: '', kind: 'cell' };
  if (kind === 'edge') return pushName(name);
  if (kind === 'button') return find(`${geometry.game}-site-${name}`) ?? name;
  const pieces = scene.stacks.find((stack) => stack.site === site)?.pieces ?? [];
  const stack = pieces.flatMap((piece) => geometry.pieces[piece] ?? []).reverse();
  const [top] = stack;
  if (!top) return `${name}, ${say('site-empty')}`;
  if (stack.length === 1) return `${name}, ${pieceName(geometry, top)}`;
  const colours = stack.map(({ colour }) => say(`colour-${colour}`).toLocaleLowerCase(language()));
  return `${name}, ${say('site-stack', { count: stack.length, pieces: colours.join(', ') })}`;
}

const ARROWS: Readonly<Record<string, string>> = { '>': '→', '<': '←', '^': '↑', v: '↓' };
const PUSHES = { '>': 'push-right', '<': 'push-left', '^': 'push-up', v: 'push-down' } as const;

/** What a place to push from is called. */
function pushName(name: string): string {
  const [line = '', way] = name;
  return `${name}, ${way && way in PUSHES ? say(PUSHES[way as '>'], { line }) : say('site-push')}`;
}

/** A move as people read it: a push is written with an arrow. */
export function moveName(move: string): string {
  return move.replace(/^([a-e]|[1-5])([<>^v])$/, (_, line: string, way: string) => line + (ARROWS[way] ?? way));
}

/** Moves in a row, as people read them. */
export function lineName(moves: readonly string[]): string {
  return moves.map(moveName).join(' ');
}

/** What a kind of piece is called. */
export function pieceName({ game }: Pick<Geometry, 'game'>, { name }: Pick<PieceKind, 'name'>): string {
  return find(`${game}-piece-${name.replaceAll(' ', '_')}`) ?? name;
}
