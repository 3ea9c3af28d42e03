// The last turn on a board where it had several steps: not each step, but what became of each piece.
import type { Point } from '../api/client';
import { round } from './shapes';

/** The sites of each step, the first one being where it began. */
export type Trail = readonly (readonly number[])[];

/** A piece that stands elsewhere than before the turn. */
export interface Displaced {
  from: number;
  to: number;
  /** The steps that moved it, 1 for the first, and all sites it was on. */
  steps: number[];
  path: number[];
}

/**
 * What a turn has displaced. Each step exchanges what is on two sites, where one of them may be empty; what stands where
 * it stood before was not displaced, however far it came.
 */
export function displaced(trail: Trail, occupied: ReadonlySet<number>): Displaced[] {
  const standing = new Map<number, Displaced>();
  const at = (site: number) => standing.get(site) ?? { from: site, to: site, steps: [], path: [site] };
  for (const [index, [from, to]] of trail.entries()) {
    if (from === undefined || to === undefined) continue;
    const pairs = [
      [at(from), to],
      [at(to), from],
    ] as const;
    for (const [piece, site] of pairs)
      standing.set(site, {
        ...piece,
        to: site,
        steps: [...piece.steps, index + 1],
        path: [...piece.path, site],
      });
  }
  return [...standing.values()].filter(({ from, to }) => from !== to && occupied.has(to));
}

/** Numbers of steps in short: `1–3, 5`. */
export function stepNumbers(steps: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && last[1] === step - 1) last[1] = step;
    else runs.push([step, step]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(',');
}

/** How far a way is bent aside, so that two pieces that change places do not share one line. */
const BEND = 0.16;
/** How much room is left at both ends, and how long the head of the arrow is. */
const [OFF, OFF_END, HEAD] = [0.12, 0.48, 0.2];

/** A bent arrow from a point to another, as SVG writes it. */
export function bentArrow(from: Point, to: Point): string {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y) || 1;
  const middle = { x: (from.x + to.x) / 2 - y * BEND, y: (from.y + to.y) / 2 + x * BEND };
  const toward = (start: Point, goal: Point, by: number) => {
    const far = Math.hypot(goal.x - start.x, goal.y - start.y) || 1;
    return { x: start.x + ((goal.x - start.x) / far) * by, y: start.y + ((goal.y - start.y) / far) * by };
  };
  const start = toward(from, middle, OFF);
  const end = toward(to, middle, Math.min(OFF_END, length * 0.55));
  const back = toward(end, middle, HEAD);
  const side = (by: number) => ({ x: back.x + (end.y - back.y) * by, y: back.y - (end.x - back.x) * by });
  const text = ({ x: right, y: down }: Point) => `${round(right)} ${round(down)}`;
  return `M${text(start)}Q${text(middle)} ${text(end)}M${text(side(0.55))}L${text(end)}L${text(side(-0.55))}`;
}
