// The worker in which the rules and the engines run, so that the page never waits for them.
import { instantiate, type Instance } from './instance';
import type { FromWorker, Reply, ToWorker } from './protocol';

let compiled: WebAssembly.Module | null = null;
let instance: Instance | null = null;

async function start(): Promise<Instance | null> {
  return compiled && instantiate(compiled, (found) => say({ found }));
}

/** Has the module do something; none if it cannot. */
async function done(work: (instance: Instance) => Reply): Promise<Reply | null> {
  try {
    return instance && work(instance);
  } catch {
    instance = await start().catch(() => null);
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
      instance = await start();
    } catch {
      // The server is asked instead.
    }
    say({ ready: instance !== null });
    return;
  }
  if ('analyse' in data) say({ done: await done(({ think }) => think(data.analyse)) });
  else say({ id: data.id, reply: await done(({ ask }) => ask(data.question)) });
};
