// The server's interface, with types made from its own description. Some of it is answered in the browser.
import createClient from 'openapi-fetch';

import type { components, paths } from '../../generated/schema';
import { ask } from '../local/ask';

type Schemas = components['schemas'];

export type Geometry = Schemas['Geometry'];
export type Explanation = Schemas['Explanation'];
export type Point = Schemas['Point'];
export type PieceKind = Schemas['PieceKind'];
export type Colour = Schemas['Colour'];
export type Scene = Schemas['Scene'];
export type Stack = Schemas['Stack'];
export type Holding = Schemas['Holding'];
export type Push = Schemas['Push'];
export type Click = Schemas['Click'];
export type LegalMove = Schemas['LegalMove'];
export type View = Schemas['View'];
/** Who made a move, and which. */
export type MoveMade = Pick<Schemas['MoveMade'], 'by' | 'move'>;
/** A table as it is told, with its board, which is asked for once. */
export type Snapshot = Omit<Schemas['Snapshot'], 'moves'> & { moves: readonly MoveMade[]; geometry: Geometry };
export type Standing = Schemas['Standing'];
export type Presence = Schemas['Presence'];
export type Occupant = Schemas['Occupant'];
export type Action = Schemas['Action'];
export type Outcome = Schemas['Outcome'];
export type Turn = Schemas['Turn'];
export type Outgoing = Schemas['Outgoing'];
export type Incoming = Schemas['Incoming'];
export type TableEvent = Schemas['Event'];
export type Terms = Schemas['Terms'];
export type ClockTerms = Schemas['ClockTerms'];
export type Summary = Schemas['Summary'];
export type GameView = Schemas['GameView'];
export type Player = Schemas['Player'];
export type Explored = Schemas['Explored'];
export type PuzzleProgress = Schemas['PuzzleProgress'];
export type PuzzleSummary = Schemas['PuzzleSummary'];
export type PuzzleView = Schemas['PuzzleView'];
export type Account = Schemas['AccountView'];
export type Credential = Schemas['CredentialView'];
export type Report = Schemas['ReportView'];
export type AnalysisView = Schemas['AnalysisView'];
export type GameAnalysis = Schemas['GameAnalysisView'];
export type NewAnalysis = Schemas['NewAnalysis'];
export type Score = Schemas['ScoreView'];
export type Arranged = Schemas['Arranged'];
export type Arrangement = Schemas['Arrangement'];
export type Objection = Schemas['Objection'];
export type RecordTree = Schemas['RecordTree'];

/** The header shows that a request without a body comes from this page. */
export const api = createClient<paths>({ baseUrl: location.origin, headers: { 'x-halte': '1' }, fetch: ask });

/** What the server said was wrong, or that it could not be asked. */
export class ApiFailure extends Error {
  /** What was wrong, by its code or in the words of now; nothing if the server could not be asked. */
  constructor(readonly explanation: Explanation | string | null) {
    super(typeof explanation === 'string' ? explanation : explanation?.message);
  }

  get code(): Explanation['code'] | undefined {
    return typeof this.explanation === 'object' ? this.explanation?.code : undefined;
  }
}

type Answer<T> =
  { data: T; error?: never; response: Response } | { data?: never; error: Schemas['ErrorBody']; response: Response };

/** What was asked for, or a failure with the server's own words. */
export async function answered<T>(request: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await request;
  } catch {
    throw new ApiFailure(null);
  }
  if (!answer.error) return answer.data;
  throw new ApiFailure(answer.error.error ?? answer.response.statusText);
}
