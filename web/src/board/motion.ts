// What moves from one position to another, for the eye alone. It is their difference, so it is right in both directions.
import type { Geometry, Scene, View } from '../api/client';

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

/** What is seen to move: one move made or taken back, or else what came and what went. */
export function motion(geometry: Geometry, before: Seen, after: Seen): Travel[] {
  const [old, now] = [stacksOf(before.scene), stacksOf(after.scene)];
  const changed = [...geometry.sites.keys()].filter((site) => !isSame(old.get(site), now.get(site)));
  if (changed.length === 0 && isSame(before.touched, after.touched)) return [];
  const isOf = (touched: readonly number[]) => changed.every((site) => touched.includes(site));
  const made = isOf(after.touched) ? moved(geometry, old, now, after.touched) : null;
  const undone = isOf(before.touched) ? moved(geometry, now, old, before.touched) : null;
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
  if (geometry.sites[from]?.kind === 'edge') return pushed(geometry, old, now, touched);
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
function pushed(geometry: Geometry, old: Stacks, now: Stacks, touched: readonly number[]): Travel[] | null {
  const travels = touched.slice(1).map((to, at) => ({
    from: touched[at] ?? to,
    to,
    pieces: (at === 0 ? now.get(to) : old.get(touched[at] ?? to)) ?? [],
  }));
  if (!travels.every(({ to, pieces }) => pieces.length > 0 && isSame(now.get(to), pieces))) return null;
  const end = touched.at(-1) ?? 0;
  const fallen = old.get(end);
  return fallen ? [...travels, { from: end, to: opposite(geometry, touched[0] ?? end, end), pieces: fallen }] : travels;
}

/** The place at the other end of a line. */
function opposite(geometry: Geometry, first: number, last: number): number {
  const edges = geometry.sites[last]?.neighbours.filter((site) => geometry.sites[site]?.kind === 'edge') ?? [];
  const at = (site: number) => geometry.sites[site]?.faces[0]?.centre ?? { x: 0, y: 0 };
  const start = at(first);
  const onLine = (site: number) => at(site).x === start.x || at(site).y === start.y;
  return edges.find((site) => site !== first && onLine(site)) ?? last;
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

/** Whether the visitor asked for less motion. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
