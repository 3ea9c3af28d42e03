// Points and lines of a drawing, and how SVG writes them.
import type { Point } from '../api/client';

/** How long the head of an arrow is. */
const BARB = 0.17;

/** The middle of the side that two outlines share, if they do. */
export function sharedSide(one: readonly Point[], other: readonly Point[]): Point | null {
  const isNear = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-2;
  const [first, second] = one.filter((point) => other.some((each) => isNear(point, each)));
  return first && second ? { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 } : null;
}

/** The way from a point to another. */
function direction(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

/** A line from a point to another that keeps so far off where it begins, and off where it ends. */
export function between(from: Point, to: Point, off: number, offEnd: number): { from: Point; to: Point } {
  const { x, y } = direction(from, to);
  return {
    from: { x: from.x + x * off, y: from.y + y * off },
    to: { x: to.x - x * offEnd, y: to.y - y * offEnd },
  };
}

/** An arrow from a point to another, as SVG writes it; it keeps some way off both. */
export function arrow(from: Point, to: Point, off: number): string {
  const { x, y } = direction(from, to);
  const { from: start, to: end } = between(from, to, off, off);
  const barb = (side: number) => ({ x: end.x - (x + y * side) * BARB, y: end.y - (y - x * side) * BARB });
  const path = (...points: Point[]) => `M${points.map((point) => `${round(point.x)} ${round(point.y)}`).join('L')}`;
  return path(start, end) + path(barb(0.7), end, barb(-0.7));
}

/** Whether something that goes this way from a point is pushed along its line from an edge. */
export function swipe(from: Point, edge: Point | undefined, way: Point): boolean {
  if (!edge) return false;
  const [right, down] = [from.x - edge.x, from.y - edge.y];
  return Math.abs(way.x) > Math.abs(way.y)
    ? Math.abs(down) < 0.1 && Math.sign(right || way.x) === Math.sign(way.x)
    : Math.abs(right) < 0.1 && Math.sign(down || way.y) === Math.sign(way.y);
}

/** A polygon as SVG writes it. */
export function polygon(outline: readonly Point[]): string {
  return outline.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

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
