// Which puzzle comes after another one.
import type { PuzzleSummary } from '../api/client';

/** The first puzzle after another one, of its variant, that is not solved; the first of all if there is no other. */
export function nextPuzzle(
  all: readonly PuzzleSummary[],
  solved: ReadonlySet<string>,
  after: PuzzleSummary | null,
): PuzzleSummary | undefined {
  const variant = after ? after.variant : all[0]?.variant;
  const mates = all.filter((puzzle) => puzzle.variant === variant);
  const from = mates.findIndex((puzzle) => puzzle.puzzle === after?.puzzle) + 1;
  const turned = [...mates.slice(from), ...mates.slice(0, from)];
  return turned.find((puzzle) => !solved.has(puzzle.puzzle) && puzzle.puzzle !== after?.puzzle) ?? turned[0];
}
