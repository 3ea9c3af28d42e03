// Where everything is drawn: the server's geometry, turned round or scrolled along a strip that is glued to itself.
import type { Geometry, Player, Point } from '../api/client';
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
  bars: DrawnBar[];
  labels: { at: Point; text: string; isInside: boolean; owner?: Player | undefined }[];
  /** The part of the plane that shows a strip, where its seam runs through it, and how wide the seam is. */
  strip: { top: number; bottom: number; left: number; right: number; seams: number[]; isTwisted: boolean } | null;
}

/** A bar, and where the mark of its owner's pieces stands on it. */
export type DrawnBar = Geometry['bars'][number] & { marks: Point[] };

export interface Turning {
  isFlipped: boolean;
  /** How far a strip is scrolled, in the geometry's units. */
  scroll: number;
  /** Whether there is little room: the rows of a strip are then named on its bars, and nothing stands beside them. */
  isNarrow?: boolean;
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

function laidOut(geometry: Geometry, { isFlipped, scroll, isNarrow = false }: Turning): Omit<Layout, 'centres'> {
  const seam = seamOf(geometry);
  const { left, top, width, height } = seam && isNarrow ? narrowFrame(geometry, seam) : frame(geometry);
  const turned: Mapping = isFlipped
    ? ({ x, y }) => ({ x: left + width - x, y: top + height - y })
    : ({ x, y }) => ({ x: x - left, y: y - top });
  if (seam) return strip(geometry, seam, { scroll, isNarrow, turned, frame: { left, top, width, height } });
  const { hasEdges, hasLines } = features(geometry);
  const edges = hasEdges ? geometry.sites.filter((site) => site.kind === 'edge') : [];
  return {
    width,
    height,
    places: geometry.sites.map((site) =>
      site.faces.map((face) => ({ centre: turned(face.centre), outline: face.outline.map(turned) })),
    ),
    lines: geometry.lines.flatMap(([from, to]): [Point, Point][] => (from && to ? [[turned(from), turned(to)]] : [])),
    bars: geometry.bars.map((bar) => ({
      ...bar,
      outlines: bar.outlines.map((outline) => outline.map(turned)),
      marks: [],
    })),
    labels: geometry.labels.map(({ at, text }) => {
      const place = hasEdges ? nearest(at, edges) : hasLines ? outward(geometry, at) : aside(geometry, at);
      return { at: turned(place), text, isInside: false };
    }),
    strip: null,
  };
}

/** How much room there is around the places to push from, and how far letters are moved off a board. */
const [MARGIN, OFF] = [0.3, 0.12];

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much is left above and below the letters of a strip that has little room. */
const TIGHT = 0.35;

/** A strip and its bars, with the letters above and below them. */
function narrowFrame({ labels, seams: [seam] }: Geometry, { top: upper, bottom: lower }: StripSeam): Frame {
  const [xs, ys] = [seam?.edge.map(({ x }) => x) ?? [], [upper, lower, ...labels.map(({ at }) => at.y)]];
  const [left, top] = [Math.min(...xs), Math.min(...ys) - TIGHT];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) + TIGHT - top };
}

