// What the page and the worker with the module say to each other.
import type { AnalysisView, NewAnalysis } from '../api/client';

/** A request, as the module reads it. */
export interface Question {
  method: string;
  path: string;
  query: string;
  body: unknown;
}

export interface Reply {
  status: number;
  body: unknown;
}

/** What the page says: at first where the module is, then requests, or once what is to be analysed. */
export type ToWorker = { module: string } | { id: number; question: Question } | { analyse: NewAnalysis };

/**
 * What the worker says: that the module is there or cannot be had, then answers; none if the module failed. Or what an
 * analysis has found, again and again, and what came of it.
 */
export type FromWorker =
  { ready: boolean } | { id: number; reply: Reply | null } | { found: AnalysisView } | { done: Reply | null };
