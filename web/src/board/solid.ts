// A strip as what it is: a band with a half twist in space. Points of the flat drawing go onto it, or above it.
import type { Point } from '../api/client';

export interface Space {
  x: number;
  y: number;
  z: number;
}

/** A flat strip: how wide it is drawn, and at which heights its ends are glued together. */
export interface Strip {
  width: number;
  top: number;
  bottom: number;
}

/** Half the band's width beside its radius. Drawn to scale, the band would be wider than it is long. */
const HALF_WIDTH = 0.82;
/** How much of the flat drawing beside the strip is left out, at each side. */
const MARGIN = 1.25;

/** The place on the band of a point of a flat strip. */
export function onBand(point: Point, { width, top, bottom }: Strip): Space {
  const along = (2 * Math.PI * (point.y - top)) / (bottom - top);
  const across = ((point.x - width / 2) / (width / 2 - MARGIN)) * HALF_WIDTH;
  const radius = 1 + across * Math.cos(along / 2);
  return { x: radius * Math.cos(along), y: across * Math.sin(along / 2), z: radius * Math.sin(along) };
}

/** Which way is up from the band at a point of a flat strip. Half a turn further it is the other way. */
export function upFrom(point: Point, strip: Strip): Space {
  const step = 1e-3;
  const here = onBand(point, strip);
  const [right, down] = [
    onBand({ x: point.x + step, y: point.y }, strip),
    onBand({ x: point.x, y: point.y + step }, strip),
  ];
  const [a, b] = [less(right, here), less(down, here)];
  const normal = { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
  const length = Math.hypot(normal.x, normal.y, normal.z) || 1;
  return { x: normal.x / length, y: normal.y / length, z: normal.z / length };
}

/** The place above a point of a flat strip, or below it. */
export function above(point: Point, height: number, strip: Strip): Space {
  const [at, up] = [onBand(point, strip), upFrom(point, strip)];
  return { x: at.x + up.x * height, y: at.y + up.y * height, z: at.z + up.z * height };
}

function less(one: Space, other: Space): Space {
  return { x: one.x - other.x, y: one.y - other.y, z: one.z - other.z };
}
