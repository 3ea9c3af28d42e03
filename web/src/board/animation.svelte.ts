// How what moves on a board is seen to move: pieces slide, roll, drop and fly away.
import { tick } from 'svelte';

import type { Geometry, Player, Point } from '../api/client';
import { features } from './features';
import { motion, type Seen, type Travel } from './motion';
import { isStill } from '../parts/still';
import { inDrawing, type Carried, type Drawing } from './pointer.svelte';
import { LEVEL } from './tower';

/** How long things take, in milliseconds; a rest for the eye comes after them. */
const [DROP, FALL, FLIGHT, REST] = [220, 420, 1100, 150];
const EASING = 'cubic-bezier(.3,.1,.3,1)';
const LIFT = 'translate(0, -0.5px) scale(1.15)';
const ABOVE = 'translate(0, -0.25px) scale(1.25)';

/** What an animation needs to know of the board it is on. */
export interface Stage extends Drawing {
  geometry: Geometry;
  /** Where on the page a player's pieces go that leave the board. */
  exit?: ((player: Player) => Element | null) | undefined;
}

/** Pieces that do not stand on the board any more, but are still seen. */
export type Leaving = Travel & { from: number; key: number };

/** What is known of a change. */
interface Showing {
  /** Whether the game goes on (1) or back (-1). */
  way: number;
  /** What a hand has dropped to bring it about, and where. */
  dropped: Carried | null;
  /** Is told for how long something moves. */
  onmotion?: ((time: number) => void) | undefined;
}

export class Animation {
  leaving: readonly Leaving[] = $state.raw([]);
  #count = 0;
  #dropped: Carried | null = null;

  constructor(readonly stage: () => Stage) {}

  /** Shows what changes between two positions. */
  show(before: Seen, after: Seen, { way, dropped, onmotion }: Showing): void {
    if (isStill()) return;
    const travels = motion(this.stage().geometry, before, after, way);
    if (travels.length === 0) return;
    this.#dropped = dropped;
    const isGone = ({ to }: Travel) => typeof to !== 'number' || this.stage().geometry.sites[to]?.kind === 'edge';
    this.leaving = travels.flatMap((travel) =>
      isGone(travel) && typeof travel.from === 'number' ? [{ ...travel, from: travel.from, key: this.#count++ }] : [],
    );
    onmotion?.(Math.max(...travels.map((travel) => this.#time(travel))) + REST);
    void this.#run(
      travels.filter((travel) => !isGone(travel)),
      this.leaving,
    );
  }

  async #run(arriving: readonly Travel[], leaving: readonly Leaving[]): Promise<void> {
    await tick();
    const { svg } = this.stage();
    for (const travel of arriving)
      for (const figure of svg?.querySelectorAll(`[data-figure="${travel.to}"]`) ?? []) this.#arrive(figure, travel);
    const partings = leaving.map((travel) => {
      const figure = svg?.querySelector(`[data-leaving="${travel.key}"]`);
      const timing = { duration: this.#time(travel), easing: 'ease-in-out' };
      return figure?.animate(this.#away(travel), timing).finished;
    });
    await Promise.allSettled(partings);
    if (this.leaving === leaving) this.leaving = [];
  }

  /** The top pieces of a stack come from where they were. */
  #arrive(figure: Element, travel: Travel): void {
    const counters = [...figure.querySelectorAll('.counter')].slice(-travel.pieces.length);
    const parts = counters.length > 0 ? counters : [figure];
    const timing = { duration: this.#time(travel), easing: EASING };
    const way = this.#back(travel, figure.querySelectorAll('.counter').length);
    if (travel.from === 'air') {
      parts.forEach((part) => part.animate({ transform: [ABOVE, 'none'], opacity: [0, 1] }, timing));
    } else if (travel.from === 'seat') {
      const { transform, opacity, offset } = this.#away({ ...travel, from: travel.to, to: 'seat' });
      const back = { transform: transform.toReversed(), opacity: opacity.toReversed() };
      const offsets = offset?.map((share) => 1 - share).reverse();
      parts.forEach((part) => part.animate(offsets ? { ...back, offset: offsets } : back, timing));
    } else if (way) {
      parts.forEach((part) => part.animate({ transform: [`translate(${way.x}px, ${way.y}px)`, 'none'] }, timing));
      if (!features(this.stage().geometry).hasMarbles) return;
      const turn = Math.sign(way.x || way.y) * Math.hypot(way.x, way.y) * 150;
      figure.querySelector('.spin')?.animate({ transform: [`rotate(${turn}deg)`, 'none'] }, timing);
    }
  }

  /** The way back to where pieces come from: where they stood, or where a hand has dropped them. */
  #back(travel: Travel, height: number): Point | null {
    const [dropped, centre] = [this.#dropped, this.stage().drawn.centres[Number(travel.to)]];
    if (dropped?.site !== travel.from || !centre) return this.#way(travel.to, travel.from);
    // A stack stands about the middle of its place, however high it is.
    const higher = (Math.max(height - travel.pieces.length, 0) * LEVEL) / 2;
    return { x: dropped.x - centre.x, y: dropped.y - centre.y + higher };
  }

  /** How pieces leave: over the edge, to their owner's side, or up and away. */
  #away({ from, to, pieces }: Travel): { transform: string[]; opacity: number[]; offset?: number[] } {
    const { geometry, exit, drawn } = this.stage();
    if (to === 'air') return { transform: ['none', ABOVE], opacity: [1, 0] };
    const way = this.#way(from, to);
    if (way) return { transform: ['none', `translate(${way.x}px, ${way.y}px)`], opacity: [1, 1, 0] };
    const owner = geometry.pieces[pieces.at(-1) ?? -1]?.owner;
    const goal = owner && exit?.(owner)?.getBoundingClientRect();
    const start = typeof from === 'number' && drawn.centres[from];
    if (!goal || !start) return { transform: ['none', LIFT], opacity: [1, 1, 0] };
    const end = inDrawing(this.stage(), {
      clientX: goal.left + goal.width / 2,
      clientY: goal.top + goal.height / 2,
    });
    const away = `translate(${end.x - start.x}px, ${end.y - start.y}px) scale(.4)`;
    return { transform: ['none', LIFT, away, away], opacity: [1, 1, 1, 0], offset: [0, 0.3, 0.85, 1] };
  }

  /** The way from one place in the drawing to another. */
  #way(from: Travel['from'], to: Travel['to']): Point | null {
    const { centres } = this.stage().drawn;
    const [start, end] = [typeof from === 'number' && centres[from], typeof to === 'number' && centres[to]];
    return start && end ? { x: end.x - start.x, y: end.y - start.y } : null;
  }

  #time({ from, to }: Travel): number {
    if (from === 'air' || to === 'air') return DROP;
    if (from === 'seat' || to === 'seat') return FLIGHT;
    if (this.stage().geometry.sites[to]?.kind === 'edge') return FALL;
    const way = this.#back({ from, to, pieces: [] }, 0);
    return way ? 180 + 90 * Math.hypot(way.x, way.y) : 0;
  }
}
