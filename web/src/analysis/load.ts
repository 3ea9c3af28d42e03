// What somebody wants to look at: a record, a position or moves, whichever it is; or what an address says.
import { answered, api, ApiFailure, type GameView } from '../api/client';
import type { Beginning, Line } from '../line/line.svelte';
import { say } from '../messages/index.svelte';
import { readRecord, type Heading } from './record';
import { EMPTY, mainLine, withLine, type Tree } from '../line/tree';

export interface Loaded extends Beginning {
  tree: Tree;
  heading: Heading;
}

function fullName(game: string, variant: string | null): string {
  return variant ? `${game} ${variant}` : game;
}

/** The variant that a game has if nobody says which. */
export function usualVariant({ variants }: GameView): string | null {
  return variants[0]?.name ?? null;
}

/** Reads what was given, whichever it is: the server knows. */
export async function readAny(given: string, about: GameView, line: Line): Promise<Loaded> {
  const { name } = about.about;
  const record = await readRecord(given, fullName(name, line.variant ?? usualVariant(about)));
  const whose = record.game.split(' ')[0] ?? '';
  if (whose !== name) throw new ApiFailure(say('analysis-wrong-game', { game: whose }));
  return { ...record, at: mainLine(record.tree).at(-1) ?? 0 };
}

/** What the address says after its `#`: a table, or a position and the moves from there. */
export async function readAddress(fragment: string, about: GameView, line: Line): Promise<Loaded> {
  const asked = new URLSearchParams(fragment);
  const table = asked.get('table');
  if (table) {
    const request = api.GET('/api/tables/{table}/record', { params: { path: { table } }, parseAs: 'text' });
    return readAny(await answered(request), about, line);
  }
  const moves = (asked.get('moves') ?? '').split(' ').filter((move) => move !== '');
  const [tree, at] = withLine(EMPTY, 0, moves);
  const game = fullName(about.about.name, asked.get('variant') ?? usualVariant(about));
  return { game, start: asked.get('start'), tree, at, heading: { tags: {} } };
}

/** The address, after its `#`, of a position and the moves from there. */
export function addressOf({ variant, start }: Line, moves: readonly string[]): string {
  const parts = new URLSearchParams();
  if (variant) parts.set('variant', variant);
  if (start) parts.set('start', start);
  if (moves.length > 0) parts.set('moves', moves.join(' '));
  return `#${parts}`;
}
