// How one looks at a board: turned round, with its groups, scrolled along a strip, or as the strip it is.
import { quadInOut } from 'svelte/easing';
import { Tween } from 'svelte/motion';

import { isStill } from '../parts/still';

/** How long a strip takes to get where it is scrolled to, in milliseconds. */
const TIME = 700;

export class Sight {
  isTurned = $state(false);
  hasGroups = $state(false);
  isSolid = $state(false);
  #scroll = new Tween(0, { easing: quadInOut });

  /** How far a strip is scrolled. */
  get scroll(): number {
    return this.#scroll.current;
  }

  /** Whether there is a way back to where a strip was at first. */
  get isScrolled(): boolean {
    return this.scroll !== 0 && !this.isSolid;
  }

  /** Turns the board round; a strip that is shown as one is turned by hand. */
  turn(): void {
    if (!this.isSolid) this.isTurned = !this.isTurned;
  }

  scrollBy(distance: number): void {
    this.scrollTo(this.#scroll.target + distance);
  }

  /** Goes to where a strip is scrolled to, slowly enough to follow. */
  scrollTo(target: number): void {
    void this.#scroll.set(target, { duration: isStill() ? 0 : TIME });
  }
}
