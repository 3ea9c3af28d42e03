import { expect, test } from 'vitest';

import type { Outlook } from '../local/outlook';
import { groupsOf, highestStack, mood, prospect, turnsMade, turnStart, type Mood, type Prospect } from './guide';

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

test('what lies ahead', () => {
  const check = (known: Partial<Outlook>, expected: Prospect) =>
    expect(prospect({ win: [], looked_at: 20, lost: 0, is_all: true, threat: null, ...known })).toBe(expected);
  check({}, 'calm');
  check({ looked_at: 0 }, 'calm');
  check({ lost: 2 }, 'calm');
  check({ lost: 3 }, 'risk');
  check({ lost: 10 }, 'risk');
  check({ lost: 11 }, 'threat');
  check({ lost: 20 }, 'doomed');
  check({ lost: 20, win: ['c3'] }, 'win');
  // Of what was not looked at nothing is said.
  check({ lost: 20, is_all: false }, 'threat');
  check({ lost: 5, is_all: false }, 'calm');
});

test('turns are counted by where they begin', () => {
  const sites = [
    { name: 'a1', kind: 'cell' as const, faces: [], neighbours: [] },
    { name: '1>', kind: 'edge' as const, faces: [], neighbours: [] },
  ];
  const moves = (text: string) =>
    text.split(' ').map((word) => ({
      by: word.startsWith('-') ? ('second' as const) : ('first' as const),
      move: word.replace('-', ''),
    }));
  const check = (text: string, start: number, expected: Record<string, number>) => {
    const made = text ? moves(text) : [];
    expect(turnStart(made, 'first')).toBe(start);
    expect(turnsMade({ sites }, made, 'first')).toEqual(expected);
  };
  check('', 0, {});
  check('a1 -b1', 2, { cell: 1 });
  check('a1 -b1 1> -2>', 4, { cell: 1, edge: 1 });
  // Steps are one turn, and the one that goes on is none yet.
  check('a1 -b1 -b2 a2/b2 a3/b3', 3, { cell: 1 });
  check('a1 -b1 -b2 a2/b2 a3/b3 end -b3', 7, { cell: 2 });
});

test('stacks and groups', () => {
  const square = (x: number) => [0, 1, 2, 3].map((corner) => ({ x: x + (corner % 3 ? 1 : 0), y: corner < 2 ? 0 : 1 }));
  const cell = (x: number) => [{ centre: { x: x + 0.5, y: 0.5 }, outline: square(x) }];
  const geometry = {
    // Each of the cells touches the bar on its side.
    bars: [
      { name: 'west', player: 'first' as const, outlines: [square(-1)] },
      { name: 'east', player: 'first' as const, outlines: [square(2)] },
      { name: 'far', player: 'second' as const, outlines: [square(9)] },
    ],
    players: ['white' as const, 'red' as const],
    sites: [
      { name: 'a1', kind: 'cell' as const, faces: cell(0), neighbours: [] },
      { name: 'b1', kind: 'cell' as const, faces: cell(1), neighbours: [] },
    ],
    pieces: [
      { name: 'white_piece', colour: 'white' as const, shape: 'counter' as const, mark: 'dot' as const, letter: 'w' },
      { name: 'red_piece', colour: 'red' as const, shape: 'counter' as const, mark: 'ring' as const, letter: 'r' },
    ],
  };
  const single = { site: 0, pieces: [0] };
  expect(highestStack(geometry, { stacks: [single, { site: 1, pieces: [0, 1] }] })).toBeNull();
  const stacks = [single, { site: 1, pieces: [0, 0, 1] }];
  expect(highestStack(geometry, { stacks })).toEqual({ at: 'b1', height: 3, colour: 'red' });
  const scene = { stacks: [0, 1, 2, 3].map((site) => ({ site, pieces: [site === 3 ? 1 : 0] })) };
  const check = (groups: number[][], player: 'first' | 'second', count: number, largest: number, bars: number) =>
    expect(groupsOf(geometry, { groups, scene }, player)).toEqual({ groups: count, largest, bars });
  check([[0, 2], [1], [3]], 'first', 2, 2, 1);
  check([[0, 1], [2]], 'first', 2, 2, 2);
  check([[0, 2], [1]], 'second', 0, 0, 0);
});
