import { expect, test } from 'vitest';

import { BARE } from './fake';
import { walk, WAYS } from './keys';
import { layout } from './layout';
import type { Geometry } from '../api/client';

/** A strip of three rows of three cells, each row set off from the one before; row 0 lies on the seam. */
const sites: Geometry['sites'] = [0, 1, 2].flatMap((row) =>
  ['a', 'b', 'c'].map((letter, column) => {
    const centre = { x: 1 + column + (row % 2 === 1 ? 0.5 : 0), y: 1 + row };
    const mirrored = { x: 4.5 - centre.x, y: 4 };
    const faces = [centre, ...(row === 0 ? [mirrored] : [])].map((each) => ({ centre: each, outline: [each] }));
    return { name: `${letter}${row}`, kind: 'cell' as const, neighbours: [], faces };
  }),
);
const STRIP: Geometry = {
  ...BARE,
  width: 4.5,
  height: 5,
  sites,
  seams: [
    {
      edge: [
        { x: 0, y: 1 },
        { x: 4.5, y: 1 },
      ],
      glued_to: [
        { x: 4.5, y: 4 },
        { x: 0, y: 4 },
      ],
    },
  ],
};

test('arrow keys go straight, and across the seam', () => {
  const drawn = layout(STRIP, { isFlipped: false, scroll: 0 });
  const check = (start: string, key: string, expected: string[]) => {
    const walker: Parameters<typeof walk>[0] = { focused: sites.findIndex(({ name }) => name === start), lane: null };
    const seen = expected.map(() => {
      walker.focused = walk(walker, drawn, WAYS[key] ?? { x: 0, y: 0 }) ?? -1;
      return sites[walker.focused]?.name;
    });
    expect(seen).toEqual(expected);
  };
  // Once round the strip is mirrored: column a comes back as column c.
  check('a0', 'ArrowDown', ['a1', 'a2', 'c0', 'c1', 'c2', 'a0', 'a1']);
  check('a2', 'ArrowUp', ['a1', 'a0', 'c2', 'c1', 'c0', 'a2']);
  check('b2', 'ArrowUp', ['b1', 'b0', 'b2']);
  check('a1', 'ArrowRight', ['b1', 'c1']);
});
