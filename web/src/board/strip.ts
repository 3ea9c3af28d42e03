// The strip with everything on it as meshes of three.js, a camera that is turned about it, and what a point on the
// screen hits.
import {
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Spherical,
  Vector2,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

import type { Geometry, PieceKind, Point } from '../api/client';
import { layout, seamOf } from './layout';
import { isStill } from '../parts/still';
import { colourOf } from './players';
import { above, onBand, upFrom, type Strip } from './solid';

/** What a cell looks like now. */
export type CellLook = 'cell' | 'last' | 'win' | 'chosen';

/** Colours by what they mean, as the page's styles have them now. */
export interface Palette {
  cells: Record<CellLook, string>;
  grid: string;
  pieces: Record<string, { base: string; mark: string }>;
}

/** Measures in units of the flat drawing, and heights above the band in units of its radius. */
const STONE = { radius: 0.42, height: 0.034 };
const BAR_HEIGHT = 0.03;
const MARK_LIFT = 0.0015;
/** How many corners round things have. */
const CORNERS = 24;
/** How often each side of a cell is cut, and how many rings a cell has, so that it bends with the band. */
const [CUTS, RINGS] = [3, 2];
/** How far a key turns the camera. */
const TURN = 0.15;

export class StripScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(38, 4 / 3, 0.1, 50);
  readonly #controls: OrbitControls;
  readonly #raycaster = new Raycaster();
  readonly #strip: Strip;
  readonly #centres: (Point | undefined)[];
  readonly #cells: Mesh<BufferGeometry, MeshStandardMaterial>;
  readonly #grid: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #bars: { mesh: Mesh<BufferGeometry, MeshStandardMaterial>; colour: string }[] = [];
  readonly #stones = new Group();
  /** Which site each triangle of the cells belongs to, and each of their corners. */
  readonly #sitesOfTriangles: number[] = [];
  readonly #sitesOfCorners: number[] = [];
  #palette: Palette;
  #frame = 0;

  constructor(canvas: HTMLCanvasElement, geometry: Geometry, palette: Palette) {
    this.#palette = palette;
    const { top, bottom } = seamOf(geometry) ?? { top: 0, bottom: geometry.height };
    this.#strip = { width: geometry.width, top, bottom };
    const { places, centres } = layout(geometry, { isFlipped: false, scroll: 0 });
    this.#centres = centres;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });

    const shape = new Shape(this.#strip);
    const lines: number[] = [];
    for (const [site, [place]] of places.entries()) {
      if (!place) continue;
      const outline = cut(place.outline);
      const before = shape.corners;
      this.#sitesOfTriangles.push(...Array<number>(shape.fan(place.centre, outline)).fill(site));
      this.#sitesOfCorners.push(...Array<number>(shape.corners - before).fill(site));
      for (const [at, from] of outline.entries()) {
        const to = outline[(at + 1) % outline.length] ?? from;
        for (const { x, y, z } of [onBand(from, this.#strip), onBand(to, this.#strip)]) lines.push(x, y, z);
      }
    }
    const cells = shape.build();
    cells.setAttribute('color', new Float32BufferAttribute(new Float32Array(shape.corners * 3), 3));
    this.#cells = new Mesh(
      cells,
      // The lines lie on the cells: these are moved back a little.
      new MeshStandardMaterial({
        vertexColors: true,
        side: DoubleSide,
        roughness: 0.85,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      }),
    );
    const grid = new BufferGeometry();
    grid.setAttribute('position', new Float32BufferAttribute(lines, 3));
    this.#grid = new LineSegments(grid, new LineBasicMaterial());
    this.#scene.add(this.#cells, this.#grid, this.#stones);
    for (const bar of geometry.bars) {
      const material = new MeshStandardMaterial({ roughness: 0.5, flatShading: true, side: DoubleSide });
      const mesh = new Mesh(barShape(bar.outlines.flat(), this.#strip), material);
      this.#bars.push({ mesh, colour: colourOf(geometry, bar.player) });
      this.#scene.add(mesh);
    }

    // The light comes over the shoulder, wherever one looks from.
    const lamp = new DirectionalLight(0xffffff, 2.1);
    lamp.position.set(-1.5, 2.5, 2);
    this.#camera.add(lamp);
    this.#scene.add(this.#camera, new HemisphereLight(0xffffff, 0xb8b0a4, 1.9));
    this.#camera.position.setFromSpherical(new Spherical(5.4, 0.85, 0.6));

    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.enablePan = false;
    this.#controls.enableDamping = !isStill();
    [this.#controls.minDistance, this.#controls.maxDistance] = [2.6, 8];
    this.#controls.addEventListener('change', () => this.#draw());
    this.paint(palette);
  }

  /** Shows other colours. */
  paint(palette: Palette): void {
    this.#palette = palette;
    this.#grid.material.color.setStyle(palette.grid);
    for (const { mesh, colour } of this.#bars) mesh.material.color.setStyle(palette.pieces[colour]?.base ?? '#888');
    this.#draw();
  }

  /** Shows what stands where, and how each cell looks. */
  show(stones: ReadonlyMap<number, PieceKind>, look: (site: number) => CellLook): void {
    const colours = this.#cells.geometry.getAttribute('color');
    const known = new Map<CellLook, Color>();
    for (const [corner, site] of this.#sitesOfCorners.entries()) {
      const wanted = look(site);
      const colour = known.get(wanted) ?? new Color().setStyle(this.#palette.cells[wanted]);
      known.set(wanted, colour);
      colours.setXYZ(corner, colour.r, colour.g, colour.b);
    }
    colours.needsUpdate = true;
    for (const mesh of this.#stones.children) dispose(mesh);
    this.#stones.clear();
    for (const [site, kind] of stones) {
      const [centre, colour] = [this.#centres[site], this.#palette.pieces[kind.colour]];
      if (!centre || !colour) continue;
      const body = new MeshStandardMaterial({ color: colour.base, roughness: 0.35, side: DoubleSide });
      const mark = new MeshStandardMaterial({ color: colour.mark, roughness: 0.6, side: DoubleSide });
      this.#stones.add(new Mesh(stoneShape(centre, this.#strip), body));
      this.#stones.add(new Mesh(markShape(centre, kind.mark === 'ring', this.#strip), mark));
    }
    this.#draw();
  }

  /** Makes the picture as large as its place on the page. */
  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#draw();
  }

  /** The site at a place of the picture, from -1 to 1 to the right and up; nothing beside the strip. */
  siteAt(right: number, up: number): number | null {
    this.#raycaster.setFromCamera(new Vector2(right, up), this.#camera);
    const [hit] = this.#raycaster.intersectObject(this.#cells);
    return this.#sitesOfTriangles[hit?.faceIndex ?? -1] ?? null;
  }

  /** Turns the strip. */
  turn(right: number, up: number): void {
    const at = new Spherical().setFromVector3(this.#camera.position);
    at.theta -= right * TURN;
    at.phi += up * TURN;
    this.#camera.position.setFromSpherical(at.makeSafe());
    this.#controls.update();
    this.#draw();
  }

  /** Turns the strip so that a site faces the eye, from the side that is nearer. */
  face(site: number): void {
    const centre = this.#centres[site];
    if (!centre) return;
    const way = upFrom(centre, this.#strip);
    if (way.dot(this.#camera.position) < 0) way.negate();
    const out = onBand(centre, this.#strip);
    way.add(out.normalize().multiplyScalar(0.6)).normalize();
    this.#camera.position.copy(way.multiplyScalar(this.#camera.position.length()));
    this.#controls.update();
    this.#draw();
  }

  /** Gives back what a picture takes of the machine. */
  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#controls.dispose();
    this.#scene.traverse(dispose);
    this.#renderer.dispose();
  }

  /** Draws with the next picture of the screen, and goes on as long as the camera swings. */
  #draw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#controls.update()) this.#draw();
      this.#renderer.render(this.#scene, this.#camera);
    });
  }
}

function dispose(thing: object): void {
  if (!(thing instanceof Mesh || thing instanceof LineSegments)) return;
  thing.geometry.dispose();
  thing.material.dispose();
}

/** An outline with more corners, so that its sides bend. */
function cut(outline: readonly Point[]): Point[] {
  return outline.flatMap((from, at) => {
    const to = outline[(at + 1) % outline.length] ?? from;
    return Array.from({ length: CUTS }, (_, part) => between(from, to, part / CUTS));
  });
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function around(centre: Point, radius: number): Point[] {
  return Array.from({ length: CORNERS }, (_, at) => {
    const angle = (2 * Math.PI * at) / CORNERS;
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
}

/** A surface that grows ring by ring. */
class Shape {
  readonly #places: number[] = [];
  readonly #triangles: number[] = [];

  constructor(readonly strip: Strip) {}

  get corners(): number {
    return this.#places.length / 3;
  }

  /** Adds points at a height above the band, and says where they begin. */
  ring(points: readonly Point[], height = 0): number {
    const first = this.corners;
    for (const point of points) {
      const { x, y, z } = above(point, height, this.strip);
      this.#places.push(x, y, z);
    }
    return first;
  }

  /** Joins two rings of so many points, which close or do not. */
  join(one: number, other: number, count: number, isClosed = true): number {
    const sides = isClosed ? count : count - 1;
    for (let at = 0; at < sides; at++) {
      const next = (at + 1) % count;
      this.#triangles.push(one + at, other + at, other + next, one + at, other + next, one + next);
    }
    return sides * 2;
  }

  /** Adds a polygon about its centre, and says how many triangles it has. */
  fan(centre: Point, outline: readonly Point[], height = 0): number {
    let inner = this.ring(
      outline.map(() => centre),
      height,
    );
    let triangles = 0;
    for (let ring = 1; ring <= RINGS; ring++) {
      const outer = this.ring(
        outline.map((point) => between(centre, point, ring / RINGS)),
        height,
      );
      triangles += this.join(inner, outer, outline.length);
      inner = outer;
    }
    return triangles;
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(this.#places, 3));
    geometry.setIndex(this.#triangles);
    geometry.computeVertexNormals();
    return geometry;
  }
}

/** A disc with rounded edges that goes through the band and lies on both its faces. */
function stoneShape(centre: Point, strip: Strip): BufferGeometry {
  const { radius, height } = STONE;
  const upper = [
    [0, 1],
    [0.8, 1],
    [0.94, 0.86],
    [1, 0.5],
  ] as const;
  const profile = [...upper, ...upper.toReversed().map(([out, up]) => [out, -up] as const)];
  const shape = new Shape(strip);
  const rings = profile.map(([out, up]) => shape.ring(around(centre, radius * out), height * up));
  rings.slice(1).forEach((ring, at) => shape.join(rings[at] ?? ring, ring, CORNERS));
  return shape.build();
}

/** What tells a stone's colour without colour, on both its faces. */
function markShape(centre: Point, isRing: boolean, strip: Strip): BufferGeometry {
  const shape = new Shape(strip);
  const [inner, outer] = isRing ? [0.15, 0.22] : [0, 0.12];
  for (const height of [STONE.height + MARK_LIFT, -STONE.height - MARK_LIFT]) {
    shape.join(shape.ring(around(centre, inner), height), shape.ring(around(centre, outer), height), CORNERS);
  }
  return shape.build();
}

/** A bar along the edge of the band, as thick as it looks from both faces. */
function barShape(outline: readonly Point[], strip: Strip): BufferGeometry {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  const isLeft = Math.min(...xs) < strip.width / 2;
  const [outer, inner] = isLeft ? [Math.min(...xs), 1.75] : [Math.max(...xs), strip.width - 1.75];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const count = Math.max(Math.round(((bottom - top) / (strip.bottom - strip.top)) * 80), 1) + 1;
  const shape = new Shape(strip);
  const sides = [
    [outer, BAR_HEIGHT],
    [inner, BAR_HEIGHT],
    [inner, -BAR_HEIGHT],
    [outer, -BAR_HEIGHT],
  ] as const;
  const edges = sides.map(([x, height]) => {
    const points = Array.from({ length: count }, (_, at) => ({ x, y: top + ((bottom - top) * at) / (count - 1) }));
    return shape.ring(points, height);
  });
  edges.forEach((edge, at) => shape.join(edge, edges[(at + 1) % edges.length] ?? edge, count, false));
  return shape.build();
}
