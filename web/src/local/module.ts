// The module with the rules and the engines: in a worker, from the first board on.
import type { AnalysisView, NewAnalysis } from '../api/client';
import type { FromWorker, Question, Reply, ToWorker } from './protocol';

/** A worker, as far as it is needed. */
export type Hand = Pick<Worker, 'postMessage' | 'onmessage' | 'onerror' | 'terminate'>;

export class Module {
  /** Whether it answers. */
  isReady = false;

  #worker: Hand | null = null;
  #started: Promise<boolean> | null = null;
  #waiting = new Map<number, (reply: Reply | null) => void>();
  #asked = 0;

  /** The address of the module; none if the page was built without it. */
  constructor(
    readonly url: string | undefined,
    readonly hire: () => Hand,
  ) {}

  /** Loads it, unless that is done or under way. Tells whether it is there. */
  wake(): Promise<boolean> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<boolean> {
    if (!this.url) return this.#noted(false);
    const worker = this.hire();
    this.#worker = worker;
    this.isReady = await new Promise<boolean>((resolve) => {
      worker.onerror = () => resolve(false);
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ('ready' in data) resolve(data.ready);
        else if ('id' in data) this.#waiting.get(data.id)?.(data.reply);
      };
      this.#say({ module: this.url ?? '' });
    });
    // It may be had when the network is back.
    if (!this.isReady) {
      worker.terminate();
      this.#started = null;
    }
    return this.#noted(this.isReady);
  }

  /** Whether it is there can be seen from outside. */
  #noted(isThere: boolean): boolean {
    document.documentElement.dataset.module = isThere ? 'ready' : 'none';
    return isThere;
  }

  #say(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  /** Its answer; none if it cannot be had. */
  async answer(question: Question): Promise<Reply | null> {
    if (!(await this.wake())) return null;
    const id = (this.#asked += 1);
    const reply = await new Promise<Reply | null>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#say({ id, question });
    });
    this.#waiting.delete(id);
    return reply;
  }

  /** Stops whatever it is at, which has no answer then. It wakes again when it is asked something. */
  stop(): void {
    this.#worker?.terminate();
    [this.#worker, this.#started, this.isReady] = [null, null, false];
    for (const done of this.#waiting.values()) done(null);
  }

  /**
   * Has something analysed, in a worker of its own, and tells what was found, again and again. Call what is returned to
   * stop.
   */
  analyse(
    wanted: NewAnalysis,
    onfound: (view: AnalysisView) => void,
    ondone: (reply: Reply | null) => void,
  ): () => void {
    const worker = this.hire();
    const say = (message: ToWorker) => worker.postMessage(message);
    const end = (reply: Reply | null) => {
      worker.terminate();
      ondone(reply);
    };
    worker.onerror = () => end(null);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('found' in data) onfound(data.found);
      else if ('done' in data) end(data.done);
      else if ('ready' in data && data.ready) say({ analyse: wanted });
      else end(null);
    };
    say({ module: this.url ?? '' });
    return () => worker.terminate();
  }
}

/** Where the module is; nowhere if the page was built without it, or if the browser has no workers. */
const [url] = Object.values(
  import.meta.glob<string>('../../generated/halte.wasm', { eager: true, query: '?url', import: 'default' }),
);

/** A module in a worker of its own. */
export function newModule(): Module {
  return new Module(
    url && 'Worker' in globalThis ? new URL(url, location.origin).href : undefined,
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  );
}

/** The module of this page. */
export const MODULE = newModule();

/** Another one, for what takes a while: whoever plays meanwhile is answered at once. */
export const THINKER = newModule();
