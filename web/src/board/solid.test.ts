import { expect, test } from 'vitest';

import { brightness, onBand, seen } from './solid';

test('what leaves the strip at the top comes back at the bottom, mirrored', () => {
  const check = (x: number) => {
    const [above, below] = [onBand({ x, y: 1 }, 10, 1, 5), onBand({ x: 10 - x, y: 5 }, 10, 1, 5)];
    for (const axis of ['x', 'y', 'z'] as const) expect(above[axis]).toBeCloseTo(below[axis]);
  };
  [0, 2.5, 5, 10].forEach(check);
});

test('what is nearer is larger', () => {
  const look = { turn: 0, tip: 0 };
  const [near, far] = [seen({ x: 1, y: 0, z: 1 }, look), seen({ x: 1, y: 0, z: -1 }, look)];
  expect(near.x).toBeGreaterThan(far.x);
  expect(seen({ x: 1, y: 0, z: 0 }, { turn: Math.PI / 2, tip: 0 }).x).toBeCloseTo(0);
});

test('what faces the eye is bright', () => {
  const [origin, right, up, away] = [
    { x: 0, y: 0, z: 0 },
    { x: 1, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
    { x: 0, y: 0, z: 1 },
  ];
  expect(brightness([origin, right, up])).toBeCloseTo(1);
  expect(brightness([origin, right, away])).toBeCloseTo(0);
});
