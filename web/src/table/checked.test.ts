// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { Snapshot } from '../api/client';
import { MODULE } from '../local/module';
import { need } from '../messages/index.svelte';
import { check, findings, type CheckedCards } from './checked';

/** What comes of checking a record by which a card was taken back once, and the same where somebody has forged it. */
const CHECKED: CheckedCards = {
  procedure: 2,
  seals: [{ seal: 'seal', secret: 'secret', holds: true }],
  numbers: [
    { number: 'one', is_engines: false, holds: true },
    { number: 'two', is_engines: true, holds: true },
  ],
  lot: { exchanged: true, holds: true },
  cards: [0, 0, 1].map((takebacks, at) => ({
    ply: 3 * at,
    player: at === 1 ? 'second' : 'first',
    card: '#1',
    decided: '#1',
    secret: 0,
    takebacks,
    holds: true,
  })),
  holds: true,
  is_seen: true,
};
const SNAPSHOT: Snapshot = JSON.parse(
  JSON.stringify({
    terms: { game: 'fibonacci cards', by_lot: true },
    seats: [
      { kind: 'guest', id: 'guest:a' },
      { kind: 'engine', level: 1 },
    ],
    yours: ['first'],
    cards: { hash: 'seal', secret: 'secret' },
    moves: [
      { by: 'chance', move: '#1' },
      { by: 'first', move: 'a1-a2' },
    ],
  }),
);
const MINE = { number: 'one', seal: 'seal', takebacks: { 9: 2 } };
const TABLE = '23456789abcd';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a record is checked against what was seen', async () => {
  await need('later');
  const found = (changes: Partial<CheckedCards>, mine: typeof MINE | undefined = MINE) =>
    findings({ ...CHECKED, ...changes }, TABLE, SNAPSHOT, ['Ada', 'Halte'], mine).filter(({ holds }) => holds !== true);
  const wrong = (changes: Partial<CheckedCards>) => found(changes).map(({ holds, words }) => `${holds}: ${words}`);
  expect(wrong({})).toEqual([]);
  const other = 'false: The record is of another game than the one that was played at this table.';
  expect(wrong({ is_seen: false })).toEqual([other]);
  const [seal] = CHECKED.seals;
  if (!seal) throw new Error('there is a seal');
  // An end that nobody undid, and with it a secret that nobody saw sealed.
  expect(wrong({ seals: [seal, { ...seal, seal: 'invented' }] })).toEqual([other]);
  expect(wrong({ seals: [{ ...seal, seal: 'invented' }] })).toEqual([
    other,
    'false: This browser saw another seal before it added its number.',
  ]);
  // A record of a time in which players added nothing.
  expect(wrong({ procedure: 1, lot: null, cards: [] })).toEqual([
    'false: This browser added a number, but the record says that the players had no part in it.',
  ]);
  expect(wrong({ lot: null })).toEqual(['false: A lot was to decide about the seats, but the record has none.']);
  const [first, second] = CHECKED.numbers;
  if (!first || !second) throw new Error('there are numbers');
  expect(wrong({ numbers: [{ ...first, number: 'other' }, second] })).toEqual([
    'false: Your number is not the one that this browser sent.',
  ]);
  // An engine that is called a person may add anything.
  expect(wrong({ numbers: [first, { ...second, is_engines: false }] })).toEqual([
    'false: The number of Halte is not the one that follows from its level and the table.',
  ]);
});

test('takebacks that this browser did not see leave it open what was decided', async () => {
  await need('later');
  const holds = (takebacks: number[], mine: typeof MINE | undefined) => {
    const cards = CHECKED.cards.map((card, at) => ({ ...card, takebacks: takebacks[at] ?? 0 }));
    const found = findings({ ...CHECKED, cards }, TABLE, SNAPSHOT, ['Ada', 'Halte'], mine);
    return found.map((finding) => finding.holds).filter((held) => held !== true);
  };
  expect(holds([0, 0, 1], MINE)).toEqual([]);
  for (const forged of [
    [0, 0, 0],
    [0, 0, 2],
    [0, 1, 1],
  ])
    expect(holds(forged, MINE)).toEqual(['open']);
  // Who remembers nothing cannot compare.
  expect(holds([0, 0, 2], undefined)).toEqual([]);
});

test('the module is told what was seen', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('the record', { headers: { 'content-type': 'text/plain' } })),
  );
  const answer = vi.spyOn(MODULE, 'answer').mockResolvedValue({ status: 200, body: CHECKED });
  expect(await check(TABLE, SNAPSHOT)).toBe(CHECKED);
  expect(answer.mock.lastCall?.[0].body).toEqual({
    record: 'the record',
    table: TABLE,
    line: { game: 'fibonacci cards', start: null, moves: ['#1', 'a1-a2'] },
  });
});
