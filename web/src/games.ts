// The games and their boards, asked for once.
import { answered, api, type Explored, type GameView, type Geometry, type View } from './api/client';

export const GAMES = ['mobius', 'move', 'fibonacci', 'mixtour'] as const;

const boards = new Map<string, Promise<Geometry>>();
let all: Promise<readonly GameView[]> | undefined;

/** Keeps a request, unless it fails. */
function keep<T>(request: Promise<T>, forget: () => void): Promise<T> {
  request.catch(forget);
  return request;
}

/** Everything about all games. */
export function games(): Promise<readonly GameView[]> {
  all ??= keep(answered(api.GET('/api/games')), () => (all = undefined));
  return all;
}

/** The board of a game. */
export function board(game: string): Promise<Geometry> {
  const known = boards.get(game);
  if (known) return known;
  const request = answered(api.GET('/api/games/{game}/board', { params: { path: { game } } }));
  const kept = keep(request, () => boards.delete(game));
  boards.set(game, kept);
  return kept;
}

/** Moves from a position, or from the game's own start. */
export interface Line {
  readonly game: string;
  readonly start?: string | null | undefined;
  readonly moves: readonly string[];
}

/** A line of play as the server is asked about it. */
function asked({ game, start = null, moves }: Line) {
  return { game, start, moves: [...moves] };
}

/** Where a line of play leads, and who has won there. */
export function explored(line: Line): Promise<Explored> {
  return answered(api.POST('/api/explore', { body: asked(line) }));
}

/** Where a line of play leads. */
export async function explore(line: Line): Promise<View> {
  return (await explored(line)).view;
}

/** Why a move cannot be played after a line of play, as the server says it; nothing if it can. */
export async function objection(line: Line, move: string): Promise<string | null> {
  const body = { line: asked(line), move };
  return (await answered(api.POST('/api/objection', { body }))).reason?.message ?? null;
}
