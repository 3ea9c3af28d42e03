import { expect, test } from 'vitest';

import type { Geometry } from '../api/client';
import { deed, mood, type Deed, type Mood } from './guide';

test('moves are told by the places they are entered at', () => {
  const kinds = { a1: 'cell', b2: 'cell', '3>': 'edge', end: 'button' } as const;
  const sites = Object.entries(kinds).map(([name, kind]) => ({ name, kind, faces: [], neighbours: [] }));
  const geometry = { sites } as unknown as Geometry;
  const check = (clicks: { site: number; take?: number }[], expected: Deed) =>
    expect(deed(geometry, { clicks })).toEqual(expected);
  check([{ site: 0 }], { kind: 'place', at: 'a1' });
  check([{ site: 2 }], { kind: 'push', at: '3>' });
  check([{ site: 0 }, { site: 1 }], { kind: 'move', from: 'a1', to: 'b2' });
  check([{ site: 0, take: 2 }, { site: 1 }], { kind: 'take', from: 'a1', to: 'b2', count: 2 });
  check([{ site: 3 }], { kind: 'button', name: 'end' });
});

test('how things go', () => {
  const check = (before: number | null, probability: number, proven: 'win' | 'loss' | null, expected: Mood) =>
    expect(mood(before, { probability, proven })).toBe(expected);
  check(null, 0.9, null, 'even');
  check(0.5, 0.55, null, 'even');
  check(0.5, 0.7, null, 'better');
  check(0.5, 0.3, null, 'worse');
  check(0.5, 1, 'win', 'winning');
  check(0.9, 0, 'loss', 'losing');
});
