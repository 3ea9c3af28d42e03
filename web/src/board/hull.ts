// The convex outline around points, for the panel that a board lies on.
import type { Point } from '../api/client';

/** The corners of the convex hull, clockwise. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 1e-6) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turn(first: Point | undefined, second: Point | undefined, third: Point): number {
  if (!first || !second) return 0;
  return (second.x - first.x) * (third.y - first.y) - (second.y - first.y) * (third.x - first.x);
}
