// Where everything is drawn: the server's geometry, turned round or scrolled along a strip that is glued to itself.
import type { Geometry, Point } from '../api/client';
import { features } from './features';
import { round } from './shapes';

/** One drawing of a site. */
export interface Place {
  centre: Point;
  outline: Point[];
}

export interface Layout {
  width: number;
  height: number;
  /** The drawings of each site, in the order of the geometry's sites, and the middle of the first. */
  places: Place[][];
  centres: (Point | undefined)[];
  lines: [Point, Point][];
  bars: Geometry['bars'];
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

/** How far down a strip's seam is at both ends, how long the strip is, and whether it comes back mirrored. */
export interface StripSeam {
  top: number;
  bottom: number;
  period: number;
  rowHeight: number;
  isTwisted: boolean;
}

/** The seam of a board whose top and bottom are glued together. */
export function seamOf({ seams, sites }: Pick<Geometry, 'seams' | 'sites'>): StripSeam | null {
  const [one, other] = [seams[0]?.edge, seams[0]?.glued_to];
  if (!one?.[0] || !one[1] || !other?.[0] || !other[1]) return null;
  const [top, bottom] = [one[0].y, other[0].y];
  const period = bottom - top;
  const rows = new Set(sites.flatMap(({ faces }) => (faces[0] ? [round(faces[0].centre.y)] : []))).size;
  const isTwisted = one[0].x < one[1].x !== other[0].x < other[1].x;
  return { top, bottom, period, rowHeight: period / rows, isTwisted };
}

/** Lays a board out. */
export function layout(geometry: Geometry, turning: Turning): Layout {
  const drawn = laidOut(geometry, turning);
  return { ...drawn, centres: drawn.places.map(([first]) => first?.centre) };
}

function laidOut(geometry: Geometry, { isFlipped, scroll }: Turning): Omit<Layout, 'centres'> {
  const seam = seamOf(geometry);
  const { left, top, width, height } = frame(geometry);
  const turned: Mapping = isFlipped
    ? ({ x, y }) => ({ x: left + width - x, y: top + height - y })
    : ({ x, y }) => ({ x: x - left, y: y - top });
  if (seam) return strip(geometry, seam, scroll, turned);
  const { hasEdges, hasLines } = features(geometry);
  const edges = hasEdges ? geometry.sites.filter((site) => site.kind === 'edge') : [];
  return {
    width,
    height,
    places: geometry.sites.map((site) =>
      site.faces.map((face) => ({ centre: turned(face.centre), outline: face.outline.map(turned) })),
    ),
    lines: geometry.lines.flatMap(([from, to]): [Point, Point][] => (from && to ? [[turned(from), turned(to)]] : [])),
    bars: geometry.bars.map((bar) => ({ ...bar, outlines: bar.outlines.map((outline) => outline.map(turned)) })),
    labels: geometry.labels.map(({ at, text }) => {
      const place = hasEdges ? nearest(at, edges) : hasLines ? outward(geometry, at) : aside(geometry, at);
      return { at: turned(place), text, isInside: false };
    }),
    strip: null,
  };
}

/** How much room there is around the places to push from, and how far letters are moved off a board. */
const [MARGIN, OFF] = [0.3, 0.12];

/** The part of the drawing that is shown: all of it, or no more than the places to push from and what they surround. */
function frame(geometry: Geometry): { left: number; top: number; width: number; height: number } {
  if (!features(geometry).hasEdges) return { left: 0, top: 0, ...geometry };
  const points = geometry.sites.flatMap((site) => site.faces.flatMap((face) => face.outline));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { left, top, width: Math.max(...xs) + MARGIN - left, height: Math.max(...ys) + MARGIN - top };
}

/** How much wider than high a board is drawn. */
export function ratioOf(geometry: Geometry): number {
  const { width, height } = frame(geometry);
  return width / height;
}

/** A little further from the middle: letters beside a board of lines would stand on its rim. */
function outward({ width, height }: Geometry, { x, y }: Point): Point {
  const [right, down] = [x - width / 2, y - height / 2];
  const further = 1 + 0.25 / (Math.hypot(right, down) || 1);
  return { x: width / 2 + right * further, y: height / 2 + down * further };
}

/** A little further from the middle, straight on: letters would stand on the shade of a board. */
function aside({ width, height }: Geometry, { x, y }: Point): Point {
  const [right, down] = [x - width / 2, y - height / 2];
  return Math.abs(right) > Math.abs(down) ? { x: x + Math.sign(right) * OFF, y } : { x, y: y + Math.sign(down) * OFF };
}

/** The middle of the nearest of these places: a row's name stands where it is pushed. */
function nearest(point: Point, places: Geometry['sites']): Point {
  const middles = places.flatMap(({ faces }) =>
    faces.map(({ outline }) => ({
      x: outline.reduce((sum, { x }) => sum + x, 0) / outline.length,
      y: outline.reduce((sum, { y }) => sum + y, 0) / outline.length,
    })),
  );
  const distance = ({ x, y }: Point) => Math.hypot(x - point.x, y - point.y);
  return middles.toSorted((one, other) => distance(one) - distance(other))[0] ?? point;
}

/** How far a cell reaches from its centre, up or down. */
const REACH = 0.6;

/** A strip has no beginning: whatever is a period further is the same again, mirrored. */
function strip(geometry: Geometry, seam: StripSeam, scroll: number, turned: Mapping): ReturnType<typeof laidOut> {
  const { width, height } = geometry;
  const { top, bottom, period } = seam;
  const copies = (lowest: number, highest: number): Mapping[] => {
    const mappings: Mapping[] = [];
    const first = Math.ceil((top - REACH - highest + scroll) / period);
    const last = Math.floor((bottom + REACH - lowest + scroll) / period);
    for (let copy = first; copy <= last; copy++) {
      const isMirrored = seam.isTwisted && copy % 2 !== 0;
      mappings.push(({ x, y }) => turned({ x: isMirrored ? width - x : x, y: y + copy * period - scroll }));
    }
    return mappings;
  };
  const places = geometry.sites.map((site) => {
    const face = site.faces[0];
    if (!face) return [];
    const outline = wholeOutline(site.faces);
    const seen = copies(face.centre.y, face.centre.y);
    return seen.map((mapping) => ({ centre: mapping(face.centre), outline: outline.map(mapping) }));
  });
  const labels = geometry.labels.flatMap((label) => {
    const isBeside = label.at.y > top - 0.1 && label.at.y < bottom + 0.1;
    if (isBeside) {
      // The seam's own number stands at both ends already.
      if (label.at.y > bottom - 0.1) return [];
      const seen = copies(label.at.y, label.at.y).map((mapping) => mapping(label.at));
      return seen.filter(({ y }) => y > top - 0.1 && y < bottom + 0.1).map((at) => ({ ...label, at, isInside: false }));
    }
    if (label.at.y > top) return [];
    const seen = copies(top, top).map((mapping) => mapping({ x: label.at.x, y: top }));
    const isWithin = ({ y }: Point) => y > top + REACH && y < bottom - REACH;
    return seen.filter(isWithin).map((at) => ({ ...label, at, isInside: true }));
  });
  labels.push(...letters(geometry, places, top, bottom));
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

/** Letters at both ends of a strip, however it is scrolled: those of the outermost cells there. */
function letters(geometry: Geometry, places: Place[][], top: number, bottom: number): Layout['labels'] {
  const columns = geometry.labels.filter(({ at }) => at.y < top - 0.1).toSorted((one, other) => one.at.x - other.at.x);
  const [above, below] = [Math.min, Math.max].map((end) => end(...geometry.labels.map(({ at }) => at.y)));
  const middles = geometry.sites.flatMap(({ faces }) => faces[0]?.centre ?? []);
  const cells = geometry.sites.flatMap(({ faces }, site) => {
    const own = faces[0]?.centre;
    // A cell's column is its place in its row.
    const column = middles.filter(({ x, y }) => own && Math.abs(y - own.y) < 1e-3 && x < own.x).length;
    return (places[site] ?? []).map(({ centre }) => ({ text: columns[column]?.text ?? '', ...centre }));
  });
  const within = cells.filter(({ y }) => y > top - 0.1 && y < bottom + 0.1);
  const rows = within.map(({ y }) => y);
  return [
    { row: Math.min(...rows), y: above ?? 0 },
    { row: Math.max(...rows), y: below ?? 0 },
  ].flatMap(({ row, y }) =>
    within
      .filter((cell) => Math.abs(cell.y - row) < 1e-3)
      .map(({ x, text }) => ({ at: { x, y }, text, isInside: false })),
  );
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
