// How much motion a visitor wants.

/** Whether the visitor asked for less motion. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
