// A small board for tests: three cells in a row, with places to push from at both ends.
import type { Geometry, LegalMove, Scene } from '../api/client';

/** A cell's square, drawn around its middle. */
const square = (x: number, y = 1) => [
  { centre: { x, y }, outline: [-0.5, 0.5].flatMap((by) => [-0.5, 0.5].map((to) => ({ x: x + by, y: y + to }))) },
];
/** A board with nothing on it. */
export const BARE: Omit<Geometry, 'width' | 'height' | 'sites'> = {
  game: 'row',
  lines: [],
  bars: [],
  labels: [],
  pieces: [],
  players: ['red', 'blue'],
  seams: [],
  pushes: [],
  features: [],
};

export const ROW: Geometry = {
  ...BARE,
  width: 6,
  height: 2,
  sites: [
    { name: 'a', kind: 'cell', faces: square(2), neighbours: [1, 3] },
    { name: 'b', kind: 'cell', faces: square(3), neighbours: [0, 2] },
    { name: 'c', kind: 'cell', faces: square(4), neighbours: [1, 4] },
    { name: '>', kind: 'edge', faces: square(1), neighbours: [0] },
    { name: '<', kind: 'edge', faces: square(5), neighbours: [2] },
  ],
  pieces: [
    { name: 'white_piece', shape: 'counter', colour: 'white', mark: 'dot', letter: 'w', owner: 'first' },
    { name: 'red_piece', shape: 'counter', colour: 'red', mark: 'ring', letter: 'r', owner: 'second' },
  ],
  players: ['white', 'red'],
  pushes: [
    { name: '1', from: 3, line: [0, 1, 2], to: 4, way: { x: 1, y: 0 } },
    { name: '1', from: 4, line: [2, 1, 0], to: 3, way: { x: -1, y: 0 } },
  ],
  features: ['stacks', 'reach'],
};

/** What stands where: sites with their pieces. */
export const scene = (...stacks: [number, ...number[]][]): Scene => ({
  stacks: stacks.map(([site, ...pieces]) => ({ site, pieces })),
  holdings: [],
  winning: [],
});

/** A move and how it is entered: sites, with how many pieces are taken. */
export const move = (text: string, ...clicks: [number, number?][]): LegalMove => ({
  move: text,
  clicks: clicks.map(([site, take]) => ({ site, take: take ?? null })),
});
