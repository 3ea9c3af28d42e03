// How one looks at a board: turned round, with its groups, scrolled along a strip, or as the strip it is.
import { isStill } from '../board/motion';

/** How long a strip takes to get where it is scrolled to, in milliseconds. */
const TIME = 700;

export class Sight {
  isTurned = $state(false);
  hasGroups = $state(false);
  isSolid = $state(false);
  scroll = $state(0);

  /** Goes to where a strip is scrolled to, slowly enough to follow. */
  scrollTo(target: number): void {
    if (isStill()) {
      this.scroll = target;
      return;
    }
    const [from, began] = [this.scroll, performance.now()];
    const frame = (at: number) => {
      const share = Math.min((at - began) / TIME, 1);
      this.scroll = from + (target - from) * (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);
      if (share < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
}
