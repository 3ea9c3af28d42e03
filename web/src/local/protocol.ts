// What the page and the worker with the module say to each other.

/** A request, as the module reads it. */
export interface Question {
  method: string;
  path: string;
  query: Record<string, string | number>;
  body: unknown;
}

/** What the page says: at first where the module is, then requests. */
export type ToWorker = { module: string } | { id: number; question: Question };

/** What the worker says: that the module is there or cannot be had, then answers as JSON; none if the module failed. */
export type FromWorker = { ready: boolean } | { id: number; reply: { status: number; body: unknown } | null };
