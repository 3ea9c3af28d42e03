// A strip as what it is: a band with a half twist in space. Points of the flat drawing go onto it, or above it.
import { Vector3 } from 'three';

import type { Point } from '../api/client';

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
export function onBand(point: Point, { width, top, bottom }: Strip): Vector3 {
  const along = (2 * Math.PI * (point.y - top)) / (bottom - top);
  const across = ((point.x - width / 2) / (width / 2 - MARGIN)) * HALF_WIDTH;
  const radius = 1 + across * Math.cos(along / 2);
  return new Vector3(radius * Math.cos(along), across * Math.sin(along / 2), radius * Math.sin(along));
}

/** Which way is up from the band at a point of a flat strip. Half a turn further it is the other way. */
export function upFrom(point: Point, strip: Strip): Vector3 {
  const step = 1e-3;
  const here = onBand(point, strip);
  const right = onBand({ x: point.x + step, y: point.y }, strip).sub(here);
  const down = onBand({ x: point.x, y: point.y + step }, strip).sub(here);
  return right.cross(down).normalize();
}

/** The place above a point of a flat strip, or below it. */
export function above(point: Point, height: number, strip: Strip): Vector3 {
  return onBand(point, strip).addScaledVector(upFrom(point, strip), height);
}
