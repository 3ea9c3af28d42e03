// The module with the rules, without a browser: what tests themselves ask.
import { readFileSync } from 'node:fs';

import type { Question } from '../src/local/protocol';

const MODULE = 'generated/halte.wasm';

/** The module, without a browser. */
export class Local {
  constructor(readonly exports: WebAssembly.Exports) {}

  static async load(): Promise<Local> {
    const page = { now: () => performance.now(), tell: () => undefined };
    const { instance } = await WebAssembly.instantiate(readFileSync(MODULE), { page });
    return new Local(instance.exports);
  }

  #call(name: string, ...values: number[]): number {
    const found = this.exports[name];
    if (typeof found !== 'function') throw new Error(`the module has no ${name}`);
    return Number(found(...values));
  }

  get<T>(path: string, query = ''): T {
    return this.#ask({ method: 'GET', path, query, body: null });
  }

  post<T>(path: string, body: object): T {
    return this.#ask({ method: 'POST', path, query: '', body });
  }

  #ask<T>(question: Question): T {
    const { memory } = this.exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('the module has no memory');
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const room = this.#call('room', bytes.length);
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const length = this.#call('ask');
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, this.#call('answer'), length));
    const reply: { status: number; body: T } = JSON.parse(text);
    if (reply.status !== 200) throw new Error(text);
    return reply.body;
  }
}
