import { expect, test } from 'vitest';

import { bentArrow, displaced, stepNumbers } from './trail';

test('a turn is told by what became of each piece', () => {
  const check = (trail: number[][], occupied: number[], expected: [number, number, number[], number[]][]) =>
    expect(displaced(trail, new Set(occupied)).map(({ from, to, steps, path }) => [from, to, steps, path])).toEqual(
      expected,
    );
  check([[0, 1]], [1], [[0, 1, [1], [0, 1]]]);
  // One piece that goes on.
  check(
    [
      [0, 1],
      [1, 2],
    ],
    [2],
    [[0, 2, [1, 2], [0, 1, 2]]],
  );
  // Two that change places.
  check(
    [[0, 1]],
    [0, 1],
    [
      [0, 1, [1], [0, 1]],
      [1, 0, [1], [1, 0]],
    ],
  );
  // There and back again is no way at all.
  check(
    [
      [0, 1],
      [1, 0],
    ],
    [0],
    [],
  );
  // A step that has no places, such as the end of the turn.
  check([[0, 1], [7]], [1], [[0, 1, [1], [0, 1]]]);
});

test('the numbers of steps in short', () => {
  const check = (steps: number[], expected: string) => expect(stepNumbers(steps)).toBe(expected);
  check([2], '2');
  check([1, 2, 3], '1–3');
  check([1, 3, 4], '1,3–4');
});

test('those who change places go by different ways', () => {
  const [one, other] = [
    { x: 0, y: 0 },
    { x: 2, y: 0 },
  ];
  const bend = (path: string) => Number(/Q\S+ (\S+) /.exec(path)?.[1]);
  expect(bend(bentArrow(one, other))).toBeGreaterThan(0.2);
  expect(bend(bentArrow(other, one))).toBeLessThan(-0.2);
});
