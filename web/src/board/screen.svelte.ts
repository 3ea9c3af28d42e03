// How much room there is for boards.
import { innerWidth } from 'svelte/reactivity/window';

/** A screen that is less wide, in pixels, has no room beside a board. */
const NARROW = 640;

export function isNarrow(): boolean {
  return (innerWidth.current ?? NARROW) < NARROW;
}
