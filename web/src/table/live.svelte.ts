// One table, as it is now: what the server tells over a socket, commands until they are answered, and the connection,
// which mends itself.
import { tick } from 'svelte';

import {
  answered,
  api,
  ApiFailure,
  type Action,
  type Incoming,
  type MoveMade,
  type Outgoing,
  type Player,
  type Presence,
  type Snapshot,
} from '../api/client';

export type Connection = 'connecting' | 'open' | 'lost' | 'missing';

interface Waiting {
  action: Action;
  done: (refusal: ApiFailure | null) => void;
}

/** How long to wait before connecting again, the first time and at most, in milliseconds. */
const [FIRST_WAIT, LONGEST_WAIT] = [300, 5000];

export class LiveTable {
  snapshot: Snapshot | null = $state.raw(null);
  presence: Presence | null = $state.raw(null);
  connection: Connection = $state('connecting');
  /** When the clocks were last told, by the browser's own clock. */
  toldAt = $state(0);

  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** What the server said that the page has not heard yet, and when it was said. */
  #unheard: { message: Outgoing; at: number }[] = [];
  #isHearing = false;
  #motion: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.#connect();
    addEventListener('online', this.#hurry);
    addEventListener('visibilitychange', this.#hurry);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#motion);
    removeEventListener('online', this.#hurry);
    removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
  }

  /**
   * Hears nothing for so many milliseconds, while what has changed is seen to move: moves that come in quick succession
   * are shown one after the other.
   */
  hold(time: number): void {
    clearTimeout(this.#motion);
    this.#motion = setTimeout(() => {
      this.#motion = undefined;
      void this.#listen();
    }, time);
  }

  async #listen(): Promise<void> {
    if (this.#isHearing) return;
    this.#isHearing = true;
    for (let next; this.#motion === undefined && (next = this.#unheard.shift());) {
      this.#hear(next.message, next.at);
      // The page is drawn anew, and may hold what comes next.
      await tick();
    }
    this.#isHearing = false;
  }

  /** Asks for something; tells what the table refused, or nothing once it is done. Sent again until it is answered. */
  command(action: Action): Promise<ApiFailure | null> {
    const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
    return new Promise((done) => {
      this.#waiting.set(id, { action, done });
      this.#send(id, action);
    });
  }

  /** Takes a free seat. This is not asked over the socket: a new guest becomes known by the answer. */
  async sit(seat: Player): Promise<void> {
    const id = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const request = api.POST('/api/tables/{table}/commands', {
      params: { path: { table: this.id } },
      body: { id, action: { type: 'sit', seat } },
    });
    await answered(request);
    this.#startOver();
  }

  /** Connects anew, to be told everything as the one who one has become. */
  #startOver(): void {
    this.snapshot = null;
    this.#socket?.close();
  }

  #hurry = (): void => {
    if (this.connection !== 'lost' || document.visibilityState === 'hidden') return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect(): void {
    const address = new URL(`/api/tables/${encodeURIComponent(this.id)}/socket`, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    if (this.snapshot) address.searchParams.set('version', String(this.snapshot.version));
    const socket = new WebSocket(address);
    this.#socket = socket;
    // Whatever was not heard is told anew.
    this.#unheard = [];
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#unheard.push({ message: JSON.parse(String(event.data)) as Outgoing, at: performance.now() });
      void this.#listen();
    };
    socket.onclose = () => {
      if (socket === this.#socket) void this.#mend();
    };
  }

  async #mend(): Promise<void> {
    if (this.#isClosed) return;
    if (this.connection === 'open') this.connection = 'lost';
    if (this.connection === 'connecting' && !(await this.#exists())) {
      this.connection = 'missing';
      return;
    }
    const wait = this.#wait;
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    // A little chance keeps all visitors of a server that starts anew from coming at once.
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Whether there is such a table, as far as one can tell. */
  async #exists(): Promise<boolean> {
    try {
      const { response } = await api.GET('/api/tables/{table}', { params: { path: { table: this.id } } });
      return response.status !== 404;
    } catch {
      return true;
    }
  }

  #send(id: string, action: Action): void {
    const message: Incoming = { type: 'command', id, action };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message: Outgoing, at: number): void {
    switch (message.type) {
      case 'snapshot':
        this.snapshot = message.snapshot;
        this.presence = message.presence;
        this.#opened(at);
        break;
      case 'events':
        this.#apply(message);
        this.#opened(at);
        break;
      case 'presence':
        this.presence = message.presence;
        break;
      case 'done':
        this.#answer(message.id, null);
        break;
      case 'refused':
        if (message.id) this.#answer(message.id, new ApiFailure(message.error.code, message.error.message));
        break;
      case 'reconnect':
        this.#wait = FIRST_WAIT;
        this.#socket?.close();
        break;
    }
  }

  #opened(at: number): void {
    if (this.connection !== 'open') {
      this.connection = 'open';
      this.#wait = FIRST_WAIT;
      // What was sent twice acts once.
      for (const [id, { action }] of this.#waiting) this.#send(id, action);
    }
    this.toldAt = at;
  }

  #answer(id: string, refusal: ApiFailure | null): void {
    this.#waiting.get(id)?.done(refusal);
    this.#waiting.delete(id);
  }

  #apply({ events, standing }: Extract<Outgoing, { type: 'events' }>): void {
    const old = this.snapshot;
    if (!old || standing.version < old.version) return;
    let moves: MoveMade[] = old.moves;
    let chat = old.chat;
    let yours = old.yours;
    for (const event of events) {
      if (event.version < old.version) continue;
      if (event.type === 'moved')
        moves = [...moves, { by: event.by, move: event.move, at: event.at, ends_turn: false }];
      else if (event.type === 'taken_back') moves = moves.slice(0, event.ply);
      else if (event.type === 'said') chat = [...chat, { by: event.by, text: event.text, at: event.at }];
      else if (event.type === 'started' && event.swapped && yours.length === 1)
        yours = [yours[0] === 'first' ? 'second' : 'first'];
    }
    const { version, stage, seats, clocks, offers, chat_on, ending, cards, rematch } = standing;
    const changed = { version, stage, seats, clocks, offers, chat_on, ending, cards, rematch };
    this.snapshot = { ...old, ...changed, view: standing.view ?? old.view, moves, chat, yours };
  }
}
