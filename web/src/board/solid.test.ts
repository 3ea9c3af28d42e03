import type { Vector3 } from 'three';
import { expect, test } from 'vitest';

import { above, onBand, upFrom } from './solid';

const strip = { width: 10, top: 1, bottom: 5 };

function same(one: Vector3, other: Vector3): void {
  for (const axis of ['x', 'y', 'z'] as const) expect(one[axis]).toBeCloseTo(other[axis]);
}

test('what leaves the strip at the top comes back at the bottom, mirrored', () => {
  const check = (x: number) => same(onBand({ x, y: 1 }, strip), onBand({ x: 10 - x, y: 5 }, strip));
  [0, 2.5, 5, 10].forEach(check);
});

test('who goes round once stands upside down', () => {
  const [begun, ended] = [upFrom({ x: 5, y: 1 }, strip), upFrom({ x: 5, y: 5 }, strip)];
  same(begun, ended.clone().negate());
  same(above({ x: 5, y: 1 }, 0.25, strip), above({ x: 5, y: 5 }, -0.25, strip));
});

test('up is at a right angle to the band', () => {
  const check = (x: number, y: number) => {
    const up = upFrom({ x, y }, strip);
    expect(up.length()).toBeCloseTo(1);
    const across = onBand({ x: x + 0.01, y }, strip).sub(onBand({ x, y }, strip));
    expect(up.dot(across)).toBeCloseTo(0);
  };
  check(5, 1);
  check(3, 2.5);
  check(8, 4);
});
