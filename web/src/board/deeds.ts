// What was done at a board, and how it is told, by the places where it was entered. There is no rule in here.
import type { Geometry, LegalMove, PieceKind, Scene } from '../api/client';
import { find, say } from '../messages/index.svelte';
import { pieceName } from './names';

/** What somebody did, as it was entered. */
export type Deed =
  | { kind: 'place'; at: string }
  | { kind: 'push'; at: string }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'swap'; from: string; to: string; piece: PieceKind }
  | { kind: 'take'; from: string; to: string; count: number }
  | { kind: 'button'; name: string };

/** How deeds are told: as a move that is recommended, or as something that was done. */
export type Telling = 'hint-' | 'deed-';

/** Tells a move by the places it is entered at, and by what stood there before. */
export function deed(
  geometry: Geometry,
  { clicks }: Pick<LegalMove, 'clicks'>,
  { stacks }: Pick<Scene, 'stacks'>,
): Deed {
  const [first, second] = clicks.map(({ site }) => geometry.sites[site]);
  const [from, to] = [first?.name ?? '', second?.name];
  const count = clicks[0]?.take;
  if (first?.kind === 'button') return { kind: 'button', name: from };
  if (first?.kind === 'edge') return { kind: 'push', at: first.shown ?? from };
  if (to === undefined) return { kind: 'place', at: from };
  if (count != null) return { kind: 'take', from, to, count };
  const there = stacks.find(({ site }) => site === clicks[1]?.site)?.pieces.at(-1);
  const piece = geometry.pieces[there ?? -1];
  return piece ? { kind: 'swap', from, to, piece } : { kind: 'move', from, to };
}

/** Tells deeds, and steps that follow each other as one. */
export function tellDeeds(how: Telling, geometry: Pick<Geometry, 'game'>, deeds: readonly Deed[]): string {
  const told: string[] = [];
  let steps: string[] = [];
  for (const [at, what] of deeds.entries()) {
    if (what.kind === 'move') {
      steps.push(`${what.from}\u00a0→\u00a0${what.to}`);
      if (deeds[at + 1]?.kind === 'move') continue;
      told.push(say(`${how}move`, { steps: steps.join(', ') }));
      steps = [];
    } else told.push(tellDeed(how, geometry, what));
  }
  return told.join(', ');
}

function tellDeed(how: Telling, geometry: Pick<Geometry, 'game'>, what: Exclude<Deed, { kind: 'move' }>): string {
  switch (what.kind) {
    case 'place':
      return say(`${how}place`, { at: what.at });
    case 'push':
      return say(`${how}push`, { at: what.at });
    case 'swap':
      return say(`${how}swap`, { from: what.from, to: what.to, piece: pieceName(geometry, what.piece) });
    case 'take':
      return say(`${how}take`, { from: what.from, to: what.to, count: what.count });
    case 'button':
      return find(`${geometry.game}-${how}${what.name}`) ?? what.name;
  }
}
