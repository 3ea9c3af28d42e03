// A line between a browser and a server that is slow, or silent for a while: the browser's own emulation does not slow
// sockets.
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

export class SlowLine {
  /** How long everything takes, each way, in milliseconds. */
  delay = 0;
  /** Whether everything that is sent is lost, both ways; a connection that lost something never carries anything again. */
  isSilent = false;

  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(readonly target: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      const state = { isBroken: false };
      this.#carry(near, far, state);
      this.#carry(far, near, state);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #carry(from: Socket, to: Socket, state: { isBroken: boolean }): void {
    this.#sockets.add(from);
    // What was sent comes in its order.
    let last: Promise<unknown> = Promise.resolve();
    const after = (deliver: () => void) => {
      state.isBroken ||= this.isSilent;
      if (state.isBroken) return;
      const arrival = Date.now() + this.delay;
      last = last.then(async () => {
        await new Promise((resolve) => setTimeout(resolve, arrival - Date.now()));
        if (!to.destroyed) deliver();
      });
    };
    from.on('data', (bytes) => after(() => to.write(bytes)));
    from.on('end', () => after(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => this.#sockets.delete(from));
  }
}
