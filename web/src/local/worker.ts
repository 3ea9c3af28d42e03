// The worker in which the rules and the engines run, so that the page never waits for them.
import type { FromWorker, Reply, ToWorker } from './protocol';

/** What the module has (crates/browser/src/exports.rs). */
interface Exports {
  memory: WebAssembly.Memory;
  room: (length: number) => number;
  ask: () => number;
  think: () => number;
  answer: () => number;
}

let compiled: WebAssembly.Module | null = null;
let exports: Exports | null = null;

/** The answer that is there, of so many bytes. */
function read({ memory, answer }: Exports, length: number) {
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length)));
}

function write({ memory, room }: Exports, request: unknown): void {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const place = room(bytes.length);
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
}

/** What the module asks of the page. */
const PAGE = {
  now: () => performance.now(),
  tell: (length: number) => {
    if (exports) say({ found: read(exports, length) });
  },
};

async function start(): Promise<Exports | null> {
  if (!compiled) return null;
  const instance = await WebAssembly.instantiate(compiled, { page: PAGE });
  const { memory, room, ask, think, answer } = instance.exports;
  const isFunction = (value: unknown): value is () => number => typeof value === 'function';
  if (!(memory instanceof WebAssembly.Memory) || !isFunction(room) || !isFunction(ask)) return null;
  return isFunction(think) && isFunction(answer) ? { memory, room, ask, think, answer } : null;
}

/** Has the module do something; none if it cannot. */
async function done(request: unknown, how: (module: Exports) => number): Promise<Reply | null> {
  try {
    if (!exports) return null;
    write(exports, request);
    return read(exports, how(exports));
  } catch {
    // After a failure its memory is not to be trusted.
    exports = await start().catch(() => null);
    return null;
  }
}

function say(message: FromWorker): void {
  postMessage(message);
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    try {
      compiled = await WebAssembly.compileStreaming(fetch(data.module));
      exports = await start();
    } catch {
      // The server is asked instead.
    }
    say({ ready: exports !== null });
    return;
  }
  if ('analyse' in data) say({ done: await done(data.analyse, ({ think }) => think()) });
  else say({ id: data.id, reply: await done(data.question, ({ ask }) => ask()) });
};
