import { describe, expect, test } from 'vitest';

import type { Geometry } from '../api/client';
import { choices, enter, typed } from './entry';
import { move } from './fake';

/** A stack of two on 3 that may go to 7 or 8 as a whole, and its top piece to 7; pieces may be entered on 1. */
const LEGAL = [
  move('enter', [1]),
  move('both to 7', [3, 2], [7]),
  move('both to 8', [3, 2], [8]),
  move('one to 7', [3, 1], [7]),
  move('from 7', [7, 1], [3]),
  move('a step', [4], [6]),
  move('another step', [5], [6]),
];

describe('entering', () => {
  /** Clicks sites, with how many to take, and expects the move that comes of it or the sites that are chosen. */
  const check = (clicks: [number, number?][], expected: string | number[]) => {
    let before: { site: number; take?: number | null }[] = [];
    let entered: string | null = null;
    for (const [site, take] of clicks) {
      const result = enter(LEGAL, before, site, take ?? null);
      [before, entered] = [result.clicks, result.move];
    }
    expect(entered ?? before.map(({ site }) => site)).toEqual(expected);
  };
  test('one click may be a move', () => check([[1]], 'enter'));
  test('the whole stack is taken unless said otherwise', () => check([[3], [8]], 'both to 8'));
  test('a number of pieces can be chosen', () => check([[3, 1], [7]], 'one to 7'));
  test('a number that cannot be is the whole stack', () => check([[3, 5], [7]], 'both to 7'));
  test('another number of the same stack', () => check([[3, 2], [3, 1], [7]], 'one to 7'));
  test('the same again lets go', () => check([[3], [3]], []));
  test('another piece is chosen instead', () => check([[4], [5]], [5]));
  test('an empty place is meant as a goal', () => check([[3, 1], [1]], [3]));
  test('another stack is meant as a goal', () => check([[7], [3], [7], [8]], [7]));
  test('what can go on does, though it could begin something else', () => check([[3], [7]], 'both to 7'));
  test('what means nothing keeps what was chosen', () => check([[3], [9]], [3]));
  test('what means nothing at all', () => check([[9]], []));
});

test('choices', () => {
  const check = (clicks: { site: number; take: number | null }[], expected: [number, number[]][]) =>
    expect([...choices(LEGAL, clicks)]).toEqual(expected);
  check(
    [],
    [
      [1, []],
      [3, [1, 2]],
      [7, [1]],
      [4, []],
      [5, []],
    ],
  );
  check([{ site: 3, take: 1 }], [[7, []]]);
  check(
    [{ site: 3, take: 2 }],
    [
      [7, []],
      [8, []],
    ],
  );
  check([{ site: 9, take: null }], []);
});

test('typing', () => {
  const legal = [...LEGAL, move('3>', [9])];
  const sites = [{ name: '3>', shown: '3→' }] as Geometry['sites'];
  const check = (text: string, expected: string | undefined) =>
    expect(typed({ game: 'toy', sites }, legal, text)?.move).toBe(expected);
  check('enter', 'enter');
  check('  ENTER ', 'enter');
  check('leave', undefined);
  check('3>', '3>');
  check('3→', '3>');
});
