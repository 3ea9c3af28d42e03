import { expect, test } from 'vitest';

import type { Geometry, PieceKind } from '../api/client';
import { need, say } from '../messages/index.svelte';
import { deed, tellDeeds, type Deed } from './deeds';

test('moves are told by the places they are entered at', () => {
  const kinds = { a1: 'cell', b2: 'cell', '3>': 'edge', end: 'button' } as const;
  const shown: Record<string, string> = { '3>': '3→' };
  const sites = Object.entries(kinds).map(([name, kind]) => ({ name, kind, shown: shown[name] }));
  const star = { name: 'green_central_piece', shape: 'star' } as PieceKind;
  const geometry = { sites, pieces: [star] } as unknown as Geometry;
  let stacks: { site: number; pieces: number[] }[] = [];
  const check = (clicks: { site: number; take?: number }[], expected: Deed) =>
    expect(deed(geometry, { clicks }, { stacks })).toEqual(expected);
  check([{ site: 0 }], { kind: 'place', at: 'a1' });
  check([{ site: 2 }], { kind: 'push', at: '3→' });
  check([{ site: 0 }, { site: 1 }], { kind: 'move', from: 'a1', to: 'b2' });
  check([{ site: 0, take: 2 }, { site: 1 }], { kind: 'take', from: 'a1', to: 'b2', count: 2 });
  check([{ site: 3 }], { kind: 'button', name: 'end' });
  stacks = [{ site: 1, pieces: [0] }];
  check([{ site: 0 }, { site: 1 }], { kind: 'swap', from: 'a1', to: 'b2', piece: star });
});

test('deeds are told as one sentence', async () => {
  await need('later');
  const check = (deeds: Deed[], expected: string) =>
    expect(say('first-engine-did', { deeds: tellDeeds('deed-', { game: 'fibonacci' }, deeds) })).toBe(expected);
  const piece = { name: 'green_central_piece' } as PieceKind;
  check([{ kind: 'push', at: '3→' }], 'The engine pushed 3→.');
  check(
    [
      { kind: 'move', from: 'a4', to: 'e7' },
      { kind: 'move', from: 'c3', to: 'd5' },
      { kind: 'swap', from: 'd5', to: 'f6', piece },
      { kind: 'move', from: 'a1', to: 'b1' },
      { kind: 'button', name: 'end' },
    ],
    'The engine moved a4 → e7, c3 → d5, exchanged d5 with f6 (green central piece), moved a1 → b1, ' +
      'ended its turn.',
  );
});
