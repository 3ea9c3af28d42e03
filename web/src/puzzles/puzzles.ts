// The puzzles of a game: which of them are solved, and which comes next.
import { answered, api, type PuzzleSummary } from '../api/client';

/** More than any game has. */
const ALL = 1000;

/** All puzzles of a game, by variant and difficulty. */
export async function puzzlesOf(game: string): Promise<readonly PuzzleSummary[]> {
  const query = { game, limit: ALL };
  return (await answered(api.GET('/api/puzzles', { params: { query } }))).puzzles;
}

export async function solvedPuzzles(): Promise<ReadonlySet<string>> {
  return new Set((await answered(api.GET('/api/me/puzzles'))).solved);
}

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
