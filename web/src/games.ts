// The games and their boards, asked for once.
import {
  answered,
  api,
  type Click,
  type Explored,
  type GameView,
  type Geometry,
  type Objection,
  type View,
} from './api/client';
import { PAGES } from './data';

/** The names of all games, in the order of lists. */
export const GAMES: readonly string[] = Object.entries(PAGES)
  .toSorted(([, one], [, other]) => one.place - other.place)
  .map(([name]) => name);

/** A game's title, from its name in addresses. */
export function titleOf(game: string): string {
  return (game[0]?.toUpperCase() ?? '') + game.slice(1);
}

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

/** The board of a game, which may be named with its variant. */
export function board(name: string): Promise<Geometry> {
  const known = boards.get(name);
  if (known) return known;
  const [game = '', variant] = name.split(' ');
  const query = variant === undefined ? {} : { variant };
  const request = answered(api.GET('/api/games/{game}/board', { params: { path: { game }, query } }));
  const kept = keep(request, () => boards.delete(name));
  boards.set(name, kept);
  return kept;
}

/** Moves from a position, or from the game's own start. */
export interface LineOfPlay {
  readonly game: string;
  readonly start?: string | null | undefined;
  readonly moves: readonly string[];
}

/** A line of play as the server is asked about it. */
function asked({ game, start = null, moves }: LineOfPlay) {
  return { game, start, moves: [...moves] };
}

/** Where a line of play leads, and who has won there. */
export function explored(line: LineOfPlay): Promise<Explored> {
  return answered(api.POST('/api/explore', { body: asked(line) }));
}

/** Where a line of play leads. */
export async function explore(line: LineOfPlay): Promise<View> {
  return (await explored(line)).view;
}

/** What clicks after a line of play mean, and why it cannot be played; no reason if it can, or if they mean nothing. */
export function objection(line: LineOfPlay, clicks: readonly Click[]): Promise<Objection> {
  const body = { line: asked(line), clicks: [...clicks] };
  return answered(api.POST('/api/objection', { body }));
}
