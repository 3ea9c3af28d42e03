// What things on a board are called, for those who read and those who hear. How a move is written in records is read here
// alone: people see arrows, and hear words.
import type { Geometry, Holding, PieceKind, Push, Scene } from '../api/client';
import { capital, find, language, list, say } from '../messages/index.svelte';
import type { Chooser } from './chooser.svelte';
import { colourOf } from './players';
import { sharedSide } from './shapes';

/** What is needed to name moves. */
export type Named = Pick<Geometry, 'game' | 'sites'>;

/** A move from a place to another, as records write it: `c3-e1`, or `c3:2-e1` if only some pieces go. */
function journey(geometry: Named | undefined, move: string) {
  const [, from = '', count, to = ''] = /^(\w+)(?::(\d+))?-(\w+)$/.exec(move) ?? [];
  const isPlace = (wanted: string) => geometry?.sites.some(({ name }) => name === wanted);
  return isPlace(from) && isPlace(to) ? { from, to, count: count === undefined ? null : Number(count) } : null;
}

/** A move as people read it: `3→`, `c3→e1`, `c3→e1 (2)`. */
export function moveName(geometry: Named | undefined, move: string): string {
  const site = geometry?.sites.find(({ name }) => name === move);
  if (site) return site.shown ?? find(`${geometry?.game}-move-${move}`) ?? move;
  const way = journey(geometry, move);
  if (!way) return move;
  return `${way.from}→${way.to}${way.count === null ? '' : `\u00a0(${way.count})`}`;
}

/** Moves in a row, as people read them. */
export function lineName(geometry: Named | undefined, moves: readonly string[]): string {
  return moves.map((move) => moveName(geometry, move)).join(' ');
}

/** A move in words, for those who hear it or wonder what is written: `push row 3 to the right`, `c3 to e1`. */
export function moveWords(geometry: Pick<Geometry, 'game' | 'sites' | 'pushes'>, move: string): string {
  const at = geometry.sites.findIndex(({ name }) => name === move);
  const site = geometry.sites[at];
  if (site?.kind === 'edge') return pushName(geometry, at);
  if (site?.kind === 'card') return say('card', { value: moveName(geometry, move) });
  if (site?.kind === 'button') return find(`${geometry.game}-hint-${move}`) ?? moveName(geometry, move);
  const way = journey(geometry, move);
  if (!way) return moveName(geometry, move);
  const { from, to, count } = way;
  return count === null ? say('step-words', { from, to }) : say('take-words', { from, to, count });
}

/** Whether a move is a card that was drawn. */
export function isCard({ sites }: Pick<Geometry, 'sites'>, move: string): boolean {
  return sites.some(({ name, kind }) => name === move && kind === 'card');
}

/**
 * What a site is called, with what stands on it and the bars beside it: `a2, empty, beside a red bar`, `c4, stack of 2,
 * from top to bottom: red, white`.
 */
export function siteName(geometry: Geometry, scene: Scene, site: number): string {
  const { name, kind } = geometry.sites[site] ?? { name: '', kind: 'cell' };
  if (kind === 'edge') return capital(pushName(geometry, site));
  if (kind === 'button') return find(`${geometry.game}-site-${name}`) ?? moveName(geometry, name);
  const bars = barsAt(geometry, site);
  const stands = `${name}, ${stackName(geometry, scene, site)}`;
  return bars ? `${stands}, ${bars}` : stands;
}

function stackName(geometry: Geometry, scene: Scene, site: number): string {
  const pieces = scene.stacks.find((stack) => stack.site === site)?.pieces ?? [];
  const stack = pieces.flatMap((piece) => geometry.pieces[piece] ?? []).reverse();
  const [top] = stack;
  if (!top) return say('site-empty');
  if (stack.length === 1) return pieceName(geometry, top);
  const colours = stack.map(({ colour }) => say(`colour-${colour}`).toLocaleLowerCase(language()));
  return say('site-stack', { count: stack.length, pieces: colours.join(', ') });
}

/** Whose bars a place touches; nothing if none. */
function barsAt(geometry: Geometry, site: number): string {
  if (geometry.bars.length === 0) return '';
  const owners = touched(geometry, site).flatMap((bar) => geometry.bars[bar]?.player ?? []);
  const colours = [...new Set(owners)].map((player) => colourOf(geometry, player));
  const bars = colours.map((colour) => find(`${geometry.game}-bar-${colour}`) ?? colour);
  return bars.length > 0 ? say('site-bars', { bars: list(bars) }) : '';
}

/** What was found out about boards: nothing of it ever changes, and every place is named again after every move. */
const TOUCHED = new WeakMap<Geometry['sites'], Map<number, number[]>>();

/** The bars that a place touches, by their numbers. */
export function touched(geometry: Pick<Geometry, 'sites' | 'bars'>, site: number): readonly number[] {
  const known = TOUCHED.get(geometry.sites) ?? new Map<number, number[]>();
  TOUCHED.set(geometry.sites, known);
  const before = known.get(site);
  if (before) return before;
  const outlines = geometry.sites[site]?.faces.map(({ outline }) => outline) ?? [];
  const touching = geometry.bars.flatMap((bar, at) =>
    bar.outlines.some((edge) => outlines.some((outline) => sharedSide(outline, edge))) ? [at] : [],
  );
  known.set(site, touching);
  return touching;
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
  else if (chooser.forbidden === site) parts.push(say('site-forbidden'));
  if (view.scene.winning.includes(site)) parts.push(say('site-winning'));
  else if (view.touched.includes(site)) parts.push(say('site-last'));
  return parts.join(', ');
}
