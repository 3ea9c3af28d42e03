// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';

import { comingBack, dueOn, NONE, streakOn, withFailure, withSuccess } from './progress';

test('what went wrong comes back after a day, three and a week', () => {
  const failed = withFailure(NONE, 'a', 100);
  expect(dueOn(failed, 100)).toEqual([]);
  expect(dueOn(failed, 101)).toEqual(['a']);
  expect(withSuccess(failed, 'a', 100).again, 'solved at once, it comes back all the same').toEqual(failed.again);
  const once = withSuccess(failed, 'a', 102);
  expect(once).toEqual({ solved: ['a'], days: [102], again: { a: { noted: 102, day: 105, times: 1 } } });
  const twice = withSuccess(once, 'a', 105);
  expect(comingBack(twice)).toEqual([['a', 112]]);
  const known = withSuccess(twice, 'a', 112);
  expect([comingBack(known), known.days], 'then it is known').toEqual([[], [102, 105, 112]]);
  expect(withSuccess(known, 'a', 113).again).toEqual(known.again);
  expect(comingBack(withFailure(known, 'a', 120))).toEqual([['a', 121]]);
});

test('those that wait longest come first', () => {
  const all = withFailure(withFailure(withFailure(NONE, 'a', 102), 'b', 100), 'c', 103);
  expect(dueOn(all, 103)).toEqual(['b', 'a']);
  expect(withSuccess(all, 'd', 103).again).toBe(all.again);
});

describe('days in a row', () => {
  const check = (days: number[], day: number, length: number, best: number) =>
    expect(streakOn({ ...NONE, days }, day)).toEqual({ length, best });
  test('are counted up to today or yesterday', () => {
    check([], 100, 0, 0);
    check([100], 100, 1, 1);
    check([100], 101, 1, 1);
    check([99, 100], 101, 2, 2);
  });
  test('are lost when a day goes by, but for the best', () => {
    check([99, 100], 102, 0, 2);
    check([102, 99, 98, 97], 102, 1, 3);
  });
});
