// The figures of the rules: a position each, and what answers it. What is said about them is in `messages/rules`.

/** What a figure asks for. */
export type Goal =
  /** To win, within the turn. */
  | { kind: 'win' }
  /** A certain move, or one of several. */
  | { kind: 'move'; pattern: RegExp }
  /** To try the one move that is forbidden. */
  | { kind: 'forbidden' };

export interface Figure {
  /** The game and its variant. */
  game: string;
  /** The position, if not the game's own. */
  start: string | null;
  goal: Goal;
  /** What is played when somebody asks to be shown. */
  solution: readonly string[];
}

const win = { kind: 'win' } as const;
const move = (pattern: RegExp) => ({ kind: 'move', pattern }) as const;

export const FIGURES = {
  // The half cells of row 0.
  mobiusHalves: { game: 'mobius', start: null, goal: move(/^[a-l]0$/), solution: ['e0'] },
  // Figures 1, 2 and 3 of Mark Steere's sheet, a stone short; then one of ours.
  mobiusBars: {
    game: 'mobius',
    start: '12/12/rrr9/2r9/3rrr6/6rr4/5r2rrrr/3rr7/3r8/rrr9/12/12/12 r',
    goal: win,
    solution: ['f5'],
  },
  mobiusSeam: {
    game: 'mobius',
    start: '12/3r8/3r8/rrr9/3r8/3r8/3r5rrr/3r4r3/4r3r3/3r4r3/rrrr4r3/8r3/8r3 r',
    goal: win,
    solution: ['e0'],
  },
  mobiusLoop: {
    game: 'mobius',
    start: '7r4/7r4/8r3/rr5r4/2r4rr3/2r4r4/2r4r4/2rr3r4/2r3rr4/rr2rr6/4r7/3r5r2/4r7 r',
    goal: win,
    solution: ['e8'],
  },
  mobiusConducts: {
    game: 'mobius',
    start: '12/12/12/rr10/2r9/2r9/2r9/1r10/rr10/4rrr1rrrr/3rr7/rrr9/12 r',
    goal: win,
    solution: ['h9'],
  },
  movePlacing: { game: 'move', start: null, goal: move(/^[a-e][1-5]$/), solution: ['b4'] },
  movePushing: { game: 'move', start: 'ogngo/gonog/nnnnn/ogngo/gonog k o -', goal: move(/[<>^v]$/), solution: ['4>'] },
  moveInverse: {
    game: 'move',
    start: 'ooono/ngngg/nnggn/ngngk/ongoo o g 3>',
    goal: { kind: 'forbidden' },
    solution: [],
  },
  moveLine: { game: 'move', start: 'ooono/ngngg/nnggn/ngngk/ongoo o o -', goal: win, solution: ['dv'] },
  moveJoker: { game: 'move', start: 'ognnn/ggooo/gnoog/gknno/ongng n o -', goal: win, solution: ['e^'] },
  moveBoth: { game: 'move', start: 'ngogk/nongn/noogn/nogoo/nongg g o -', goal: win, solution: ['5<'] },
  fibonacciStep: {
    game: 'fibonacci classic',
    start: 'caaaaa/1a4D/7D/8D/2d6D/3d1D5/1ddd6/d7D/8/5A1/AAAAAC r 1 1',
    goal: move(/^f6-/),
    solution: ['f6-g7'],
  },
  fibonacciGroup: {
    game: 'fibonacci classic',
    start: null,
    goal: move(/^a1-(b7|c6|c7)$/),
    solution: ['a1-c6'],
  },
  fibonacciSwap: {
    game: 'fibonacci classic',
    start: 'aa2aa/1a4a/4c2D/5D2D/2d3D2D/3d3D3/1ddd3A2/d8/4A3/3AA2/1AA2C r 5 5',
    goal: move(/^h8-e8$/),
    solution: ['h8-e8'],
  },
  fibonacciRing: {
    game: 'fibonacci classic',
    start: '2dd2/2d2c1/2d2D2/1d1A1D3/1a2AD4/1a3AA4/1a2AA2D1/3d3D1/7D/3a3/2aCa1 r 7 3',
    goal: win,
    solution: ['g7-j10', 'f6-g7', 'h6-f5'],
  },
  fibonacciCards: {
    game: 'fibonacci cards',
    start: '6/7/3cA2D/4A3D/2d2AA2D/3dA6/1dddAaaD2/d4a1D1/2Da4/1aa4/5C r 9 2 211222,222111',
    goal: win,
    solution: ['e5-g6', 'f5-h6'],
  },
  mixtourEnter: { game: 'mixtour 25/5', start: null, goal: move(/^[a-e][1-5]$/), solution: ['c3'] },
  // Both examples of Dieter Stein's sheet.
  mixtourDistance: {
    game: 'mixtour 25/5',
    start: ',,,,/,wrw,,,r/,,r,,/,,,w,/,,,,wr w 0:0 25/5 -',
    goal: move(/^e4-b4$/),
    solution: ['e4-b4'],
  },
  mixtourNeighbours: {
    game: 'mixtour 25/5',
    start: ',,,,/,,,,/wr,,r,,/,w,,,/rw,,wrw,, w 0:0 25/5 -',
    goal: move(/-b2$/),
    solution: ['c1:3-b2'],
  },
  mixtourSplit: {
    game: 'mixtour 25/5',
    start: ',,,,/,,,,/,,,w,/,,wrwr,,/,,,, w 0:0 25/5 -',
    goal: move(/^c2:2-d3$/),
    solution: ['c2:2-d3'],
  },
  mixtourTower: {
    game: 'mixtour 20/1',
    start: ',,,,/,rwr,,,rw/,,,,/,,,,/,w,,,wr w 0:0 20/1 -',
    goal: win,
    solution: ['e4:2-b4'],
  },
  mixtourUndo: {
    game: 'mixtour 25/5',
    start: ',,,,/,,,,/,,r,,/,,,,/w,wr,,, w 0:0 25/5 a1-b1',
    goal: move(/^b1:2-a1$/),
    solution: ['b1:2-a1'],
  },
} satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;
