import { expect, test } from 'vitest';

import { clockText, turns } from './turns';

test('turns begin where another player moves, with the card if there is one', () => {
  const check = (who: string, expected: [number, string][]) => {
    const players = { '1': 'first', '2': 'second', '#': 'chance' } as const;
    const movers = [...who].map((letter) => players[letter as '1']);
    const found = [...turns(movers, { players: ['red', 'green'] })].map(([at, { colour, number }], index) => {
      expect(number).toBe(index + 1);
      return [at, colour];
    });
    expect(found).toEqual(expected);
  };
  check('', []);
  check('121', [
    [0, 'red'],
    [1, 'green'],
    [2, 'red'],
  ]);
  check('12211', [
    [0, 'red'],
    [1, 'green'],
    [3, 'red'],
  ]);
  check('#11#22#', [
    [0, 'red'],
    [3, 'green'],
    [6, 'red'],
  ]);
});

test('time as a clock shows it', () => {
  const check = (milliseconds: number, expected: string) => expect(clockText(milliseconds)).toBe(expected);
  check(-5, '0:00.0');
  check(9_950, '0:09.9');
  check(65_000, '1:05');
  check(3_725_000, '1:02:05');
  check(3 * 86_400_000, '3 × 24 h');
});
