import { expect, test } from 'vitest';

import type { Outcome, Turn } from '../api/client';
import { judge, type Goal, type Verdict } from './judge';

test('what is said to a try', () => {
  const check = (goal: Goal, moves: string[], turn: Turn, outcome: Outcome | null, expected: Verdict) =>
    expect(judge(goal, { player: 'first' }, moves, { outcome, view: { turn } })).toBe(expected);
  const win: Goal = { kind: 'win' };
  const move: Goal = { kind: 'moves', moves: ['a1-b1', 'a1-c1'] };
  check(win, [], 'first', null, 'open');
  check(win, ['a1-b1'], 'first', null, 'open');
  check(win, ['a1-b1'], 'second', null, 'wrong');
  check(win, ['a1-b1'], 'none', 'first', 'right');
  check(win, ['a1-b1'], 'none', 'second', 'lost');
  check(win, ['a1-b1'], 'none', 'draw', 'lost');
  check(move, ['a1-b1'], 'second', null, 'right');
  check(move, ['b1-a1'], 'second', null, 'wrong');
  check({ kind: 'any' }, ['b1-a1'], 'second', null, 'right');
  check({ kind: 'forbidden' }, ['a1'], 'second', null, 'wrong');
});
