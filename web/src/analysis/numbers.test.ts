import { expect, test } from 'vitest';

import { EMPTY, withLine } from '../line/tree';
import { numbered } from './numbers';

const GEOMETRY: Parameters<typeof numbered>[2] = { players: ['red', 'blue'] };
type Movers = Parameters<typeof numbered>[1];

test('turns of several steps are counted in variations too', () => {
  // Nodes 1 to 4 are the main line, 5 and 6 a variation that begins within a turn.
  const [main] = withLine(EMPTY, 0, ['a', 'b', 'c', 'd']);
  const [tree] = withLine(main, 2, ['x', 'y']);
  const movers: Movers = new Map([
    [1, 'first'],
    [2, 'second'],
    [3, 'second'],
    [4, 'first'],
    [5, 'second'],
    [6, 'first'],
  ]);
  const turn = (id: number) => {
    const found = numbered(tree, movers, GEOMETRY).get(id);
    return [found?.number, found?.colour, found?.isFirst];
  };
  expect([1, 2, 3, 4, 5, 6].map(turn)).toEqual([
    [1, 'red', true],
    [2, 'blue', true],
    [2, 'blue', false],
    [3, 'red', true],
    [2, 'blue', false],
    [3, 'red', true],
  ]);
});

test('a card begins the turn of whoever plays it, also while nobody has', () => {
  const [tree] = withLine(EMPTY, 0, ['#2', 'a', '#1']);
  const movers: Movers = new Map([
    [1, 'chance'],
    [2, 'second'],
    [3, 'chance'],
  ]);
  expect([...numbered(tree, movers, GEOMETRY).values()]).toEqual([
    { number: 1, colour: 'blue', isFirst: true },
    { number: 1, colour: 'blue', isFirst: false },
    { number: 2, colour: 'red', isFirst: true },
  ]);
});

test('what follows an unknown move has no number', () => {
  const [tree] = withLine(EMPTY, 0, ['a', 'b']);
  expect(numbered(tree, new Map([[2, 'first']]), GEOMETRY).size).toBe(0);
});
