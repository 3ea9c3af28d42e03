// The puzzles of a game, and which comes next.
import { answered, api, type PuzzleSummary, type PuzzleView } from '../api/client';
import { today } from './progress';

/** More than any game has. */
const ALL = 1000;

/** All puzzles of a game, by variant and difficulty. */
export async function puzzlesOf(game: string): Promise<readonly PuzzleSummary[]> {
  const query = { game, limit: ALL };
  return (await answered(api.GET('/api/puzzles', { params: { query } }))).puzzles;
}

/** The puzzle of today, of one game. */
export function puzzleOfDay(game: string): Promise<PuzzleView> {
  return answered(api.GET('/api/puzzles/today', { params: { query: { game, day: today() } } }));
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
