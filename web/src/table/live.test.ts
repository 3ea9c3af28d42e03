// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Explanation, Outgoing, Snapshot, TableEvent } from '../api/client';
import { MODULE } from '../local/module';
import { FakeSocket } from './fake';
import { LiveTable } from './live.svelte';
import { added, remember } from './number';

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
  JSON.parse(
    JSON.stringify({
      type: 'snapshot',
      snapshot,
      presence: { here: [true, true], claim_in: [null, null], spectators: 0 },
      now: 0,
    }),
  );
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
  table = new LiveTable('one', (told, was) => {
    events.push(...told.map(({ type }) => type));
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
  expect([table.isPending, socket().sent.length]).toEqual([true, 1]);
  // The line is dead: nothing comes back, not even that it is closed.
  const dead = socket();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([table.connection, socket() === dead]).toEqual(['lost', false]);
  await says(happened(1, []));
  const [again] = socket().sent;
  expect([table.connection, again]).toEqual(['open', dead.sent[0]]);
  // What it brought about has the next version, and may be told after.
  await says({ type: 'done', id: JSON.parse(again ?? '{}').id, version: 1 });
  expect([await played, table.isPending]).toEqual([null, true]);
  await says(happened(2, [{ type: 'moved', by: 'first', move: 'a' }]));
  expect([table.isPending, table.moves.length]).toEqual([false, 1]);
});

describe('with the rules at hand', () => {
  beforeEach(() => {
    MODULE.isReady = true;
    table.line.ask = (moves) =>
      Promise.resolve(JSON.parse(JSON.stringify({ view: { ...VIEW, turn: moves.length < 2 ? 'first' : 'second' } })));
  });
  afterEach(() => {
    MODULE.isReady = false;
  });
  const sent = () => JSON.parse(socket().sent.at(-1) ?? '{}');
  const moved = (move: string) => ({ type: 'moved', by: 'first', move });

  test('moves are shown at once, also the next one, and stay when they are told', async () => {
    void table.play('a');
    await vi.advanceTimersByTimeAsync(0);
    expect([table.line.moves, table.turn, table.isPending]).toEqual([['a'], 'first', true]);
    void table.play('b');
    // What is shown stays until the next is known too.
    expect([table.line.moves, table.turn]).toEqual([['a'], undefined]);
    await vi.advanceTimersByTimeAsync(0);
    expect([table.line.moves, table.turn, sent().action.ply]).toEqual([['a', 'b'], 'second', 1]);
    await says(happened(2, [moved('a')]));
    expect([table.line.moves, table.snapshot?.moves.length, table.isPending]).toEqual([['a', 'b'], 1, true]);
    await says(happened(3, [moved('b')]));
    expect([table.line.moves, table.isPending]).toEqual([['a', 'b'], false]);
  });

  test('a move that is told before the next is known changes nothing', async () => {
    void table.play('a');
    await vi.advanceTimersByTimeAsync(0);
    const { ask } = table.line;
    table.line.ask = async (moves) => {
      await new Promise((late) => setTimeout(late, 100));
      return ask(moves);
    };
    void table.play('b');
    await says(happened(2, [moved('a')]));
    expect([table.line.moves, table.isPending]).toEqual([['a'], true]);
    await vi.advanceTimersByTimeAsync(100);
    expect([table.line.moves, table.isPending]).toEqual([['a', 'b'], true]);
  });

  test('a move that is refused goes back', async () => {
    const played = table.play('a');
    await vi.advanceTimersByTimeAsync(0);
    const error: Explanation = { code: 'not_your_turn', message: 'it is not your turn' };
    await says({ type: 'refused', id: sent().id, error });
    expect((await played)?.code).toBe('not_your_turn');
    expect([table.line.moves, table.turn, table.isPending]).toEqual([[], 'first', false]);
  });

  test('a move that is withdrawn is not sent again', async () => {
    const played = table.play('a');
    await vi.advanceTimersByTimeAsync(0);
    table.withdraw();
    expect([await played, table.line.moves, table.isPending]).toEqual([null, [], false]);
    await vi.advanceTimersByTimeAsync(10_000);
    await says(happened(1, []));
    expect(socket().sent).toEqual([]);
  });

  test('something else that happens takes its place', async () => {
    void table.play('a');
    await vi.advanceTimersByTimeAsync(0);
    await says(happened(2, [moved('c')]));
    expect([table.line.moves, table.isPending]).toEqual([['c'], false]);
  });
});

test('while the board moves, nothing else is heard', async () => {
  table.hold(500);
  await says(happened(2, [{ type: 'moved', by: 'first', move: 'a' }]));
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(events).toEqual(['moved']);
});

test('a number that is waited for is added once, and remembered with the seal', async () => {
  const waiting = { ...SNAPSHOT, stage: 'waiting', version: 2, cards: { hash: 'seal', secret: null } };
  await says(told({ ...waiting, cards: { ...waiting.cards, awaited: ['second'] } }));
  expect(socket().sent).toEqual([]);
  await says(told({ ...waiting, cards: { ...waiting.cards, awaited: ['first'] } }));
  await says(told({ ...waiting, cards: { ...waiting.cards, awaited: ['first'] } }));
  const sent = socket().sent.map((text) => JSON.parse(text));
  expect(sent.map(({ action }) => action.type)).toEqual(['add_number']);
  const [{ id, action }] = sent;
  expect(added('one')).toBeUndefined();
  await says({ type: 'done', id, version: 3 });
  expect(added('one')).toEqual({ number: action.number, seal: 'seal' });
});

test('a number that was refused is sent again, unless none is awaited', async () => {
  const waiting = { ...SNAPSHOT, stage: 'waiting', version: 2 };
  await says(told({ ...waiting, cards: { hash: 'seal', secret: null, awaited: ['first'] } }));
  const sent = () => socket().sent.map((text) => JSON.parse(text));
  const refuse = async (code: Explanation['code']) =>
    says({ type: 'refused', id: sent().at(-1).id, error: { code, message: code } });
  await refuse('unavailable');
  expect(sent().length).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent().map(({ action }) => action.type)).toEqual(['add_number', 'add_number']);
  await refuse('number_not_awaited');
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent().length).toBe(2);
});

test('cards that are taken back are remembered beside the number', async () => {
  localStorage.clear();
  remember('one', { number: 'n', seal: 's' });
  const moved = (by: string, move: string) => ({ type: 'moved', by, move });
  await says(happened(5, [moved('chance', '#1'), moved('first', 'a'), moved('chance', '#2'), moved('second', 'b')]));
  // A step is taken back, then the turn with the card before it.
  const view = VIEW;
  await says(happened(6, [{ type: 'taken_back', ply: 3, by: 'second' }], { view }));
  expect(added('one')).toEqual({ number: 'n', seal: 's' });
  await says(happened(7, [{ type: 'taken_back', ply: 1, by: 'first' }], { view }));
  expect(added('one')).toEqual({ number: 'n', seal: 's', takebacks: { 6: 1 } });
});
