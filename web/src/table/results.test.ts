import { beforeEach, expect, test } from 'vitest';

import type { Snapshot } from '../api/client';
import { ROW, scene } from '../board/fake';
import { speak } from '../messages/index.svelte';
import { endingWords } from './results';

beforeEach(() => speak('en'));

test('a game without a result says who ended it, if an administrator did', async () => {
  const view = { turn: 'first', scene: scene() } as unknown as Snapshot['view'];
  const ended = { ending: { reason: 'abandoned' as const, result: null }, view, geometry: ROW, moves: [] };
  const decided = { ...ended, decision: { by: 'root', reason: 'nobody may play here' } };
  expect(endingWords({ ...ended, decision: null })).toBe('Nobody has won, and it counts for nobody.');
  expect(endingWords(decided)).toBe('An administrator ended the game: nobody may play here');
  await speak('fr');
  expect(endingWords(decided)).toBe('Un administrateur a mis fin à la partie\u00a0: nobody may play here');
});
