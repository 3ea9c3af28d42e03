// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import type { PuzzleSummary } from '../api/client';
import { nextPuzzle } from './puzzles';

test('the next puzzle is the next one that is not solved', () => {
  const puzzle = (name: string, variant: string): PuzzleSummary => ({
    puzzle: name,
    game: 'mixtour',
    variant,
    difficulty: 1,
    depth: 1,
    player: 'first',
  });
  const all = [puzzle('a', '20/1'), puzzle('b', '20/1'), puzzle('c', '20/1'), puzzle('d', '25/5')];
  const check = (solved: string[], after: string | null, expected: string) =>
    expect(nextPuzzle(all, new Set(solved), all.find((each) => each.puzzle === after) ?? null)?.puzzle).toBe(expected);
  check([], null, 'a');
  check(['a'], null, 'b');
  check(['a'], 'a', 'b');
  check(['a', 'b'], 'a', 'c');
  check(['b', 'c'], 'b', 'a');
  check(['a', 'b', 'c'], 'b', 'c');
  check(['d'], 'd', 'd');
});
