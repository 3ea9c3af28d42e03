// Where the arrow keys lead on a board: to the nearest place in that direction.
import type { Point } from '../api/client';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Where keys lead. */
export const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const WAYS: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** How much a step aside counts beside a step ahead. */
const ASIDE = 1.4;

/** The place that an arrow key leads to from one of these points, or nothing at the edge. */
export function step(points: readonly (Point | undefined)[], from: number, direction: Direction): number | undefined {
  const start = points[from];
  if (!start) return undefined;
  const way = WAYS[direction];
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
