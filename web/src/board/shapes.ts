// Points and lines of a drawing, and how SVG writes them.
import type { Point } from '../api/client';

/** How long the head of an arrow is. */
const BARB = 0.17;

/** How near two points are that are drawn as one. */
const NEAR = 1e-2;

/** The middle of what an outline shares of its sides with another, if anything: half a side is enough. */
export function sharedSide(one: readonly Point[], other: readonly Point[]): Point | null {
  const shared = sides(other)
    .map(([from, to]) => ({
      x: (from.x + to.x) / 2,
      y: (from.y + to.y) / 2,
      length: Math.hypot(to.x - from.x, to.y - from.y),
    }))
    .filter((middle) => middle.length > NEAR && sides(one).some(([from, to]) => isBetween(from, to, middle)));
  const length = shared.reduce((sum, each) => sum + each.length, 0);
  if (length === 0) return null;
  const mean = (of: (each: Point) => number) => shared.reduce((sum, each) => sum + of(each) * each.length, 0) / length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

function sides(outline: readonly Point[]): [Point, Point][] {
  return outline.map((from, at) => [from, outline[(at + 1) % outline.length] ?? from]);
}

/** Whether a point lies on the line from one point to another. */
function isBetween(from: Point, to: Point, { x, y }: Point): boolean {
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  return Math.hypot(x - from.x, y - from.y) + Math.hypot(x - to.x, y - to.y) - way < NEAR * NEAR;
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
