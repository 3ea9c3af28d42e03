// What things on a board are called, for those who read and those who hear: always by their notation first. What a move
// is called the board's description says: nothing here knows a notation or a language.
import type { Geometry, Holding, PieceKind, Push, Scene } from '../api/client';
import { find, language, say } from '../messages/index.svelte';
import type { Chooser } from './chooser.svelte';

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

/** What a site is called, with what stands on it: `e0, empty`, `c4, stack of 2, from top to bottom: red, white`. */
export function siteName(geometry: Geometry, scene: Scene, site: number): string {
  const { name, kind } = geometry.sites[site] ?? { name: '', kind: 'cell' };
  if (kind === 'edge') return `${name}, ${pushName(geometry, site)}`;
  if (kind === 'button') return find(`${geometry.game}-site-${name}`) ?? moveName(geometry, name);
  const pieces = scene.stacks.find((stack) => stack.site === site)?.pieces ?? [];
  const stack = pieces.flatMap((piece) => geometry.pieces[piece] ?? []).reverse();
  const [top] = stack;
  if (!top) return `${name}, ${say('site-empty')}`;
  if (stack.length === 1) return `${name}, ${pieceName(geometry, top)}`;
  const colours = stack.map(({ colour }) => say(`colour-${colour}`).toLocaleLowerCase(language()));
  return `${name}, ${say('site-stack', { count: stack.length, pieces: colours.join(', ') })}`;
}

/** What is pushed from a place at the edge, and where to. */
function pushName({ pushes }: Pick<Geometry, 'pushes'>, site: number): string {
  const push = pushes.find(({ from }) => from === site);
  if (!push) return say('site-push');
  return say(wayOf(push), { line: push.name });
}

function wayOf({ way: { x, y } }: Push) {
  if (x !== 0) return x > 0 ? 'push-right' : 'push-left';
  return y > 0 ? 'push-down' : 'push-up';
}

/** What a kind of piece is called. */
export function pieceName({ game }: Pick<Geometry, 'game'>, { name }: Pick<PieceKind, 'name'>): string {
  return find(`${game}-piece-${name}`) ?? name;
}

/** What lies beside the board, in words. */
export function holdingName({ game, pieces }: Geometry, { name, held }: Pick<Holding, 'name' | 'held'>): string {
  const id = `${game}-holding-${name}`;
  switch (held.kind) {
    case 'counter':
      return find(id, { count: held.count, of: held.of ?? 0 }) ?? name;
    case 'steps_left':
    case 'steps_taken_away':
      return find(id, { count: held.count }) ?? name;
    case 'number':
      return find(id, { number: held.number }) ?? name;
    case 'pieces': {
      const kinds = held.pieces.flatMap((piece) => pieces[piece] ?? []);
      return find(id, { pieces: kinds.map((kind) => pieceName({ game }, kind)).join(', ') }) ?? name;
    }
    case 'cards':
      return find(id, { cards: held.cards.map(({ value, left }) => `${left} × ${value}`).join(', ') }) ?? name;
    case 'notice':
      return find(id) ?? name;
  }
}

/** What those hear who walk over a board by keys: what stands at a place, what can be done with it, what happened there. */
export function placeWords(chooser: Chooser, site: number): string {
  const { geometry, view } = chooser.board;
  const parts = [siteName(geometry, view.scene, site)];
  const chosen = chooser.clicks.find((click) => click.site === site);
  if (chosen) parts.push(chosen.take ? say('site-take', { count: chosen.take }) : say('site-selected'));
  else if (chooser.clicks.length > 0 && chooser.next.has(site)) parts.push(say('site-target'));
  if (view.scene.winning.includes(site)) parts.push(say('site-winning'));
  else if (view.touched.includes(site)) parts.push(say('site-last'));
  return parts.join(', ');
}
