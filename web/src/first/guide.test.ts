import { expect, test } from 'vitest';

import { mood, type Mood } from './guide';

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
