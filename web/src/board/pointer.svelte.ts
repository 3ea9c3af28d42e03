// Mouse and fingers on a board: what is dragged, swiped or only clicked.
import type { Point } from '../api/client';
import { say } from '../messages/index.svelte';
import { settings } from '../settings.svelte';
import type { Chooser, Playable } from './chooser.svelte';
import { features } from './features';
import { type Layout } from './layout';
import { swipe } from './shapes';
import { takenAt } from './tower';

/** How far a pointer goes before it drags, and before it swipes, in pixels. */
const [SLACK, SWIPE] = [8, 16];
/** Cells that are less wide, in pixels, are hard to hit with a finger. */
const SMALL = 40;
/** For how many milliseconds a finger rests before it aims: a quicker one scrolls the page, or only taps. */
const HOLD = 160;

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

/** Pieces in a hand: where they were taken from, how many of a stack, and where they are. */
export interface Carried extends Point {
  site: number;
  take: number | null;
}

/** Something in a position. */
type Of<T> = T & { view: Playable['view'] };

export class Pointer {
  /** What is dragged, and where it is. */
  dragged: Carried | null = $state.raw(null);
  /** Where a finger is that aims, and the place it would choose. */
  aimed: ({ site: number | null } & Point) | null = $state.raw(null);
  #dropped = $state.raw<Of<Carried> | null>(null);
  #tapped = $state.raw<Of<{ site: number }> | null>(null);
  #press: { site: number; x: number; y: number; take: number | null } | null = null;
  #isDrag = false;
  #isFinger = false;
  #hold: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly chooser: Chooser,
    readonly drawing: () => Drawing,
  ) {}

  /** What was dropped to make a move, and where, until the board shows what came of it. */
  get dropped(): Carried | null {
    return this.droppedIn(this.chooser.board.view);
  }

  /** The place that a finger has tapped once: the second tap plays there. */
  get tapped(): number | null {
    return this.#tapped?.view === this.chooser.board.view ? this.#tapped.site : null;
  }

  readonly pressed = (event: PointerEvent): void => {
    // Two fingers make the page larger.
    if (!event.isPrimary) return this.cancelled();
    clearTimeout(this.#hold);
    this.#isDrag = false;
    this.#isFinger = event.pointerType === 'touch';
    const site = siteOf(event.target);
    if (site === null || !this.chooser.board.isActive || event.button !== 0) return;
    this.#dropped = null;
    this.chooser.prepare(site);
    const { clientX, clientY } = event;
    this.#press = { site, x: clientX, y: clientY, take: this.#takeAt(site, event) };
    if (this.#mustAim(site)) this.#hold = setTimeout(() => this.#aim({ clientX, clientY }), HOLD);
  };

  readonly moved = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    if (this.aimed) this.#aim(event);
    if (!this.#press || this.aimed) return;
    const { site, x, y, take } = this.#press;
    if (!this.#isDrag && Math.hypot(event.clientX - x, event.clientY - y) > SLACK) {
      this.#isDrag = true;
      clearTimeout(this.#hold);
      this.drawing().svg?.setPointerCapture(event.pointerId);
      if (this.chooser.starts.has(site) && !this.#isWhole(site)) this.chooser.pickUp(site, take);
    }
    if (!this.#isDrag) return;
    if (this.chooser.last?.site === site) {
      this.dragged = { site, take: this.chooser.last.take ?? null, ...inDrawing(this.drawing(), event) };
    } else {
      const edge = this.#swiped(event);
      if (edge !== this.chooser.pointed) void this.chooser.pointAt(edge);
    }
  };

  readonly released = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    clearTimeout(this.#hold);
    const [begun, aimed, dragged] = [this.#press, this.aimed, this.dragged];
    const swiped = this.#swiped(event);
    this.#press = this.dragged = this.aimed = null;
    if (aimed) {
      // What ends an aim is no click.
      this.#isDrag = true;
      void this.chooser.pointAt(null);
      if (aimed.site !== null) this.chooser.choose(aimed.site);
      return;
    }
    if (!begun || !this.#isDrag) return;
    const target = siteOf(document.elementFromPoint(event.clientX, event.clientY));
    if (this.chooser.clicks.length > 0) {
      if (target === null || target === begun.site) return;
      if (this.chooser.next.has(target)) {
        // It stays where it was dropped until it is seen to go on from there.
        if (dragged) this.#dropped = { ...dragged, view: this.chooser.board.view };
        this.chooser.choose(target);
      } else void this.chooser.explain([...this.chooser.clicks, { site: target }]);
      return;
    }
    void this.chooser.pointAt(null);
    const { forbidden } = this.chooser;
    if (swiped !== null) this.chooser.choose(swiped);
    else if (forbidden !== null && this.#isAlong(begun, event, forbidden))
      void this.chooser.explain([{ site: forbidden }]);
  };

  readonly cancelled = (): void => {
    clearTimeout(this.#hold);
    this.#press = this.dragged = this.aimed = null;
    void this.chooser.pointAt(null);
  };

  readonly clicked = (site: number, event: MouseEvent): void => {
    // What ends a drag is no click.
    if (this.#isDrag) {
      this.#isDrag = false;
      return;
    }
    this.chooser.focused = site;
    if (this.#mustAim(site) && this.tapped !== site) {
      this.#tapped = { site, view: this.chooser.board.view };
      this.chooser.board.onsay?.(say('tap-again', { name: this.chooser.board.geometry.sites[site]?.name ?? '' }));
      return;
    }
    // The whole stack is chosen at first; once more says from which height on.
    const isAgain = this.chooser.last?.site === site;
    this.chooser.choose(site, isAgain && event.detail > 0 ? this.#takeAt(site, event) : null);
  };

  /** What was dropped in a position that may be gone by now. */
  droppedIn(view: unknown): Carried | null {
    return this.#dropped?.view === view ? this.#dropped : null;
  }

  /** A move that was not made: what was dropped goes home. */
  takeBack(): void {
    this.#dropped = null;
  }

  /** The page does not scroll while a finger aims. */
  readonly touched = (event: TouchEvent): void => {
    if (this.aimed && event.cancelable) event.preventDefault();
  };

  /** Whether a finger has to aim before it plays here: where one click is a whole move, and the cells are small. */
  #mustAim(site: number): boolean {
    if (!this.#isFinger || !settings.aim || !this.#isWhole(site)) return false;
    const { svg, drawn } = this.drawing();
    return (svg?.getBoundingClientRect().width ?? 0) / drawn.width < SMALL;
  }

  /** Whether a site completes a move by itself: such sites are not picked up. */
  #isWhole(site: number): boolean {
    const { legal } = this.chooser.board.view;
    return legal.some(({ clicks }) => clicks.length === 1 && clicks[0]?.site === site);
  }

  #aim(event: OnScreen): void {
    const under = siteOf(document.elementFromPoint(event.clientX, event.clientY));
    const site = under !== null && this.chooser.next.has(under) ? under : null;
    this.#tapped = null;
    this.aimed = { site, ...inDrawing(this.drawing(), event) };
    if (site !== this.chooser.pointed) void this.chooser.pointAt(site);
  }

  /** The place at the edge from which a line is pushed the way the pointer went. */
  #swiped(event: PointerEvent): number | null {
    const begun = this.#press;
    if (!begun) return null;
    const { sites } = this.chooser.board.geometry;
    const edges = [...this.chooser.next.keys()].filter((site) => sites[site]?.kind === 'edge');
    return edges.find((edge) => this.#isAlong(begun, event, edge)) ?? null;
  }

  /** Whether the pointer went the way that a line is pushed from an edge. */
  #isAlong({ site, x, y }: { site: number } & Point, event: PointerEvent, edge: number): boolean {
    const { centres } = this.drawing().drawn;
    const from = centres[site];
    const way = { x: event.clientX - x, y: event.clientY - y };
    return from !== undefined && Math.hypot(way.x, way.y) >= SWIPE && swipe(from, centres[edge], way);
  }

  #takeAt(site: number, event: OnScreen): number | null {
    const [centre, height] = [this.drawing().drawn.centres[site], this.chooser.heights.get(site)];
    if (!features(this.chooser.board.geometry).hasStacks || !centre || !height) return null;
    return takenAt(height, inDrawing(this.drawing(), event).y - centre.y);
  }
}
