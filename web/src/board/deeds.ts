// What was done at a board, and how it is told, by the places where it was entered. There is no rule in here.
import type { Geometry, LegalMove, PieceKind, Scene } from '../api/client';
import type { Messages } from '../messages/en';
import { pieceName } from './names';

/** What somebody did, as it was entered. */
export type Deed =
  | { kind: 'place'; at: string }
  | { kind: 'push'; at: string }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'swap'; from: string; to: string; piece: PieceKind }
  | { kind: 'take'; from: string; to: string; count: number }
  | { kind: 'button'; name: string };

/** How deeds are told. */
export interface DeedWords {
  place: (at: string) => string;
  push: (at: string) => string;
  /** Steps from a place to another, with arrows. */
  move: (steps: string) => string;
  swap: (from: string, to: string, piece: string) => string;
  take: (from: string, to: string, count: number) => string;
  buttons: Record<string, string>;
}

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
export function tellDeeds(say: DeedWords, deeds: readonly Deed[], words: Messages): string {
  const told: string[] = [];
  let steps: string[] = [];
  for (const [at, what] of deeds.entries()) {
    if (what.kind === 'move') {
      steps.push(`${what.from}\u00a0→\u00a0${what.to}`);
      if (deeds[at + 1]?.kind === 'move') continue;
      told.push(say.move(steps.join(', ')));
      steps = [];
    } else told.push(tellDeed(say, what, words));
  }
  return told.join(', ');
}

function tellDeed(say: DeedWords, what: Exclude<Deed, { kind: 'move' }>, words: Messages): string {
  switch (what.kind) {
    case 'place':
      return say.place(what.at);
    case 'push':
      return say.push(what.at);
    case 'swap':
      return say.swap(what.from, what.to, pieceName(words, what.piece));
    case 'take':
      return say.take(what.from, what.to, what.count);
    case 'button':
      return say.buttons[what.name] ?? what.name;
  }
}
