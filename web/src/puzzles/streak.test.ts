import { expect, test } from 'vitest';

import { extended, lengthOn, type Streak } from './streak';

test('a streak grows by a day at a time', () => {
  const check = (streak: Streak, day: number, expected: Streak) => expect(extended(streak, day)).toEqual(expected);
  check({ day: 0, length: 0, best: 0 }, 100, { day: 100, length: 1, best: 1 });
  check({ day: 100, length: 1, best: 1 }, 100, { day: 100, length: 1, best: 1 });
  check({ day: 100, length: 1, best: 4 }, 101, { day: 101, length: 2, best: 4 });
  check({ day: 100, length: 4, best: 4 }, 101, { day: 101, length: 5, best: 5 });
  check({ day: 100, length: 4, best: 4 }, 102, { day: 102, length: 1, best: 4 });
});

test('a streak is lost when a day goes by', () => {
  const check = (day: number, expected: number) =>
    expect(lengthOn({ day: 100, length: 3, best: 3 }, day)).toBe(expected);
  check(100, 3);
  check(101, 3);
  check(102, 0);
});
