// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Outgoing, Snapshot, TableEvent } from '../api/client';
import { FakeSocket } from './fake';
import { LiveTable } from './live.svelte';

// The board is asked for over HTTP, and there is no server.
vi.mock('../games', async (original) => ({
  ...(await original<typeof import('../games')>()),
  board: () => Promise.resolve({ sites: [] }),
}));

const VIEW = {
  position: '',
  turn: 'first',
  scene: { stacks: [], holdings: [], winning: [] },
  legal: [],
  groups: [],
  touched: [],
  trail: [],
  scored: [],
};
const STANDING = { version: 1, stage: 'playing' as const, seats: [null, null], offers: [], chat_on: true };
const SNAPSHOT = {
  ...STANDING,
  yours: ['first' as const],
  moves: [],
  chat: [],
  terms: { game: 'letters' },
  view: VIEW,
};
const told = (snapshot: object): Outgoing =>
  JSON.parse(JSON.stringify({ type: 'snapshot', snapshot, presence: { here: [true, true], spectators: 0 }, now: 0 }));
const happened = (version: number, facts: object[], standing: object = {}): Outgoing =>
  JSON.parse(
    JSON.stringify({
      type: 'events',
      events: facts.map((fact, at) => ({ version: version - facts.length + at, at: 0, ...fact })),
      standing: { ...STANDING, version, ...standing },
      now: 0,
    }),
  );

let events: TableEvent['type'][] = [];
let before: Snapshot | null = null;
let table: LiveTable;
const socket = () => FakeSocket.last;
async function says(message: Outgoing): Promise<void> {
  socket().says(message);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  events = [];
  table = new LiveTable('one', (event, was) => {
    events.push(event.type);
    before = was;
  });
  await says(told(SNAPSHOT));
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what happens is told as events, each once, and after the table shows it', async () => {
  const moved = { type: 'moved', by: 'first', move: 'a' };
  await says(happened(2, [moved]));
  expect([events, before?.moves.length, table.snapshot?.moves.length]).toEqual([['moved'], 0, 1]);
  // Told again after a new connection, it is known already.
  await says(happened(2, [moved]));
  await says(happened(3, [{ type: 'declined', by: 'first', offer: 'draw' }]));
  expect([events, table.snapshot?.moves.length]).toEqual([['moved', 'declined'], 1]);
  expect(table.line.moves).toEqual(['a']);
});

test('a move is sent again after the connection was lost, and the board is free once it is answered', async () => {
  const played = table.play('a');
  expect([table.isSending, socket().sent.length]).toEqual([true, 1]);
  // The line is dead: nothing comes back, not even that it is closed.
  const dead = socket();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([table.connection, socket() === dead]).toEqual(['lost', false]);
  await says(happened(1, []));
  const [again] = socket().sent;
  expect([table.connection, again]).toEqual(['open', dead.sent[0]]);
  await says({ type: 'done', id: JSON.parse(again ?? '{}').id, version: 2 });
  expect([await played, table.isSending]).toEqual([null, false]);
});

test('while the board moves, nothing else is heard', async () => {
  table.hold(500);
  await says(happened(2, [{ type: 'moved', by: 'first', move: 'a' }]));
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(events).toEqual(['moved']);
});
