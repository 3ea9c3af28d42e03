// The measures of a stack of flat pieces, and which of them a point touches.

/** From a piece's middle to its side. */
export const RADIUS = 0.34;
/** How flat the pieces look. */
export const TILT = 0.42;
/** How thick they are. */
export const LEVEL = 0.125;

/** Where the lowest piece of a stack stands, so that the whole is about its cell's middle. */
export function foot(height: number): number {
  return 0.06 + (height * LEVEL) / 2;
}

/** How many pieces one takes who points at this height of a stack: those from there to the top. */
export function takenAt(height: number, y: number): number {
  const level = Math.floor((foot(height) + RADIUS * TILT * 0.6 - y) / LEVEL);
  return height - Math.min(Math.max(level, 0), height - 1);
}
