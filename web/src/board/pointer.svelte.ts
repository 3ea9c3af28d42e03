// Mouse and fingers on a board: what is dragged, swiped or only clicked.
import type { Point } from '../api/client';
import type { Chooser } from './chooser.svelte';
import { features } from './features';
import { type Layout } from './layout';
import { swipe } from './shapes';
import { takenAt } from './tower';

/** How far a pointer goes before it drags, and before it swipes, in pixels. */
const [SLACK, SWIPE] = [8, 16];

/** Where something is on the screen. */
interface OnScreen {
  clientX: number;
  clientY: number;
}

export interface Drawing {
  svg: SVGSVGElement | undefined;
  drawn: Layout;
}

/** The place in a drawing of a point on the screen. */
export function inDrawing({ svg, drawn }: Drawing, { clientX, clientY }: OnScreen): Point {
  const box = svg?.getBoundingClientRect();
  if (!box || box.width === 0) return { x: 0, y: 0 };
  return {
    x: ((clientX - box.left) / box.width) * drawn.width,
    y: ((clientY - box.top) / box.height) * drawn.height,
  };
}

function siteOf(target: EventTarget | null): number | null {
  const found = target instanceof Element ? target.closest('[data-site]') : null;
  return found instanceof SVGElement && found.dataset.site ? Number(found.dataset.site) : null;
}

export class Pointer {
  /** What is dragged, and where it is. */
  dragged: ({ site: number } & Point) | null = $state.raw(null);
  #press: { site: number; x: number; y: number; take: number | null } | null = null;
  #isDrag = false;

  constructor(
    readonly chooser: Chooser,
    readonly drawing: () => Drawing,
  ) {}

  readonly pressed = (event: PointerEvent): void => {
    this.#isDrag = false;
    const site = siteOf(event.target);
    if (site === null || !this.chooser.board.isActive || event.button !== 0) return;
    this.#press = { site, x: event.clientX, y: event.clientY, take: this.#takeAt(site, event) };
  };

  readonly moved = (event: PointerEvent): void => {
    if (!this.#press) return;
    const { site, x, y, take } = this.#press;
    if (!this.#isDrag && Math.hypot(event.clientX - x, event.clientY - y) > SLACK) {
      this.#isDrag = true;
      this.drawing().svg?.setPointerCapture(event.pointerId);
      // Sites that complete a move by themselves are not picked up.
      const { legal } = this.chooser.board.view;
      const isWhole = legal.some(({ clicks }) => clicks.length === 1 && clicks[0]?.site === site);
      if (this.chooser.starts.has(site) && !isWhole) this.chooser.pickUp(site, take);
    }
    if (!this.#isDrag) return;
    if (this.chooser.last?.site === site) {
      this.dragged = { site, ...inDrawing(this.drawing(), event) };
    } else {
      const edge = this.#swiped(event);
      if (edge !== this.chooser.pointed) void this.chooser.pointAt(edge);
    }
  };

  readonly released = (event: PointerEvent): void => {
    const begun = this.#press;
    const swiped = this.#swiped(event);
    this.#press = this.dragged = null;
    if (!begun || !this.#isDrag) return;
    const target = siteOf(document.elementFromPoint(event.clientX, event.clientY));
    if (this.chooser.clicks.length > 0) {
      if (target === null || target === begun.site) return;
      if (this.chooser.next.has(target)) this.chooser.choose(target);
      else void this.chooser.explain([...this.chooser.clicks, { site: target }]);
      return;
    }
    void this.chooser.pointAt(null);
    if (swiped !== null) this.chooser.choose(swiped);
  };

  readonly cancelled = (): void => {
    this.#press = this.dragged = null;
    void this.chooser.pointAt(null);
  };

  readonly clicked = (site: number, event: MouseEvent): void => {
    // What ends a drag is no click.
    if (this.#isDrag) {
      this.#isDrag = false;
      return;
    }
    this.chooser.focused = site;
    // The whole stack is chosen at first; once more says from which height on.
    const isAgain = this.chooser.last?.site === site;
    this.chooser.choose(site, isAgain && event.detail > 0 ? this.#takeAt(site, event) : null);
  };

  /** The place at the edge from which a line is pushed the way the pointer went. */
  #swiped(event: PointerEvent): number | null {
    const from = this.#press && this.drawing().drawn.centres[this.#press.site];
    if (!this.#press || !from) return null;
    const way = { x: event.clientX - this.#press.x, y: event.clientY - this.#press.y };
    if (Math.hypot(way.x, way.y) < SWIPE) return null;
    const { sites } = this.chooser.board.geometry;
    const edges = [...this.chooser.next.keys()].filter((site) => sites[site]?.kind === 'edge');
    return edges.find((edge) => swipe(from, this.drawing().drawn.centres[edge], way)) ?? null;
  }

  #takeAt(site: number, event: OnScreen): number | null {
    const [centre, height] = [this.drawing().drawn.centres[site], this.chooser.heights.get(site)];
    if (!features(this.chooser.board.geometry).hasStacks || !centre || !height) return null;
    return takenAt(height, inDrawing(this.drawing(), event).y - centre.y);
  }
}
