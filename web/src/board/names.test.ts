import { beforeEach, expect, test } from 'vitest';

import type { Geometry } from '../api/client';
import { speak } from '../messages/index.svelte';
import { ROW, scene } from './fake';
import { lineName, moveName, moveWords, siteName } from './names';

/** The row with a button and a card beside it. */
const GEOMETRY: Geometry = {
  ...ROW,
  game: 'mixtour',
  sites: [
    ...ROW.sites.map((site) => ({ ...site, shown: site.kind === 'edge' ? `1${site.name === '>' ? '→' : '←'}` : null })),
    { name: 'pass', kind: 'button', faces: [], neighbours: [] },
    { name: 'card3', shown: '3', kind: 'card', faces: [], neighbours: [] },
  ],
};

beforeEach(() => speak('en'));

test('a move is read with arrows, never as it is written', async () => {
  const check = (move: string, expected: string) => expect(moveName(GEOMETRY, move)).toBe(expected);
  check('>', '1→');
  check('a-c', 'a→c');
  check('a:2-c', 'a→c\u00a0(2)');
  check('a', 'a');
  check('card3', '3');
  check('pass', 'pass');
  // What is no move of this board is left alone.
  check('a-z', 'a-z');
  expect(lineName(GEOMETRY, ['a-c', '<'])).toBe('a→c 1←');
  await speak('fr');
  check('pass', 'passe');
});

test('a move in words', async () => {
  const check = (move: string, expected: string) => expect(moveWords(GEOMETRY, move)).toBe(expected);
  check('>', 'push row 1 to the right');
  check('a-c', 'a to c');
  check('a:2-c', '2 pieces from a to c');
  check('a:1-c', '1 piece from a to c');
  check('card3', 'card 3');
  await speak('fr');
  check('<', 'pousser la rangée 1 vers la gauche');
  check('a-c', 'de a à c');
});

test('a place is called by what stands there and can be done there', async () => {
  const stands = scene([0, 0], [1, 0, 1, 1]);
  const check = (site: number, expected: string) => expect(siteName(GEOMETRY, stands, site)).toBe(expected);
  check(0, 'a, white piece');
  check(1, 'b, stack of 3, from top to bottom: red, red, white');
  check(2, 'c, empty');
  check(3, 'Push row 1 to the right');
  await speak('fr');
  check(1, 'b, pile de 3, de haut en bas\u00a0: rouge, rouge, blanc');
  check(3, 'Pousser la rangée 1 vers la droite');
});

test('a cell says which bars it touches, if only by half a side', async () => {
  // A bar has a corner wherever a cell beside it ends.
  const beside = (top: number, bottom: number) => [
    [
      { x: 1, y: top },
      { x: 1.5, y: top },
      { x: 1.5, y: Math.min(1.5, bottom) },
      { x: 1.5, y: bottom },
      { x: 1, y: bottom },
    ],
  ];
  // A cell's corners in their order, from its left above.
  const outline = [
    { x: 1.5, y: 0.5 },
    { x: 2.5, y: 0.5 },
    { x: 2.5, y: 1.5 },
    { x: 1.5, y: 1.5 },
  ];
  const board: Geometry = {
    ...ROW,
    game: 'mobius',
    players: ['red', 'blue'],
    sites: [{ name: 'a', kind: 'cell', faces: [{ centre: { x: 2, y: 1 }, outline }], neighbours: [] }],
    bars: [
      { name: 'red 1', player: 'first', outlines: beside(0, 1) },
      { name: 'blue 1', player: 'second', outlines: beside(1, 3) },
      { name: 'blue 2', player: 'second', outlines: beside(4, 5) },
    ],
  };
  expect(siteName(board, scene(), 0)).toBe('a, empty, beside a red bar and a blue bar');
  expect(siteName({ ...board, sites: [...board.sites], bars: board.bars.slice(2) }, scene(), 0)).toBe('a, empty');
  await speak('fr');
  expect(siteName(board, scene(), 0)).toBe('a, vide, touche une barre rouge et une barre bleue');
});
