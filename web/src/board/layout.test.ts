import { describe, expect, test } from 'vitest';

import type { Geometry } from '../api/client';
import { BARE } from './fake';
import { arrow, hull, sharedSide } from './shapes';
import { layout } from './layout';
import { step, WAYS } from './keys';

/** A strip of two cells: one on the seam, at the left above and at the right below, and one in the middle. */
const STRIP: Geometry = {
  ...BARE,
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
  seams: [
    {
      edge: [
        { x: 0, y: 1 },
        { x: 4, y: 1 },
      ],
      glued_to: [
        { x: 4, y: 5 },
        { x: 0, y: 5 },
      ],
    },
  ],
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

test('the letters of a strip are those of the cells at its ends', () => {
  const labels = [0, 6].map((y) => ({ at: { x: 1, y }, text: 'A' }));
  const check = (scroll: number, expected: [string, number, number, boolean][]) => {
    const found = layout({ ...STRIP, labels }, { isFlipped: false, scroll }).labels;
    expect(found.map(({ text, at, isInside }) => [text, at.x, at.y, isInside])).toEqual(expected);
  };
  check(0, [
    ['A', 1, 0, false],
    ['A', 3, 6, false],
  ]);
  // The seam in the middle has its own.
  check(2, [
    ['A', 3, 3, true],
    ['A', 1, 0, false],
    ['A', 3, 6, false],
  ]);
});

test('a board that is pushed into shows no more than its places to push from, and names rows there', () => {
  const square = (x: number, y: number) => ({
    centre: { x, y },
    outline: [
      { x: x - 0.5, y: y - 0.5 },
      { x: x + 0.5, y: y - 0.5 },
      { x: x + 0.5, y: y + 0.5 },
      { x: x - 0.5, y: y + 0.5 },
    ],
  });
  const sites = [
    { name: 'a1', kind: 'cell' as const, neighbours: [], faces: [square(3, 2)] },
    { name: '1>', kind: 'edge' as const, neighbours: [], faces: [square(2, 2)] },
    { name: '1<', kind: 'edge' as const, neighbours: [], faces: [square(4, 2)] },
  ];
  const pushes = [
    { name: '1', from: 1, line: [0], to: 2, way: { x: 1, y: 0 } },
    { name: '1', from: 2, line: [0], to: 1, way: { x: -1, y: 0 } },
  ];
  const labels = [{ at: { x: 0.5, y: 2 }, text: '1' }];
  const check = (isFlipped: boolean, label: number) => {
    const drawn = layout({ ...STRIP, seams: [], pushes, sites, labels }, { isFlipped, scroll: 0 });
    expect([drawn.width, drawn.height, drawn.labels[0]?.at.x].map((value) => value?.toFixed(2))).toEqual([
      '3.60',
      '1.60',
      label.toFixed(2),
    ]);
  };
  check(false, 0.8);
  check(true, 2.8);
});

test('sides and arrows', () => {
  const corners = (x: number) => [0, 1].flatMap((right) => [0, 1].map((down) => ({ x: x + right, y: down })));
  expect(sharedSide(corners(0), corners(1))).toEqual({ x: 1, y: 0.5 });
  expect(sharedSide(corners(0), corners(2))).toBeNull();
  expect(arrow({ x: 0, y: 0 }, { x: 2, y: 0 }, 0.5)).toMatch(/^M0\.5 0L1\.5 0M/);
});

test('a board turned round', () => {
  const flat = { ...STRIP, seams: [] };
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
  const check = (from: number, key: string, expected: number | undefined) =>
    expect(step(points, from, WAYS[key] ?? { x: 0, y: 0 })).toBe(expected);
  check(0, 'ArrowRight', 1);
  check(1, 'ArrowRight', 3);
  check(3, 'ArrowLeft', 1);
  check(0, 'ArrowDown', 2);
  check(2, 'ArrowUp', 0);
  check(0, 'ArrowUp', undefined);
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
