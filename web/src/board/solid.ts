// A strip as what it is: a band with a half twist in space. Points of the flat drawing go onto it, and from there onto
// the screen.
import type { Point } from '../api/client';

export interface Space {
  x: number;
  y: number;
  z: number;
}

/** How one looks at it: turned about the upright axis, and tipped. */
export interface Look {
  turn: number;
  tip: number;
}

/** Half the band's width beside its radius. Drawn to scale, the band would be wider than it is long. */
const HALF_WIDTH = 0.9;
/** How much of the flat drawing beside the strip is left out, at each side. */
const MARGIN = 1.25;
/** From the eye to the middle. */
const DISTANCE = 5;

/** The place on the band of a point of a flat strip, whose ends are at these heights. */
export function onBand(point: Point, width: number, top: number, bottom: number): Space {
  const along = (2 * Math.PI * (point.y - top)) / (bottom - top);
  const across = ((point.x - width / 2) / (width / 2 - MARGIN)) * HALF_WIDTH;
  const radius = 1 + across * Math.cos(along / 2);
  return { x: radius * Math.cos(along), y: across * Math.sin(along / 2), z: radius * Math.sin(along) };
}

/** A point of space as the eye sees it: z is how near it is. */
export function seen({ x, y, z }: Space, { turn, tip }: Look): Space {
  const [right, deep] = [x * Math.cos(turn) + z * Math.sin(turn), z * Math.cos(turn) - x * Math.sin(turn)];
  const [up, near] = [y * Math.cos(tip) - deep * Math.sin(tip), deep * Math.cos(tip) + y * Math.sin(tip)];
  const scale = DISTANCE / (DISTANCE - near);
  return { x: right * scale, y: -up * scale, z: near };
}

/** How bright a surface is, from 0 to 1: light comes from the eye, and both sides are alike. */
export function brightness([one, two, three]: readonly Space[]): number {
  if (!one || !two || !three) return 1;
  const [a, b] = [
    { x: two.x - one.x, y: two.y - one.y, z: two.z - one.z },
    { x: three.x - one.x, y: three.y - one.y, z: three.z - one.z },
  ];
  const normal = { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
  return Math.abs(normal.z) / (Math.hypot(normal.x, normal.y, normal.z) || 1);
}

/** A circle as a polygon. */
export function circle(centre: Point, radius: number, corners = 14): Point[] {
  return Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
}
