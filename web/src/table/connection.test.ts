// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Outgoing } from '../api/client';
import { Connection } from './connection.svelte';
import { FakeSocket } from './fake';

const PRESENCE: Outgoing = {
  type: 'presence',
  presence: { here: [true, true], claim_in: [null, null], spectators: 0 },
};
const PING = '{"type":"ping"}';
let heard: string[] = [];
let isThere = true;
let connection: Connection;

const sockets = () => FakeSocket.all.length;
const socket = () => FakeSocket.last;
/** Lets time go by. */
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [FakeSocket.all, heard, isThere] = [[], [], true];
  connection = new Connection({
    address: () => new URL(`ws://house/${heard.length}`),
    heard: (message) => {
      heard.push(message.type);
      connection.opened();
    },
    exists: async () => isThere,
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a connection that is answered stays, however quiet it is', async () => {
  socket().says(PRESENCE);
  for (let at = 1; at <= 20; at++) {
    await wait(3);
    expect(socket().sent).toHaveLength(at);
    socket().says({ type: 'pong' });
  }
  expect([connection.state, sockets(), heard]).toEqual(['open', 1, ['presence']]);
  expect(new Set(socket().sent)).toEqual(new Set([PING]));
});

test('a dead line is noticed within ten seconds, and left for another', async () => {
  socket().says(PRESENCE);
  await wait(8.9);
  expect([connection.state, sockets()]).toEqual(['open', 1]);
  await wait(0.2);
  expect(connection.state).toBe('lost');
  await wait(0.3);
  expect([sockets(), String(socket().address)]).toEqual([2, 'ws://house/1']);
  // What the dead one says after all is not heard.
  FakeSocket.all[0]?.says(PRESENCE);
  FakeSocket.all[0]?.onclose?.();
  expect([heard.length, connection.state, sockets()]).toEqual([1, 'lost', 2]);
  socket().says(PRESENCE);
  expect(connection.state).toBe('open');
});

test('an attempt that nobody answers is given up, and the next ones wait longer', async () => {
  socket().says(PRESENCE);
  socket().onclose?.();
  expect(connection.state).toBe('lost');
  await wait(0.3);
  expect(sockets()).toBe(2);
  await wait(9);
  await wait(0.59);
  expect(sockets()).toBe(2);
  await wait(0.01);
  expect(sockets()).toBe(3);
});

test('what the browser says about the network makes haste', async () => {
  socket().says(PRESENCE);
  for (let failures = 0; failures < 6; failures++) {
    socket().onclose?.();
    await wait(5);
  }
  const before = sockets();
  socket().onclose?.();
  dispatchEvent(new Event('online'));
  expect(sockets()).toBe(before + 1);
  await wait(5);
  expect(sockets()).toBe(before + 1);
});

test('what is not there is missing, and what goes away becomes so', async () => {
  isThere = false;
  socket().onclose?.();
  await wait(0);
  expect(connection.state).toBe('missing');
  await wait(60);
  expect(sockets()).toBe(1);
});

test('a server that closes is left in good order', async () => {
  socket().says(PRESENCE);
  socket().says({ type: 'reconnect' });
  expect([connection.state, heard]).toEqual(['lost', ['presence']]);
  await wait(0.3);
  expect(sockets()).toBe(2);
});

test('who has closed hears and asks no more', async () => {
  socket().says(PRESENCE);
  connection.close();
  socket().says(PRESENCE);
  await wait(60);
  expect([heard.length, sockets(), socket().sent]).toEqual([1, 1, []]);
});
