// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Requests are made by whatever is there when the page begins.
let answer: (request: Request) => Promise<Response> = async () => new Response();
vi.stubGlobal('fetch', (request: Request) => answer(request));
const { watchAnalysis } = await import('./watch');

/** A feed whose other end is the test. */
class FakeFeed {
  static readonly CLOSED = 2;
  static all: FakeFeed[] = [];
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly address: string) {
    FakeFeed.all.push(this);
  }

  close(): void {
    this.readyState = FakeFeed.CLOSED;
  }

  says(state: string): void {
    this.onmessage?.({ data: JSON.stringify({ state }) });
  }

  /** The connection is lost; the browser gives up only if the feed is gone. */
  breaks(isGone: boolean): void {
    if (isGone) this.readyState = FakeFeed.CLOSED;
    this.onerror?.();
  }
}

let asked: string[] = [];
let seen: string[] = [];
let failures = 0;
let isUp = true;
let isForgotten = false;
let stop = () => {};
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

function begin(): void {
  stop = watchAnalysis(
    { kind: 'game', line: { game: 'toy', moves: [] } },
    ({ state }) => seen.push(state),
    () => (failures += 1),
  );
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeFeed);
  [FakeFeed.all, asked, seen, failures, isUp, isForgotten] = [[], [], [], 0, true, false];
  answer = async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    if (!isUp) throw new Error('nobody is there');
    if (request.method === 'GET' && isForgotten)
      return Response.json({ error: { code: 'no_such_analysis', message: '' } }, { status: 404 });
    return Response.json({ analysis: `a${asked.length}` });
  };
  begin();
  await wait(0);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('an analysis is watched until it is done', async () => {
  const [feed] = FakeFeed.all;
  feed?.says('running');
  feed?.says('done');
  expect([asked, feed?.address, seen, feed?.readyState]).toEqual([
    ['POST /api/analyses'],
    '/api/analyses/a1/events',
    ['running', 'done'],
    FakeFeed.CLOSED,
  ]);
});

test('a feed that breaks comes back by itself, and one that is refused is asked for again', async () => {
  FakeFeed.all[0]?.breaks(false);
  await wait(10);
  expect(FakeFeed.all).toHaveLength(1);
  FakeFeed.all[0]?.breaks(true);
  isUp = false;
  await wait(3);
  expect([asked.length, failures, FakeFeed.all.length]).toEqual([2, 1, 1]);
  isUp = true;
  await wait(3);
  FakeFeed.all[1]?.says('running');
  expect([FakeFeed.all[1]?.address, seen]).toEqual(['/api/analyses/a1/events', ['running']]);
  expect(asked).toEqual(['POST /api/analyses', 'GET /api/analyses/a1', 'GET /api/analyses/a1']);
});

test('an analysis that is gone is begun anew', async () => {
  isForgotten = true;
  FakeFeed.all[0]?.breaks(true);
  await wait(3);
  expect(asked).toEqual(['POST /api/analyses', 'GET /api/analyses/a1', 'POST /api/analyses']);
  expect(FakeFeed.all[1]?.address).toBe('/api/analyses/a3/events');
});

test('engines that are busy are asked again, without a word', async () => {
  stop();
  answer = async () => Response.json({ error: { code: 'too_many_analyses', message: '' } }, { status: 429 });
  begin();
  await wait(1);
  answer = async () => Response.json({ analysis: 'free' });
  await wait(3);
  expect([failures, FakeFeed.all.at(-1)?.address]).toEqual([0, '/api/analyses/free/events']);
});

test('who has seen enough stops it, and it stays so; who leaves stops it too', async () => {
  dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
  FakeFeed.all[0]?.breaks(true);
  await wait(10);
  expect(asked).toEqual(['POST /api/analyses', 'DELETE /api/analyses/a1']);
});
