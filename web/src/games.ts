// The games and their boards, asked for once.
import { answered, api, type Click, type Explored, type GameView, type Geometry, type Objection } from './api/client';
import { PAGES } from './data';
import { capital } from './messages/index.svelte';
import { remembered } from './parts/remembered';

/** The names of all games, in the order of lists. */
export const GAMES: readonly string[] = Object.entries(PAGES)
  .toSorted(([, one], [, other]) => one.place - other.place)
  .map(([name]) => name);

/** A game's title, from its name in addresses. */
export function titleOf(game: string): string {
  return capital(game);
}

const all = remembered(() => answered(api.GET('/api/games')));

/** Everything about all games. */
export function games(): Promise<readonly GameView[]> {
  return all(null);
}

/** Everything about one game. */
export async function gameNamed(name: string): Promise<GameView> {
  const game = (await games()).find(({ about }) => about.name === name);
  if (!game) throw new Error(`there is no game ${name}`);
  return game;
}

/** A game with the variant of its guided game first: what somebody has learned is what is offered next. */
export function asOffered(game: GameView): GameView {
  const learned = PAGES[game.about.name]?.first.split(' ')[1];
  const isLearned = ({ name }: GameView['variants'][number]) => name === learned;
  const others = game.variants.filter((each) => !isLearned(each));
  return { ...game, variants: [...game.variants.filter(isLearned), ...others] };
}

/** The board of a game, which may be named with its variant. */
export const board = remembered((name: string): Promise<Geometry> => {
  const [game = '', variant] = name.split(' ');
  const query = variant === undefined ? {} : { variant };
  return answered(api.GET('/api/games/{game}/board', { params: { path: { game }, query } }));
});

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

/** How long a board waits for an answer before it is free again, in milliseconds. */
const PATIENCE = 9000;

/** Where a line of play leads, and who has won there. */
export function explored(line: LineOfPlay): Promise<Explored> {
  return answered(api.POST('/api/explore', { body: asked(line), signal: AbortSignal.timeout(PATIENCE) }));
}

/** What clicks after a line of play mean, and why it cannot be played; no reason if it can, or if they mean nothing. */
export function objection(line: LineOfPlay, clicks: readonly Click[]): Promise<Objection> {
  const body = { line: asked(line), clicks: [...clicks] };
  return answered(api.POST('/api/objection', { body, signal: AbortSignal.timeout(PATIENCE) }));
}
