import { expect, test } from 'vitest';

import { beside, EMPTY, kept, lineTo, mainLine, promoted, withGame, withLine, withMove, without } from './tree';

test('what was removed is not written down', () => {
  const [first] = withLine(EMPTY, 0, ['a', 'b']);
  const [tree] = without(withLine(first, 1, ['x', 'y'])[0], 2);
  const { nodes, numbers } = kept(tree);
  expect(nodes.map(({ move }) => move)).toEqual(['', 'a', 'x', 'y']);
  expect([...numbers]).toEqual([
    [0, 0],
    [1, 1],
    [3, 2],
    [4, 3],
  ]);
});

test('the tree of moves', () => {
  const [first, at] = withLine(EMPTY, 0, ['a', 'b', 'c']);
  const [tree, other] = withLine(first, 1, ['x', 'y']);
  expect(lineTo(tree, at)).toEqual(['a', 'b', 'c']);
  expect(lineTo(tree, other)).toEqual(['a', 'x', 'y']);
  expect(withMove(tree, 1, 'b')).toEqual([tree, 2]);
  expect([beside(tree, 2, 1), beside(tree, 4, -1), beside(tree, 4, 1)]).toEqual([4, 2, 4]);
  const turned = promoted(tree, other);
  expect(mainLine(turned).map((id) => turned[id]?.move)).toEqual(['a', 'x', 'y']);
  const [cut, back] = without(tree, 2);
  expect(back).toBe(1);
  expect(mainLine(cut).map((id) => cut[id]?.move)).toEqual(['a', 'x', 'y']);
});

test('a game goes on beside what is tried out', () => {
  const [begun, played] = withGame(EMPTY, 0, ['a', 'b']);
  const [tried, leaf] = withLine(begun, played, ['x', 'y']);
  const [grown, now] = withGame(tried, played, ['a', 'b', 'c']);
  expect(mainLine(grown).map((id) => grown[id]?.move)).toEqual(['a', 'b', 'c']);
  expect(lineTo(grown, leaf)).toEqual(['a', 'b', 'x', 'y']);
  expect(grown[played]?.children).toEqual([now, leaf - 1]);
  // What is played as it was tried out is the same move.
  expect(withGame(tried, played, ['a', 'b', 'x'])[1]).toBe(leaf - 1);
  const [back, earlier] = withGame(grown, now, ['a']);
  expect(lineTo(back, earlier)).toEqual(['a']);
  expect(back[earlier]?.children).toEqual([]);
});
