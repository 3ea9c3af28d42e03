// Where everything is drawn: the server's geometry, turned round or scrolled along a strip that is glued to itself.
import type { Geometry, Point } from '../api/client';

/** One drawing of a site. */
export interface Place {
  centre: Point;
  outline: Point[];
}

export interface Layout {
  width: number;
  height: number;
  /** The drawings of each site, in the order of the geometry's sites. */
  places: Place[][];
  lines: [Point, Point][];
  bars: { name: string; player: string; outlines: Point[][] }[];
  labels: { at: Point; text: string; isInside: boolean }[];
  /** The part of the plane that shows a strip, and where its seam runs through it. */
  strip: { top: number; bottom: number; seams: number[] } | null;
}

export interface Turning {
  isFlipped: boolean;
  /** How far a strip is scrolled, in the geometry's units. */
  scroll: number;
}

type Mapping = (point: Point) => Point;

/** Lays a board out. */
export function layout(geometry: Geometry, { isFlipped, scroll }: Turning): Layout {
  const { width, height } = geometry;
  const turned: Mapping = isFlipped ? ({ x, y }) => ({ x: width - x, y: height - y }) : (point) => point;
  const { twist } = geometry;
  if (twist) return strip(geometry, twist, scroll, turned);
  return {
    width,
    height,
    places: geometry.sites.map((site) =>
      site.faces.map((face) => ({ centre: turned(face.centre), outline: face.outline.map(turned) })),
    ),
    lines: geometry.lines.map(([from, to]) => [turned(from as Point), turned(to as Point)]),
    bars: geometry.bars.map((bar) => ({ ...bar, outlines: bar.outlines.map((outline) => outline.map(turned)) })),
    labels: geometry.labels.map((label) => ({ at: turned(label.at), text: label.text, isInside: false })),
    strip: null,
  };
}

/** How far a cell reaches from its centre, up or down. */
const REACH = 0.6;

/** A strip has no beginning: whatever is a period further is the same again, mirrored. */
function strip(geometry: Geometry, twist: { top: number; bottom: number }, scroll: number, turned: Mapping): Layout {
  const { width, height } = geometry;
  const { top, bottom } = twist;
  const period = bottom - top;
  const copies = (lowest: number, highest: number): Mapping[] => {
    const mappings: Mapping[] = [];
    const first = Math.ceil((top - REACH - highest + scroll) / period);
    const last = Math.floor((bottom + REACH - lowest + scroll) / period);
    for (let copy = first; copy <= last; copy++) {
      const isMirrored = copy % 2 !== 0;
      mappings.push(({ x, y }) => turned({ x: isMirrored ? width - x : x, y: y + copy * period - scroll }));
    }
    return mappings;
  };
  const places = geometry.sites.map((site) => {
    const face = site.faces[0];
    if (!face) return [];
    const outline = wholeOutline(site.faces as Place[]);
    const seen = copies(face.centre.y, face.centre.y);
    return seen.map((mapping) => ({ centre: mapping(face.centre), outline: outline.map(mapping) }));
  });
  const isScrolled = Math.abs(scroll % (2 * period)) > 1e-3;
  const labels = geometry.labels.flatMap((label) => {
    const isBeside = label.at.y > top - 0.1 && label.at.y < bottom + 0.1;
    if (isBeside) {
      // The seam's own number stands at both ends already.
      if (label.at.y > bottom - 0.1) return [];
      const seen = copies(label.at.y, label.at.y).map((mapping) => mapping(label.at));
      return seen.filter(({ y }) => y > top - 0.1 && y < bottom + 0.1).map((at) => ({ ...label, at, isInside: false }));
    }
    if (!isScrolled) return [{ ...label, at: turned(label.at), isInside: false }];
    if (label.at.y > top) return [];
    return copies(top, top).map((mapping) => ({ ...label, at: mapping({ x: label.at.x, y: top }), isInside: true }));
  });
  const bars = geometry.bars.map((bar) => ({
    ...bar,
    outlines: bar.outlines.flatMap((outline) => {
      const heights = outline.map((point) => point.y);
      const seen = copies(Math.min(...heights), Math.max(...heights));
      return seen.map((mapping) => outline.map(mapping));
    }),
  }));
  const seams = copies(top, top).map((mapping) => mapping({ x: 0, y: top }).y);
  return { width, height, places, lines: [], bars, labels, strip: { top, bottom, seams } };
}

/** The whole outline of a cell whose halves are drawn apart. */
function wholeOutline(faces: Place[]): Point[] {
  const [first, second] = faces;
  if (!first || !second) return first?.outline ?? [];
  // The halves fit together about their centres; the straight side in the middle goes.
  const moved = second.outline.map(({ x, y }) => ({
    x: x - second.centre.x + first.centre.x,
    y: y - second.centre.y + first.centre.y,
  }));
  const around = [...first.outline, ...moved].filter(({ y }) => Math.abs(y - first.centre.y) > 1e-3);
  const angle = ({ x, y }: Point) => Math.atan2(y - first.centre.y, x - first.centre.x);
  return around.toSorted((one, other) => angle(one) - angle(other));
}

/** An arrow from a point to another, as SVG writes it; it keeps some way off both. */
export function arrow(from: Point, to: Point, off: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [start, end] = [
    { x: from.x + x * off, y: from.y + y * off },
    { x: to.x - x * off, y: to.y - y * off },
  ];
  const barb = (side: number) => ({ x: end.x - (x + y * side) * BARB, y: end.y - (y - x * side) * BARB });
  const path = (...points: Point[]) => `M${points.map((point) => `${round(point.x)} ${round(point.y)}`).join('L')}`;
  return path(start, end) + path(barb(0.7), end, barb(-0.7));
}

/** How long the head of an arrow is. */
const BARB = 0.17;

/** A polygon as SVG writes it. */
export function polygon(outline: readonly Point[]): string {
  return outline.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
