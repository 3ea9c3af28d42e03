// Keys on a board: arrows walk, Enter chooses, numbers take so many, Escape lets go.
import type { Point } from '../api/client';
import type { Chooser } from './chooser.svelte';
import type { Layout } from './layout';
import type { Drawing } from './pointer.svelte';

/** Where the arrow keys lead. */
export const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** How much a step aside counts beside a step ahead. */
const ASIDE = 1.4;

/** Places whose distances differ by less are as near. */
const ALIKE = 0.05;

/** The nearest place that way from one of these points, or nothing at the edge. */
export function step(points: readonly (Point | undefined)[], from: number, way: Point): number | undefined {
  const start = points[from];
  return start && stepFrom(points, start, way, from);
}

/** How many points lie in the same row before one. */
function rank(points: readonly (Point | undefined)[], { x, y }: Point): number {
  return points.filter((each) => each && Math.abs(each.y - y) < 1e-2 && each.x < x - 1e-2).length;
}

/**
 * The same from any point; of places that are as near, the one that is nearest to the line one walks along, and then the
 * one that has the same place in its row: where rows are set off, that is the same column.
 */
function stepFrom(
  points: readonly (Point | undefined)[],
  start: Point,
  way: Point,
  except: number,
  lane = way.x === 0 ? start.x : start.y,
): number | undefined {
  const own = rank(points, start);
  let best: { index: number; cost: number; off: number; shift: number } | undefined;
  for (const [index, point] of points.entries()) {
    if (!point || index === except) continue;
    const [x, y] = [point.x - start.x, point.y - start.y];
    const ahead = x * way.x + y * way.y;
    const aside = Math.abs(x * way.y) + Math.abs(y * way.x);
    // Only what is more ahead than aside, or the edge would lead round the corner.
    if (ahead < 0.3 || aside > ahead) continue;
    const cost = ahead + ASIDE * aside;
    const off = Math.abs((way.x === 0 ? point.x : point.y) - lane);
    const shift = Math.abs(rank(points, point) - own);
    const isBetter = (other: NonNullable<typeof best>) =>
      Math.abs(cost - other.cost) > ALIKE
        ? cost < other.cost
        : Math.abs(off - other.off) > ALIKE
          ? off < other.off
          : shift < other.shift;
    if (!best || isBetter(best)) best = { index, cost, off, shift };
  }
  return best?.index;
}

/** The place that an arrow key leads to: straight on along a line, and across the seam of a strip. */
export function walk(chooser: Pick<Chooser, 'focused' | 'lane'>, { centres, strip, width }: Layout, way: Point) {
  const { focused, lane: kept } = chooser;
  const start = centres[focused];
  if (!start) return undefined;
  const isDown = way.x === 0;
  const lane = kept?.site === focused && kept.isDown === isDown ? kept.at : isDown ? start.x : start.y;
  let found = stepFrom(centres, start, way, focused, lane);
  let next = lane;
  if (found === undefined && strip && isDown) {
    // Beyond the end of the strip it goes on at the other one, mirrored.
    const back = way.y * (strip.bottom - strip.top);
    const again = strip.isTwisted ? { x: width - start.x, y: start.y - back } : { x: start.x, y: start.y - back };
    next = strip.isTwisted ? width - lane : lane;
    found = stepFrom(centres, again, way, focused, next);
  }
  if (found !== undefined) chooser.lane = { site: found, isDown, at: next };
  return found;
}

/** Does what a key means; tells whether it means anything. */
function obeyed(key: string, chooser: Chooser, { svg, drawn }: Drawing): boolean {
  const way = WAYS[key];
  if (way) focus(walk(chooser, drawn, way), chooser, svg);
  else if (key === 'Enter' || key === ' ') chooser.choose(chooser.focused);
  else if (key === 'Escape' && chooser.clicks.length > 0) chooser.letGo();
  else if (/^[1-9]$/.test(key)) chooser.choose(chooser.focused, Number(key));
  else return false;
  return true;
}

export function keyed(event: KeyboardEvent, chooser: Chooser, drawing: Drawing): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !obeyed(event.key, chooser, drawing)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Keys in the tray lead back to the stack: with so many pieces, or with nothing chosen. */
export function trayKeyed(event: KeyboardEvent, take: number, chooser: Chooser, { svg }: Drawing): void {
  const site = chooser.last?.site;
  if (!['Enter', ' ', 'Escape'].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') chooser.letGo();
  else chooser.takeOnly(take);
  focus(site, chooser, svg);
}

function focus(site: number | undefined, chooser: Chooser, svg: SVGSVGElement | undefined): void {
  if (site === undefined) return;
  chooser.focused = site;
  svg?.querySelector<SVGGElement>(`[data-site="${site}"]`)?.focus();
}
