// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

import { added, newNumber, remember, rememberTakeback, takebacksBefore } from './number';

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

test('takebacks are remembered where something was added, each once', () => {
  rememberTakeback('a', 9, 1);
  expect(added('a')).toBeUndefined();
  remember('a', { number: 'n', seal: 's' });
  const before = () => [0, 1, 2, 3].map((card) => takebacksBefore(added('a') ?? { number: '', seal: '' }, card));
  expect(before()).toEqual([0, 0, 0, 0]);
  // Two windows see the same.
  for (const version of [9, 9]) rememberTakeback('a', version, 2);
  expect(before()).toEqual([0, 0, 1, 1]);
  rememberTakeback('a', 20, 3);
  expect(before()).toEqual([0, 0, 1, 2]);
  rememberTakeback('a', 100, 1);
  expect(before()).toEqual([0, 3, 3, 3]);
  expect(added('a')).toMatchObject({ number: 'n', seal: 's' });
});
