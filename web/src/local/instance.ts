// An instance of the module with the rules and the engines: requests and answers are texts in its memory.
import type { AnalysisView, NewAnalysis } from '../api/client';
import type { Question, Reply } from './protocol';

/** What the module has (crates/browser/src/exports.rs). */
interface Exports {
  memory: WebAssembly.Memory;
  room: (length: number) => number;
  ask: () => number;
  think: () => number;
  answer: () => number;
}

/** One that failed is not to be asked again: its memory is not to be trusted. */
export interface Instance {
  ask: (question: Question) => Reply;
  /** Analyses something, and tells on the way what was found. */
  think: (wanted: NewAnalysis) => Reply;
}

function checked(exports: WebAssembly.Exports): Exports {
  const { memory, room, ask, think, answer } = exports;
  const isFunction = (value: unknown): value is () => number => typeof value === 'function';
  if (memory instanceof WebAssembly.Memory && isFunction(room) && isFunction(ask))
    if (isFunction(think) && isFunction(answer)) return { memory, room, ask, think, answer };
  throw new Error('this is not the module');
}

/** Makes one, which tells here what an analysis finds. */
export async function instantiate(
  module: WebAssembly.Module,
  onfound: (view: AnalysisView) => void,
): Promise<Instance> {
  /** What the module asks of whoever has it. */
  const page = { now: () => performance.now(), tell: (length: number) => onfound(read(length)) };
  const instance = await WebAssembly.instantiate(module, { page });
  const { memory, room, ask, think, answer } = checked(instance.exports);
  /** The answer that is there, of so many bytes. */
  const read = (length: number) =>
    JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length)));
  const write = (request: unknown) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const place = room(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  };
  const done = (request: unknown, how: () => number): Reply => {
    write(request);
    return read(how());
  };
  return { ask: (question) => done(question, ask), think: (wanted) => done(wanted, think) };
}
