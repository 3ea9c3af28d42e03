import { expect, test } from 'vitest';

import { above, onBand, upFrom, type Space } from './solid';

const strip = { width: 10, top: 1, bottom: 5 };

function same(one: Space, other: Space): void {
  for (const axis of ['x', 'y', 'z'] as const) expect(one[axis]).toBeCloseTo(other[axis]);
}

test('what leaves the strip at the top comes back at the bottom, mirrored', () => {
  const check = (x: number) => same(onBand({ x, y: 1 }, strip), onBand({ x: 10 - x, y: 5 }, strip));
  [0, 2.5, 5, 10].forEach(check);
});

test('who goes round once stands upside down', () => {
  const [begun, ended] = [upFrom({ x: 5, y: 1 }, strip), upFrom({ x: 5, y: 5 }, strip)];
  same(begun, { x: -ended.x, y: -ended.y, z: -ended.z });
  same(above({ x: 5, y: 1 }, 0.25, strip), above({ x: 5, y: 5 }, -0.25, strip));
});

test('up is at a right angle to the band', () => {
  const check = (x: number, y: number) => {
    const up = upFrom({ x, y }, strip);
    expect(Math.hypot(up.x, up.y, up.z)).toBeCloseTo(1);
    const [here, there] = [onBand({ x, y }, strip), onBand({ x: x + 0.01, y }, strip)];
    const across = { x: there.x - here.x, y: there.y - here.y, z: there.z - here.z };
    expect(up.x * across.x + up.y * across.y + up.z * across.z).toBeCloseTo(0);
  };
  check(5, 1);
  check(3, 2.5);
  check(8, 4);
});
