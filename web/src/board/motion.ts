// What moves from one position to another, for the eye alone. It is their difference, so it is right in both directions.
import type { Geometry, Push, Scene, View } from '../api/client';

/** A position as it is drawn, with the sites that its last move touched, in their order. */
export type Seen = Pick<View, 'scene' | 'touched'>;

/** A site; beside the board with the owner of what is there; or nowhere. */
export type Whereabouts = number | 'seat' | 'air';

/** Pieces that go from one place to another. */
export interface Travel {
  from: Whereabouts;
  to: Whereabouts;
  pieces: readonly number[];
}

type Stacks = ReadonlyMap<number, readonly number[]>;

/**
 * What is seen to move: one move made or taken back, or else what came and what went. Pieces that are alike do not tell
 * which of both it was, so whoever knows says that the game went on (1) or back (-1).
 */
export function motion(geometry: Geometry, before: Seen, after: Seen, way = 0): Travel[] {
  const [old, now] = [stacksOf(before.scene), stacksOf(after.scene)];
  const changed = [...geometry.sites.keys()].filter((site) => !isSame(old.get(site), now.get(site)));
  if (way === 0 && changed.length === 0 && isSame(before.touched, after.touched)) return [];
  const isOf = (touched: readonly number[]) => changed.every((site) => touched.includes(site));
  const made = way >= 0 && isOf(after.touched) ? moved(geometry, old, now, after.touched) : null;
  const undone = way <= 0 && isOf(before.touched) ? moved(geometry, now, old, before.touched) : null;
  const back = undone?.map(({ from, to, pieces }) => ({ from: to, to: from, pieces }));
  const isSeen = ({ to }: Travel) => typeof to !== 'number' || now.has(to) || geometry.sites[to]?.kind === 'edge';
  return (made ?? back ?? changed.flatMap((site) => exchanged(site, old, now))).filter(isSeen);
}

function stacksOf(scene: Scene): Stacks {
  return new Map(scene.stacks.map((stack) => [stack.site, stack.pieces]));
}

function isSame(one: readonly number[] = [], other: readonly number[] = []): boolean {
  return one.length === other.length && one.every((piece, at) => piece === other[at]);
}

/** The move that touched these sites, if that is what leads from one position to the other. */
function moved(geometry: Geometry, old: Stacks, now: Stacks, touched: readonly number[]): Travel[] | null {
  const [from, to] = touched;
  if (from === undefined || to === undefined) return null;
  const push = geometry.pushes.find((each) => each.from === from);
  if (push) return pushed(push, old, now);
  const [taken, stood, left, landed] = [old.get(from) ?? [], old.get(to) ?? [], now.get(from) ?? [], now.get(to) ?? []];
  if (taken.length === 0) return null;
  const travel = { from, to, pieces: taken.slice(left.length) };
  const together = [...stood, ...travel.pieces];
  if (travel.pieces.length > 0 && isSame(left, taken.slice(0, left.length))) {
    if (isSame(landed, together)) return [travel];
    // What came together may leave the board at once.
    if (landed.length === 0) return [travel, { from: to, to: 'seat', pieces: together }];
  }
  if (stood.length === 0 || !isSame(taken, landed) || !isSame(stood, left)) return null;
  return [
    { from, to, pieces: taken },
    { from: to, to: from, pieces: stood },
  ];
}

/** A whole line moves on by one place, and what stood at its end falls out. */
function pushed({ from, line, to }: Push, old: Stacks, now: Stacks): Travel[] | null {
  const travels = line.map((site, at) => {
    const before = line[at - 1];
    const pieces = (before === undefined ? now.get(site) : old.get(before)) ?? [];
    return { from: before ?? from, to: site, pieces };
  });
  if (!travels.every(({ to: site, pieces }) => pieces.length > 0 && isSame(now.get(site), pieces))) return null;
  const end = line.at(-1) ?? from;
  const fallen = old.get(end);
  return fallen ? [...travels, { from: end, to, pieces: fallen }] : travels;
}

/** What went from a site and what came to it, nobody knows where from. */
function exchanged(site: number, old: Stacks, now: Stacks): Travel[] {
  const [gone, come] = [old.get(site) ?? [], now.get(site) ?? []];
  const kept = gone.findIndex((piece, level) => piece !== come[level]);
  const level = kept < 0 ? Math.min(gone.length, come.length) : kept;
  const travels: Travel[] = [
    { from: site, to: 'air', pieces: gone.slice(level) },
    { from: 'air', to: site, pieces: come.slice(level) },
  ];
  return travels.filter(({ pieces }) => pieces.length > 0);
}
