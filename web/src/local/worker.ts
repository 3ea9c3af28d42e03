// The worker in which the rules and the engines run, so that the page never waits for them.
import type { FromWorker, Question, ToWorker } from './protocol';

/** What the module has (crates/browser/src/exports.rs). */
interface Exports {
  memory: WebAssembly.Memory;
  room: (length: number) => number;
  ask: () => number;
  answer: () => number;
}

let compiled: WebAssembly.Module | null = null;
let exports: Exports | null = null;

async function start(): Promise<Exports | null> {
  if (!compiled) return null;
  const instance = await WebAssembly.instantiate(compiled, { page: { now: () => performance.now() } });
  const { memory, room, ask, answer } = instance.exports;
  const isFunction = (value: unknown): value is () => number => typeof value === 'function';
  if (!(memory instanceof WebAssembly.Memory) || !isFunction(room) || !isFunction(ask) || !isFunction(answer))
    return null;
  return { memory, room, ask, answer };
}

function reply({ memory, room, ask, answer }: Exports, question: Question) {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const place = room(bytes.length);
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  const length = ask();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length)));
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
  try {
    say({ id: data.id, reply: exports && reply(exports, data.question) });
  } catch {
    // After a failure its memory is not to be trusted.
    exports = await start().catch(() => null);
    say({ id: data.id, reply: null });
  }
};
