// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import { added, newNumber, remember } from './number';

beforeEach(() => localStorage.clear());

test('a number is one that tables take, and never the same', () => {
  expect(newNumber()).toMatch(/^[0-9a-f]{64}$/);
  expect(newNumber()).not.toBe(newNumber());
});

test('what was added is remembered, for the last tables', () => {
  expect(added('a')).toBeUndefined();
  for (let table = 0; table < 201; table += 1) remember(`t${table}`, { number: `${table}`, seal: 's' });
  expect(added('t0')).toBeUndefined();
  expect(added('t200')).toEqual({ number: '200', seal: 's' });
  localStorage.setItem('halte-numbers', '{"a": 1}');
  expect(added('a')).toBeUndefined();
});
