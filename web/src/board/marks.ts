// What is marked on a board beside its pieces: groups, what can be reached, what is recommended, how many are taken.
import type { Click, Geometry, Point, View } from '../api/client';
import type { Chooser } from './chooser.svelte';
import { features } from './features';
import { type Layout } from './layout';
import { arrow, between, sharedSide } from './shapes';

/** How far from a stone's middle the lines of its group keep, so that its mark is seen. */
const MARKED = 0.34;
/** Neighbours that are drawn side by side are nearer than this. */
const NEXT = 1.1;
/** How much room a number has that can be clicked: in cells, and at least so many pixels. */
const TRAY = { cells: 0.32, pixels: 27 };

/** What is lit up around the place one points at: its group, and where it can go or from where it can be reached. */
export function litUp(chooser: Chooser, hasGroups: boolean) {
  const { geometry, view, isActive } = chooser.board;
  const { hasReach, hasGroups: lightsGroups } = features(geometry);
  const { clicks, pointed, heights } = chooser;
  const at = clicks.at(-1)?.site ?? pointed;
  const isAround = (group: readonly number[]) =>
    (hasGroups && pointed !== null && group.includes(pointed)) ||
    (lightsGroups && at !== null && group.length > 1 && group.includes(at));
  const reach = new Map<number, string>();
  for (const {
    clicks: [from, to],
  } of clicks.length === 0 && isActive ? view.legal : []) {
    if (!from || !to) continue;
    if (hasReach && to.site === at) reach.set(from.site, String(heights.get(at) ?? ''));
    if (!hasReach && from.site === at) reach.set(to.site, '');
  }
  return { group: new Set(view.groups.filter(isAround).flat()), reach };
}

/** Lines between neighbours of one group, wherever both are drawn side by side, and to the bars they touch. */
export function ties(geometry: Geometry, drawn: Layout, { scene, groups }: Pick<View, 'scene' | 'groups'>) {
  const kinds = new Map(scene.stacks.map(({ site, pieces }) => [site, geometry.pieces[pieces.at(-1) ?? -1]]));
  return groups.flatMap((group) =>
    group.flatMap((site) => {
      const kind = kinds.get(site);
      const isOther = (other: number) => other > site && group.includes(other);
      const others = (geometry.sites[site]?.neighbours ?? []).filter(isOther).flatMap((at) => drawn.places[at] ?? []);
      const bars = drawn.bars.filter((bar) => bar.player === kind?.owner).flatMap(({ outlines }) => outlines);
      return (drawn.places[site] ?? []).flatMap(({ centre, outline }) => {
        const isNext = (to: Point) => Math.hypot(centre.x - to.x, centre.y - to.y) < NEXT;
        const next = others.filter((other) => isNext(other.centre));
        const sides = bars.flatMap((bar) => sharedSide(outline, bar) ?? []);
        return [
          ...next.map((other) => between(centre, other.centre, MARKED, MARKED)),
          ...sides.map((to) => between(centre, to, MARKED, -MARKED)),
        ].map((line) => ({ ...line, colour: kind?.colour }));
      });
    }),
  );
}

type Centres = readonly (Point | undefined)[];

/** The arrow of a move that is recommended, and how many pieces it takes where there are several. */
export function adviceOf(centres: Centres, heights: ReadonlyMap<number, number>, [first, second]: readonly Click[]) {
  const [from, to] = [centres[first?.site ?? -1], centres[second?.site ?? -1]];
  if (!first || !from || !to) return null;
  const count = (heights.get(first.site) ?? 0) > 1 ? first.take : null;
  return { path: arrow(from, to, 0.3), count, at: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } };
}

/** Where the numbers stand that say how many pieces are taken: above the stack or below, where fewer targets are. */
export function trayAt(chooser: Chooser, { width, centres }: Layout, pixels: number) {
  const at = centres[chooser.last?.site ?? -1];
  if (chooser.takes.length < 2 || !at) return null;
  const size = Math.max(TRAY.cells, (TRAY.pixels * width) / Math.max(pixels, 1));
  const half = (chooser.takes.length * size) / 2;
  const x = Math.min(Math.max(at.x, half), width - half);
  const covered = (y: number) =>
    [...chooser.next.keys()].filter((site) => {
      const target = centres[site];
      return target && Math.abs(target.x - x) < half + 0.4 && Math.abs(target.y - y) < size / 2 + 0.4;
    }).length;
  const [above, below] = [at.y - 0.5 - size / 2, at.y + 0.5 + size / 2];
  return { size, half, x, y: covered(below) < covered(above) ? below : above };
}
