// A socket whose other end is a test.
import type { Outgoing } from '../api/client';

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error('there is no socket');
    return last;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  /** A line that is dead does not even close. */
  close(): void {
    this.readyState = 2;
  }

  says(message: Outgoing): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
