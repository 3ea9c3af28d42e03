import { expect, test } from 'vitest';

import type { Outcome } from '../api/client';
import { readRecord, RecordProblem, writeRecord } from './record';
import { beside, EMPTY, lineTo, mainLine, promoted, withGame, without, withLine, withMove } from './tree';

test('records are read with comments and variations', () => {
  const record = readRecord(
    '[Game "mixtour"]\n[Variant "20/1"]\n[First "A \\"B\\""]\n[Result "*"]\n\n' +
      '{All of it} 1. c3 c4!? {Near} (1... b2 2. b3) ; the rest\n 2. c3-c4 $1 d4 -- (3. e1) *\n\n[Game "move"]\n\nb4 *',
  );
  expect([record.game, record.variant, record.start, record.tags.First]).toEqual(['mixtour', '20/1', null, 'A "B"']);
  const { tree } = record;
  expect(mainLine(tree).map((id) => tree[id]?.move)).toEqual(['c3', 'c4', 'c3-c4', 'd4', 'e1']);
  expect(tree[0]?.comment).toBe('All of it');
  expect(tree[2]?.comment).toBe('Near the rest');
  const other = tree.findIndex((node) => node.move === 'b3');
  expect(lineTo(tree, other)).toEqual(['c3', 'b2', 'b3']);
});

test('what is written reads back', () => {
  const check = (text: string, outcome: Outcome | null) => expect(writeRecord(readRecord(text), outcome)).toBe(text);
  check('[Game "move"]\n[Result "*"]\n\nb4 a1 {a word} (a2 b5 (b1)) b5 *\n', null);
  check('[Game "mobius"]\n[First "Anna"]\n[Result "1-0"]\n\ne0 1-0\n', 'first');
  check('[Game "mobius"]\n[Result "0-1"]\n[Termination "resignation"]\n\ne0 0-1\n', null);
});

test('brackets that do not match are an error', () => {
  const check = (text: string) => expect(() => readRecord(text)).toThrow(RecordProblem);
  check('e0 (f0');
  check('e0 f0)');
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
