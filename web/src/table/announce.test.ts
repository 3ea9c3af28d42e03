import { beforeEach, expect, test } from 'vitest';

import type { MoveMade, Snapshot, Turn } from '../api/client';
import { ROW, scene } from '../board/fake';
import { speak } from '../messages/index.svelte';
import { announced } from './announce';

beforeEach(() => speak('en'));

const made = (text: string): MoveMade[] =>
  text.split(' ').map((word) => {
    const [by, move = ''] = word.split('/');
    return { by: by === 'w' ? 'first' : 'second', move, ends_turn: true };
  });

/** A table after these moves, where somebody has so many steps left. */
function after(moves: string, turn: Turn, steps: number | null): Pick<Snapshot, 'geometry' | 'moves' | 'view'> {
  const left = { name: 'steps_left', held: { kind: 'steps_left' as const, count: steps ?? 0 }, owner: null };
  const view = { turn, scene: { ...scene(), holdings: steps === null ? [] : [left] } } as unknown as Snapshot['view'];
  return { geometry: ROW, moves: made(moves), view };
}

/** It is not one's own move. */
const nobody = () => false;

test('a turn and the card after it are both heard', () => {
  const card = [...made('w/a-b r/b-c r/c-a'), { by: 'chance' as const, move: 'a', ends_turn: false }];
  const table = { ...after('w/a-b', 'first', 3), moves: card };
  expect(announced(table, ['second', 'chance'], nobody)).toBe('Red: b to c, c to a. A. White: 3 steps left');
});

test('a turn of several steps is one sentence, then whose turn it is and how many steps', async () => {
  const turn = after('w/a-b r/b-c r/c-a', 'first', 3);
  expect(announced(turn, ['second'], nobody)).toBe('Red: b to c, c to a. White: 3 steps left');
  await speak('fr');
  expect(announced(turn, ['second'], nobody)).toBe('Rouge\u00a0: de b à c, de c à a. Blanc\u00a0: 3 coups restants');
});

test('nothing is said while somebody else is at it; one hears one’s own steps', () => {
  const during = after('w/a-b r/b-c r/c-a', 'second', 1);
  expect(announced(during, ['second'], nobody)).toBe('');
  expect(announced(during, ['second'], () => true)).toBe('Red: c to a. Red: 1 step left');
});

test('a push is named', () =>
  expect(announced(after('w/>', 'second', null), ['first'], nobody)).toBe(
    'White: push row 1 to the right. Red to move',
  ));
