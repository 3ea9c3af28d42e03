// What a place on the board is called for those who hear it: always its notation first.
import type { Geometry, Holding, PieceKind, Push, Scene } from '../api/client';
import { find, language, say } from '../messages/index.svelte';
import { moveName } from './moves';

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
