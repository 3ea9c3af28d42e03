// The puzzles of a game, and which of them are solved.
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
