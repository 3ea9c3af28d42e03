// A table that is kept in this browser, as if it were at the other end of a connection: what is asked of it goes to the
// module, what happens into the browser's database, and from there to the page. The engine thinks in a worker of its own.
import type { Action, Incoming, Outgoing } from '../api/client';
import type { Link, State } from '../table/connection.svelte';
import { MODULE, newModule } from './module';
import type { Module } from './module';
import type { Reply } from './protocol';
import { read, write, type Kept } from './store';
import { after, askModule, isTold, keptAs, seed, type Told } from './tables';

/** Who does something at a table. */
type Doer = 'opener' | 'engine' | 'time';

/** How long to wait before something that did not work is tried again, and the longest time that a timer knows. */
const [BEFORE_RETRY, LONGEST_WAIT] = [1000, 2 ** 31 - 1];

/** What an engine has left at least when it has thought, in milliseconds. */
const ENGINES_LEAST = 1000;

/** What the module tells of a table; throws if it does not. */
function told(reply: Reply | null): Told {
  if (!isTold(reply?.body)) throw new Error('the table does not answer');
  return reply.body;
}

function hasAction(found: unknown): found is { action: Action } {
  return typeof found === 'object' && found !== null && 'action' in found && found.action !== null;
}

export class KeptConnection implements Link {
  state: State = $state('connecting');

  #kept: Kept | null = null;
  /** One thing is done at a time. */
  #doing: Promise<unknown> = Promise.resolve();
  /** What the engine is thinking about, and when its time would be up. */
  #question: string | null = null;
  #deadline: number | null = null;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** Other tabs may show the same table. */
  readonly #others: BroadcastChannel;

  constructor(
    readonly table: string,
    readonly heard: (message: Outgoing) => void,
    readonly module: Module = MODULE,
    readonly thinker: Module = newModule(),
  ) {
    this.#others = new BroadcastChannel(table);
    this.#others.onmessage = () => this.startOver();
    this.startOver();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#alarm);
    this.thinker.stop();
    // What was asked for before is still done, and other tabs are told.
    void this.#doing.finally(() => this.#others.close());
  }

  opened(): void {
    this.state = 'open';
  }

  startOver(): void {
    this.#do(() => this.#look());
  }

  send(message: Incoming): void {
    if (message.type === 'command') this.#do(() => this.#act('opener', message.id, message.action), true);
  }

  /**
   * Does something when all before it is done, also for somebody who has left if they wanted it. What fails is tried again
   * with everything anew.
   */
  #do(work: () => Promise<void>, isWanted = false): void {
    this.#doing = this.#doing
      .then(() => (this.#isClosed && !isWanted ? undefined : work()))
      .catch(() => {
        if (this.state === 'open') this.state = 'lost';
        this.#ring(BEFORE_RETRY, () => this.startOver());
      });
  }

  #ring(wait: number, then: () => void): void {
    clearTimeout(this.#alarm);
    if (!this.#isClosed) this.#alarm = setTimeout(then, Math.min(Math.max(wait, 0), LONGEST_WAIT));
  }

  /** What the module says about the table. */
  #ask(module: Module, what: string, body: object): Promise<Reply | null> {
    return askModule(module, what, { ...body, events: this.#kept?.events, now: this.#now() });
  }

  /** When something has happened last. */
  get #last(): number {
    return this.#kept?.events.at(-1)?.at ?? 0;
  }

  /** What time it is at the table. It never goes back, whatever somebody does with the clock. */
  #now(): number {
    return Math.max(Date.now() - (this.#kept?.behind ?? 0), this.#last);
  }

  /** Leaves out a while that did not pass at the table. */
  #leaveOut(time: number): void {
    if (this.#kept && time > 0) this.#kept = { ...this.#kept, behind: (this.#kept.behind ?? 0) + time };
  }

  /** Reads the table, and tells all of it. */
  async #look(): Promise<void> {
    this.#kept = (await read(this.table)) ?? null;
    if (this.#isClosed) return;
    if (!this.#kept) return this.#giveUp('missing');
    // The engine is there before it is asked, also if the network is gone by then.
    const { first, second } = this.#kept.summary;
    if ([first, second].some((seat) => seat?.kind === 'engine')) void this.thinker.wake();
    const reply = await this.#ask(this.module, 'look', {});
    // The module is there, and makes nothing of what was kept: no other try will do.
    if (reply && !isTold(reply.body)) return this.#giveUp('damaged');
    const { question, deadline } = told(reply);
    if (question === this.#question || question === null || deadline === null) return this.#tell(told(reply));
    // An engine thinks only while somebody is here: until now its clock stood still.
    this.#leaveOut(this.#now() - this.#last);
    this.#tell(told(await this.#ask(this.module, 'look', {})));
  }

  #giveUp(state: State): void {
    this.state = state;
    this.close();
  }

  async #act(by: Doer, id: string | null, action: Action): Promise<void> {
    const kept = this.#kept;
    if (!kept) return;
    const done = told(await this.#ask(this.module, 'deed', { by, id, action, seed: seed() }));
    if (done.events.length > 0) {
      const next = after(kept, done);
      const rematch = done.rematch && (await keptAs(this.module, done.rematch));
      if (!(await write(next, kept.events.length, rematch))) {
        // Something has happened in another tab. Then it is done to the table as it is now.
        await this.#look();
        return this.#act(by, id, action);
      }
      this.#kept = next;
      this.#others.postMessage(next.events.length);
    }
    this.#tell(done);
  }

  #tell({ messages, deadline, question }: Told): void {
    if (this.#isClosed) return;
    messages.forEach(this.heard);
    clearTimeout(this.#alarm);
    this.#deadline = deadline;
    // Whoever has a browser that is slow does not win by it.
    if (deadline !== null && question === null)
      this.#ring(deadline - this.#now(), () => this.#do(() => this.#act('time', null, { type: 'wait' })));
    if (question === this.#question) return;
    if (this.#question !== null) this.thinker.stop();
    this.#question = question;
    if (question !== null) void this.#think(question);
  }

  /** Has the engine answer what it is asked. */
  async #think(question: string): Promise<void> {
    const found = (await this.#ask(this.thinker, 'engine', {}))?.body;
    // It may have been asked something else meanwhile, or nothing any more.
    if (this.#question !== question || this.#isClosed) return;
    this.#question = null;
    if (this.#deadline !== null) this.#leaveOut(this.#now() + ENGINES_LEAST - this.#deadline);
    if (hasAction(found)) this.#do(() => this.#act('engine', null, found.action));
    else this.#ring(BEFORE_RETRY, () => this.startOver());
  }
}
