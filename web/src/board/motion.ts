// What moves from one scene to the next, for the eye alone: which piece comes from where, and which ones leave.
import type { Geometry, Scene } from '../api/client';

/** Pieces that arrive on a site from another one. */
export interface Arrival {
  site: number;
  from: number;
  /** How many from the top; all if not given. */
  count: number;
}

/** Pieces that leave the board. */
export interface Departure {
  site: number;
  pieces: number[];
  /** Where they are seen last. */
  towards: number;
}

export interface Motion {
  arrivals: Arrival[];
  departures: Departure[];
}

function stacks(scene: Scene): Map<number, readonly number[]> {
  return new Map(scene.stacks.map((stack) => [stack.site, stack.pieces]));
}

/** Tells the motion from the sites that the last move touched, in their order. */
export function motion(geometry: Geometry, before: Scene, after: Scene, touched: readonly number[]): Motion {
  const still: Motion = { arrivals: [], departures: [] };
  const [old, now] = [stacks(before), stacks(after)];
  const [first, ...rest] = touched;
  if (first === undefined || rest.length === 0) return still;
  if (geometry.sites[first]?.kind === 'edge') {
    // A whole line moves on by one place.
    const arrivals = rest.map((site, at) => ({ site, from: touched[at] ?? site, count: 1 }));
    const end = rest.at(-1) ?? first;
    const beyond = opposite(geometry, first, end);
    const fallen = old.get(end);
    return { arrivals, departures: fallen ? [{ site: end, pieces: [...fallen], towards: beyond }] : [] };
  }
  const to = rest[0] ?? first;
  const [taken, landed] = [old.get(first) ?? [], now.get(to) ?? []];
  if (taken.length === 0) return still;
  const left = now.get(first) ?? [];
  const stood = old.get(to) ?? [];
  if (landed.length === 0) {
    // What came together has left the board.
    const moved = taken.slice(left.length);
    return { arrivals: [], departures: [{ site: to, pieces: [...stood, ...moved], towards: to }] };
  }
  if (landed.length === 1 && left.length === 1 && stood.length === 1) {
    return {
      arrivals: [
        { site: to, from: first, count: 1 },
        { site: first, from: to, count: 1 },
      ],
      departures: [],
    };
  }
  return { arrivals: [{ site: to, from: first, count: Math.max(landed.length - stood.length, 1) }], departures: [] };
}

/** The place at the other end of a line. */
function opposite(geometry: Geometry, first: number, last: number): number {
  const edges = geometry.sites[last]?.neighbours.filter((site) => geometry.sites[site]?.kind === 'edge') ?? [];
  const at = (site: number) => geometry.sites[site]?.faces[0]?.centre ?? { x: 0, y: 0 };
  const start = at(first);
  const onLine = (site: number) => at(site).x === start.x || at(site).y === start.y;
  return edges.find((site) => site !== first && onLine(site)) ?? last;
}

/** Whether the visitor asked for less motion. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
