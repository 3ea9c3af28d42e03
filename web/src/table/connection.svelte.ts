// A socket that mends itself. It notices within ten seconds that nobody is there any more, and connects anew.
import type { Incoming, Outgoing } from '../api/client';

/** `damaged` is a table that was kept and cannot be read any more. */
export type State = 'connecting' | 'open' | 'lost' | 'missing' | 'damaged';

/** After how much silence the server is asked whether it is there, and how long it has to answer, in milliseconds. */
const [SILENCE, PATIENCE] = [2500, 6500];
/** How long to wait before connecting again, the first time and at most, in milliseconds. */
const [FIRST_WAIT, LONGEST_WAIT] = [300, 5000];

/** What is at the other end of a connection. */
export interface Ends {
  /** Where to connect, which may depend on what was heard so far. */
  address: () => URL;
  heard: (message: Outgoing) => void;
  /** Whether there is anything to connect to, as far as one can tell. */
  exists: () => Promise<boolean>;
}

/** A way to a table, wherever it is. */
export interface Link {
  readonly state: State;
  /** Everything has been told: the connection holds. */
  opened(): void;
  /** Says something, if somebody is there; whoever wants to be sure waits for an answer. */
  send(message: Incoming): void;
  /** Leaves, and comes back soon. */
  startOver(): void;
  close(): void;
}

export class Connection implements Link {
  state: State = $state('connecting');

  #socket: WebSocket | null = null;
  #hasHeard = false;
  #wait = FIRST_WAIT;
  #mending: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly ends: Ends) {
    this.#connect();
    addEventListener('online', this.#hurry);
    addEventListener('visibilitychange', this.#hurry);
  }

  close(): void {
    removeEventListener('online', this.#hurry);
    removeEventListener('visibilitychange', this.#hurry);
    this.#leave();
  }

  opened(): void {
    [this.state, this.#wait] = ['open', FIRST_WAIT];
  }

  send(message: Incoming): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  startOver(): void {
    this.#wait = FIRST_WAIT;
    void this.#mend();
  }

  #hurry = (): void => {
    if (this.state === 'lost' && document.visibilityState !== 'hidden') this.#connect();
  };

  /** Hears no more of the socket, whether it can still close or not. */
  #leave(): void {
    clearTimeout(this.#pulse);
    clearTimeout(this.#mending);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect(): void {
    this.#leave();
    const socket = new WebSocket(this.ends.address());
    this.#socket = socket;
    this.#hasHeard = false;
    this.#pulse = setTimeout(() => void this.#mend(), SILENCE + PATIENCE);
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#hasHeard = true;
      this.#listen();
      const message: Outgoing = JSON.parse(String(event.data));
      if (message.type === 'reconnect') this.startOver();
      else if (message.type !== 'pong') this.ends.heard(message);
    };
    socket.onclose = () => {
      if (socket === this.#socket) void this.#mend();
    };
  }

  /** Somebody is there now; asks again after a while of silence. */
  #listen(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => {
      this.send({ type: 'ping' });
      this.#pulse = setTimeout(() => void this.#mend(), PATIENCE);
    }, SILENCE);
  }

  async #mend(): Promise<void> {
    this.#leave();
    if (this.state === 'open') this.state = 'lost';
    const wait = this.#wait;
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    // A little chance keeps all visitors of a server that starts anew from coming at once.
    this.#mending = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
    // A socket that was never answered may have been asked for something that is not there.
    if (this.#hasHeard || (await this.ends.exists())) return;
    this.close();
    this.state = 'missing';
  }
}
