import { expect, test } from 'vitest';

import type { Scene } from '../api/client';
import { ROW, scene } from './fake';
import { motion, type Whereabouts } from './motion';
import { takenAt } from './tower';

type Expected = [from: Whereabouts, to: Whereabouts, ...pieces: number[]][];

/** Expects what is seen when a move is made that touches these sites, and when it is taken back, and known to be. */
function check(
  before: Scene,
  after: Scene,
  touched: number[],
  made: Expected,
  undone: Expected,
  isKnown = false,
): void {
  // What was touched before has nothing to do with it.
  const [first, second] = [
    { scene: before, touched: [4, 2, 1, 0] },
    { scene: after, touched },
  ];
  const found = (from: typeof first, to: typeof first, way: number) =>
    motion(ROW, from, to, isKnown ? way : 0).map((travel) => [travel.from, travel.to, ...travel.pieces]);
  // All is seen at once: the order is nobody's business.
  expect(found(first, second, 1).toSorted()).toEqual(made.toSorted());
  expect(found(second, first, -1).toSorted()).toEqual(undone.toSorted());
}

test('a line is pushed and the last one falls out, and the push undone rolls back', () =>
  check(
    scene([0, 1], [1, 1], [2, 2]),
    scene([0, 3], [1, 1], [2, 1]),
    [3, 0, 1, 2],
    [
      [3, 0, 3],
      [0, 1, 1],
      [1, 2, 1],
      [2, 4, 2],
    ],
    [
      [0, 3, 3],
      [1, 0, 1],
      [2, 1, 1],
      [4, 2, 2],
    ],
  ));

test('a line of equal pieces rolls the way the game went', () => {
  const line = scene([0, 1], [1, 1], [2, 1]);
  const made: Expected = [
    [3, 0, 1],
    [0, 1, 1],
    [1, 2, 1],
    [2, 4, 1],
  ];
  const undone: Expected = made.map(([from, to, piece]) => [to, from, piece ?? 0]);
  check(line, line, [3, 0, 1, 2], made, undone, true);
});

test('one of two pieces goes onto another stack, and back', () =>
  check(scene([0, 1, 2], [1, 1]), scene([0, 1], [1, 1, 2]), [0, 1], [[0, 1, 2]], [[1, 0, 2]]));

test('two pieces change places, and change them back', () => {
  const swap = (one: number, other: number): Expected => [
    [0, 1, one],
    [1, 0, other],
  ];
  check(
    scene([0, 1], [1, 2]),
    scene([0, 2], [1, 1]),
    [0, 1],
    swap(1, 2),
    swap(1, 2).map(([from, to, ...pieces]) => [to, from, ...pieces]),
  );
});

test('a tower leaves the board, and one taken back comes back', () =>
  check(
    scene([0, 1, 2], [1, 1, 1, 2]),
    scene(),
    [0, 1],
    [[1, 'seat', 1, 1, 2, 1, 2]],
    [
      [1, 0, 1, 2],
      ['seat', 1, 1, 1, 2, 1, 2],
    ],
  ));

test('a piece that is entered comes from nowhere, and goes there', () =>
  check(scene(), scene([0, 1]), [0], [['air', 0, 1]], [[0, 'air', 1]]));

test('several moves at once are no single one', () =>
  check(
    scene([0, 1], [2, 2]),
    scene([1, 1], [2, 2, 1]),
    [0, 1],
    [
      [0, 'air', 1],
      ['air', 1, 1],
      ['air', 2, 1],
    ],
    [
      ['air', 0, 1],
      [1, 'air', 1],
      [2, 'air', 1],
    ],
  ));

test('nothing moves where nothing changes', () => check(scene([0, 1]), scene([0, 1]), [], [], []));

test('which piece of a stack is pointed at', () => {
  const check = (height: number, y: number, expected: number) => expect(takenAt(height, y)).toBe(expected);
  check(1, 0, 1);
  check(4, 0.5, 4);
  check(4, -0.5, 1);
  check(2, 0.2, 2);
  check(2, 0.02, 1);
});
