// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { asked, isQuestion } from './ask';
import { Module, type Hand } from './module';
import type { FromWorker, ToWorker } from './protocol';

/** A worker whose module is there or not, and which answers or fails. */
function hand(isThere: boolean, status: number | null, body: unknown = {}): Hand {
  const worker: Hand = {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage(message: ToWorker) {
      const reply = status === null ? null : { status, body };
      const data: FromWorker = 'id' in message ? { id: message.id, reply } : { ready: isThere };
      queueMicrotask(() => (worker.onmessage as ((event: unknown) => void) | null)?.({ data }));
    },
  };
  return worker;
}

function request(path: string, body?: unknown): Request {
  const url = `http://halte.test${path}`;
  return new Request(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
}

const server: typeof fetch = async () => Response.json({ from: 'server' });
const gone: typeof fetch = () => Promise.reject(new TypeError('gone'));

async function from(response: Promise<Response>): Promise<unknown> {
  return (await response).json();
}

describe('who is asked', () => {
  it('knows what follows from the rules', () => {
    for (const path of [
      '/api/games',
      '/api/games/move/board?variant=x',
      '/api/puzzles/0d9edc6ac8e1',
      '/api/puzzles/today?day=1',
    ])
      expect(isQuestion(request(path)), path).toBe(true);
    for (const path of ['/api/me/puzzles', '/api/tables', '/api/games/people', '/api/session'])
      expect(isQuestion(request(path)), path).toBe(false);
    expect(isQuestion(request('/api/explore', {}))).toBe(true);
    expect(isQuestion(request('/api/tables', {}))).toBe(false);
  });

  it('asks the module once it is there', async () => {
    const module = new Module('m', () => hand(true, 200, { from: 'module' }));
    expect(await from(asked(module, server, request('/api/explore', {})))).toEqual({ from: 'server' });
    expect(await module.wake()).toBe(true);
    expect(await from(asked(module, gone, request('/api/explore', {})))).toEqual({ from: 'module' });
    expect(await from(asked(module, server, request('/api/tables', {})))).toEqual({ from: 'server' });
  });

  it('waits for the module where there is no server', async () => {
    const module = new Module('m', () => hand(true, 404, { from: 'module' }));
    const response = await asked(module, gone, request('/api/explore', {}));
    expect([response.status, await response.json()]).toEqual([404, { from: 'module' }]);
  });

  it('asks the server where there is no module, or where it fails', async () => {
    const missing = new Module(undefined, () => hand(true, 200));
    expect(await from(asked(missing, server, request('/api/explore', {})))).toEqual({ from: 'server' });
    const broken = new Module('m', () => hand(false, 200));
    await broken.wake();
    expect(await from(asked(broken, server, request('/api/explore', {})))).toEqual({ from: 'server' });
    await expect(asked(broken, gone, request('/api/explore', {}))).rejects.toThrow('gone');
    const failing = new Module('m', () => hand(true, null));
    await failing.wake();
    expect(await from(asked(failing, server, request('/api/explore', {})))).toEqual({ from: 'server' });
  });

  it('draws shapes here and has the server draw pixels', async () => {
    const module = new Module('m', () => hand(true, 200, '<svg/>'));
    await module.wake();
    const drawn = await asked(module, gone, request('/api/pictures', { format: 'svg' }));
    expect([drawn.headers.get('content-type'), await drawn.text()]).toEqual(['image/svg+xml', '<svg/>']);
    expect(await from(asked(module, server, request('/api/pictures', { format: 'png' })))).toEqual({ from: 'server' });
    await expect(asked(module, gone, request('/api/pictures', { format: 'gif' }))).rejects.toThrow('gone');
  });
});
