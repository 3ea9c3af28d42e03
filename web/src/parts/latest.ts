// The one guard against late answers: whoever asks something else does not want to hear what they asked before.

export class Latest {
  #asked = 0;

  /** What was asked is not wanted any more. */
  forget(): void {
    this.#asked += 1;
  }

  /** What came of a question; nothing if something else was asked meanwhile. */
  async settled<T>(question: Promise<T>): Promise<PromiseSettledResult<T> | null> {
    const number = ++this.#asked;
    const [result] = await Promise.allSettled([question]);
    return number === this.#asked ? result : null;
  }
}
