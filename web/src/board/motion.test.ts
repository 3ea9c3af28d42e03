import { expect, test } from 'vitest';

import type { Geometry, Scene } from '../api/client';
import { motion } from './motion';
import { takenAt } from './tower';

const at = (x: number) => [{ centre: { x, y: 0 }, outline: [] }];
const GEOMETRY: Geometry = {
  width: 5,
  height: 1,
  sites: [
    { name: 'a', kind: 'cell', faces: at(1), neighbours: [1, 3] },
    { name: 'b', kind: 'cell', faces: at(2), neighbours: [0, 2] },
    { name: 'c', kind: 'cell', faces: at(3), neighbours: [1, 4] },
    { name: '>', kind: 'edge', faces: at(0), neighbours: [0] },
    { name: '<', kind: 'edge', faces: at(4), neighbours: [2] },
  ],
  lines: [],
  bars: [],
  labels: [],
  pieces: [],
  players: ['red', 'blue'],
};

const scene = (...stacks: [number, ...number[]][]): Scene => ({
  stacks: stacks.map(([site, ...pieces]) => ({ site, pieces })),
  status: [],
  winning: [],
});

test('motion', () => {
  const check = (
    before: Scene,
    after: Scene,
    touched: number[],
    arrivals: [number, number, number][],
    gone: number[][],
  ) => {
    const found = motion(GEOMETRY, before, after, touched);
    expect(found.arrivals.map(({ site, from, count }) => [site, from, count])).toEqual(arrivals);
    expect(found.departures.map(({ site, towards, pieces }) => [site, towards, ...pieces])).toEqual(gone);
  };
  // A line is pushed, and the last one falls out at the other end.
  const [full, pushed] = [scene([0, 1], [1, 1], [2, 2]), scene([0, 3], [1, 1], [2, 1])];
  check(
    full,
    pushed,
    [3, 0, 1, 2],
    [
      [0, 3, 1],
      [1, 0, 1],
      [2, 1, 1],
    ],
    [[2, 4, 2]],
  );
  // One of two pieces goes onto another stack.
  check(scene([0, 1, 2], [1, 1]), scene([0, 1], [1, 1, 2]), [0, 1], [[1, 0, 1]], []);
  // Two pieces change places.
  check(
    scene([0, 1], [1, 2]),
    scene([0, 2], [1, 1]),
    [0, 1],
    [
      [1, 0, 1],
      [0, 1, 1],
    ],
    [],
  );
  // A tower leaves the board.
  check(scene([0, 1, 2], [1, 1, 1, 2]), scene(), [0, 1], [], [[1, 1, 1, 1, 2, 1, 2]]);
  // A piece that is entered comes from nowhere.
  check(scene(), scene([0, 1]), [0], [], []);
});

test('which piece of a stack is pointed at', () => {
  const check = (height: number, y: number, expected: number) => expect(takenAt(height, y)).toBe(expected);
  check(1, 0, 1);
  check(4, 0.5, 4);
  check(4, -0.5, 1);
  check(2, 0.2, 2);
  check(2, 0.02, 1);
});
