// French is set as in print: no mark is torn from its word at the end of a line.
import { expect, test } from 'vitest';

import { first } from './first/fr';
import { fr } from './fr';
import { PHRASES } from './phrases';
import { rules } from './rules/fr';

/** Everything that is said below a value; functions are asked with a few numbers, which stand for names as well. */
function said(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [0, 1, 7].flatMap((count) => said(value(count, count, count)));
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(said);
  return [];
}

const EVERYTHING = [fr, rules, first, PHRASES.map(([, french]) => french)].flatMap(said);

test('every mark has the space that belongs to it', () => {
  const check = (pattern: RegExp) => expect(EVERYTHING.filter((sentence) => pattern.test(sentence))).toEqual([]);
  expect(EVERYTHING.length).toBeGreaterThan(500);
  check(/[^\u202f][;!?]/u);
  // Moves are written with colons of their own: c4:3-d3.
  check(/[^\u00a0]:(?!\d)/u);
  check(/«[^\u00a0]/u);
  check(/[^\u00a0]»/u);
  check(/'/u);
});
