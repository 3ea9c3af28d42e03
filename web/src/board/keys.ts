// Keys on a board: arrows walk, Enter chooses, numbers take so many, Escape lets go.
import type { Point } from '../api/client';
import type { Chooser } from './chooser.svelte';
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

/** The nearest place that way from one of these points, or nothing at the edge. */
export function step(points: readonly (Point | undefined)[], from: number, way: Point): number | undefined {
  const start = points[from];
  if (!start) return undefined;
  let best: { index: number; cost: number } | undefined;
  for (const [index, point] of points.entries()) {
    if (!point || index === from) continue;
    const [x, y] = [point.x - start.x, point.y - start.y];
    const ahead = x * way.x + y * way.y;
    const aside = Math.abs(x * way.y) + Math.abs(y * way.x);
    // Only what is more ahead than aside, or the edge would lead round the corner.
    if (ahead < 0.3 || aside > ahead) continue;
    const cost = ahead + ASIDE * aside;
    if (!best || cost < best.cost) best = { index, cost };
  }
  return best?.index;
}

/** Does what a key means; tells whether it means anything. */
function obeyed(key: string, chooser: Chooser, { svg, drawn }: Drawing): boolean {
  const way = WAYS[key];
  if (way) focus(step(drawn.centres, chooser.focused, way), chooser, svg);
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