/** The part of the drawing that is shown: all of it, or no more than the places to push from and what they surround. */
function frame(geometry: Geometry): Frame {
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

/** A stretch of a bar at least so wide has room for a row's name. */
const ROOMY = 0.8;

interface Shown {
  scroll: number;
  isNarrow: boolean;
  turned: Mapping;
  frame: Frame;
}

/** A strip has no beginning: whatever is a period further is the same again, mirrored. */
function strip(
  geometry: Geometry,
  seam: StripSeam,
  { scroll, isNarrow, turned, frame: { left, top: above, width, height } }: Shown,
): ReturnType<typeof laidOut> {
  const { top, bottom, period } = seam;
  const copies = (lowest: number, highest: number): Mapping[] => {
    const mappings: Mapping[] = [];
    const first = Math.ceil((top - REACH - highest + scroll) / period);
    const last = Math.floor((bottom + REACH - lowest + scroll) / period);
    for (let copy = first; copy <= last; copy++) {
      const isMirrored = seam.isTwisted && copy % 2 !== 0;
      mappings.push(({ x, y }) => turned({ x: isMirrored ? geometry.width - x : x, y: y + copy * period - scroll }));
    }
    return mappings;
  };
  // Where the strip begins and ends on the drawing, which is as high above as below.
  const [upper, lower] = [top - above, bottom - above];
  const isWithin = ({ y }: Point, off: number) => y > upper + off && y < lower - off;
  const places = geometry.sites.map((site) => {
    const face = site.faces[0];
    if (!face) return [];
    const outline = wholeOutline(site.faces);
    const seen = copies(face.centre.y, face.centre.y);
    return seen.map((mapping) => ({ centre: mapping(face.centre), outline: outline.map(mapping) }));
  });
  const stretches = geometry.bars.map((bar) => bar.outlines.flatMap((outline) => stretchesOf(geometry, outline)));
  const labels: Layout['labels'] = geometry.labels.flatMap((label): Layout['labels'] => {
    const isBeside = label.at.y > top - 0.1 && label.at.y < bottom + 0.1;
    if (isBeside) {
      // The seam's own number stands at both ends already.
      if (label.at.y > bottom - 0.1) return [];
      const at = isNarrow ? onBar(label.at, stretches.flat()) : label.at;
      const owner = geometry.bars.find((_, bar) => stretches[bar]?.some(({ middle }) => middle === at))?.player;
      const seen = at ? copies(at.y, at.y).map((mapping) => mapping(at)) : [];
      return seen
        .filter((each) => isWithin(each, -0.1))
        .map((each) => ({ ...label, at: each, isInside: isNarrow, owner }));
    }
    if (label.at.y > top) return [];
    const seen = copies(top, top).map((mapping) => mapping({ x: label.at.x, y: top }));
    return seen.filter((each) => isWithin(each, REACH)).map((at) => ({ ...label, at, isInside: true }));
  });
  labels.push(...letters(geometry, places, upper, lower, above));
  const bars = geometry.bars.map((bar, at) => ({
    ...bar,
    outlines: bar.outlines.flatMap((outline) => {
      const heights = outline.map((point) => point.y);
      const seen = copies(Math.min(...heights), Math.max(...heights));
      return seen.map((mapping) => outline.map(mapping));
    }),
    marks: (stretches[at] ?? [])
      .filter((stretch) => !stretch.isEnd && !(isNarrow && stretch.isRoomy))
      .flatMap(({ middle }) => copies(middle.y, middle.y).map((mapping) => mapping(middle))),
  }));
  const seams = copies(top, top).map((mapping) => mapping({ x: 0, y: top }).y);
  const xs = geometry.seams[0]?.edge.map(({ x }) => x) ?? [];
  const [start, end] = [Math.min(...xs) - left, Math.max(...xs) - left];
  return {
    width,
    height,
    places,
    lines: [],
    bars,
    labels,
    strip: { top: upper, bottom: lower, left: start, right: end, seams, isTwisted: seam.isTwisted },
  };
}

/** A bar beside one row of cells. */
interface Stretch {
  middle: Point;
  isRoomy: boolean;
  /** Whether another bar begins there. */
  isEnd: boolean;
}

/** How far from a bar's ends its marks keep. */
const END = 0.3;

/** The rows that a bar stands beside, and how much room there is. */
function stretchesOf({ sites }: Geometry, outline: readonly Point[]): Stretch[] {
  const rows = new Set(sites.flatMap(({ faces }) => faces.map(({ centre }) => round(centre.y))));
  const heights = outline.map(({ y }) => y);
  const [highest, lowest] = [Math.min(...heights), Math.max(...heights)];
  return [...rows]
    .filter((y) => y > highest - 1e-2 && y < lowest + 1e-2)
    .flatMap((row) => {
      // At its very end a bar has no width.
      const y = Math.min(Math.max(row, highest + 0.01), lowest - 0.01);
      const crossed = outline.flatMap((from, at) => {
        const to = outline[(at + 1) % outline.length] ?? from;
        if (from.y < y === to.y < y) return [];
        return [from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y)];
      });
      const [left, right] = [Math.min(...crossed), Math.max(...crossed)];
      const isEnd = row < highest + END || row > lowest - END;
      return crossed.length > 1
        ? [{ middle: { x: (left + right) / 2, y: row }, isRoomy: right - left > ROOMY, isEnd }]
        : [];
    });
}

/** Where a row's name stands on the bar beside it, if there is room on that side. */
function onBar(label: Point, stretches: readonly Stretch[]): Point | undefined {
  const isAt = ({ middle, isRoomy }: Stretch) =>
    isRoomy && Math.abs(middle.y - label.y) < 1e-2 && Math.abs(middle.x - label.x) < 2;
  return stretches.find(isAt)?.middle;
}

/** Letters at both ends of a strip, however it is scrolled: those of the outermost cells there. */
function letters(geometry: Geometry, places: Place[][], upper: number, lower: number, cut: number): Layout['labels'] {
  const top = upper + cut;
  const columns = geometry.labels.filter(({ at }) => at.y < top - 0.1).toSorted((one, other) => one.at.x - other.at.x);
  const [above, below] = [Math.min, Math.max].map((end) => end(...geometry.labels.map(({ at }) => at.y)) - cut);
  const middles = geometry.sites.flatMap(({ faces }) => faces[0]?.centre ?? []);
  const cells = geometry.sites.flatMap(({ faces }, site) => {
    const own = faces[0]?.centre;
    // A cell's column is its place in its row.
    const column = middles.filter(({ x, y }) => own && Math.abs(y - own.y) < 1e-3 && x < own.x).length;
    return (places[site] ?? []).map(({ centre }) => ({ text: columns[column]?.text ?? '', ...centre }));
  });
  const within = cells.filter(({ y }) => y > upper - 0.1 && y < lower + 0.1);
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
