import { describe, expect, test } from 'vitest';

import type { Geometry } from '../api/client';
import { hull } from './hull';
import { layout } from './layout';
import { step } from './steps';

/** A strip of two cells: one on the seam, at the left above and at the right below, and one in the middle. */
const STRIP: Geometry = {
  width: 4,
  height: 6,
  sites: [
    {
      name: 'a0',
      kind: 'cell',
      neighbours: [],
      faces: [
        {
          centre: { x: 1, y: 1 },
          outline: [
            { x: 1.5, y: 1 },
            { x: 1, y: 1.5 },
            { x: 0.5, y: 1 },
          ],
        },
        {
          centre: { x: 3, y: 5 },
          outline: [
            { x: 2.5, y: 5 },
            { x: 3, y: 4.5 },
            { x: 3.5, y: 5 },
          ],
        },
      ],
    },
    { name: 'a1', kind: 'cell', neighbours: [], faces: [{ centre: { x: 1, y: 3 }, outline: [{ x: 1, y: 2.5 }] }] },
  ],
  lines: [],
  bars: [],
  labels: [],
  pieces: [],
  players: ['red', 'blue'],
  twist: { top: 1, bottom: 5 },
};

describe('a strip that is glued to itself', () => {
  const check = (scroll: number, site: number, expected: [number, number][]) => {
    const places = layout(STRIP, { isFlipped: false, scroll }).places[site] ?? [];
    expect(places.map(({ centre }) => [centre.x, centre.y])).toEqual(expected);
  };
  test('the seam is seen at both ends, mirrored', () =>
    check(0, 0, [
      [1, 1],
      [3, 5],
    ]));
  test('what is inside is seen once', () => check(0, 1, [[1, 3]]));
  test('what is scrolled out above comes back below, mirrored', () => check(3, 1, [[3, 4]]));
  test('the seam in the middle is seen once', () => check(2, 0, [[3, 3]]));
  test('once round, everything is mirrored', () => check(4, 1, [[3, 3]]));
  test('twice round, everything is as it was', () => check(8, 1, [[1, 3]]));
  test('backwards', () =>
    check(-2, 1, [
      [3, 1],
      [1, 5],
    ]));
});

test('a board turned round', () => {
  const flat = { ...STRIP, twist: null };
  const centre = layout(flat, { isFlipped: true, scroll: 0 }).places[1]?.[0]?.centre;
  expect(centre).toEqual({ x: 3, y: 3 });
});

test('arrow keys', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0.5, y: 0.9 },
    { x: 3, y: 0 },
  ];
  const check = (from: number, direction: 'left' | 'right' | 'up' | 'down', expected: number | undefined) =>
    expect(step(points, from, direction)).toBe(expected);
  check(0, 'right', 1);
  check(1, 'right', 3);
  check(3, 'left', 1);
  check(0, 'down', 2);
  check(2, 'up', 0);
  check(0, 'up', undefined);
});

test('the outline around points', () => {
  const square = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
    [1, 1],
    [1, 0],
  ].map(([x = 0, y = 0]) => ({ x, y }));
  expect(hull(square)).toHaveLength(4);
});
