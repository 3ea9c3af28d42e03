// A position of each game in which one sees what it is about, for its picture.
export const SAMPLES: Record<string, { game: string; start: string }> = {
  mobius: {
    game: 'mobius',
    start: '4r7/1r5b2r1/2r9/3b7r/2b6rr1/4b2rr1b1/3r1rr2b1b/3brb1bb3/2rrb1b2b2/rr1b1b4b1/2b6r2/7r4/8b3 r',
  },
  move: { game: 'move', start: 'oogng/nknon/oggog/ngogg/nnnon o o bv' },
  fibonacci: {
    game: 'fibonacci classic',
    start: 'c1aa1a/7/8/1A6D/2A3DDD1/3A1a1D3/1ddA1a1D2/d4a3/3d4/3d1A1/A2d1C r 5 2+',
  },
  mixtour: {
    game: 'mixtour 20/2',
    start: 'rr,,,,/r,,rrw,rw,rr/,,wr,,rw/,rrrw,,,/,www,,wrww,w r 1:0 20/2 -',
  },
};
