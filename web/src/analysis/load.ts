// What somebody wants to look at: a record, a position or moves, whichever it is; or what an address says.
import { answered, api, ApiFailure, type GameView } from '../api/client';
import type { Beginning, Line } from '../line/line.svelte';
import { words } from '../messages/index.svelte';
import { readRecord } from './record';
import { EMPTY, lineTo, mainLine, withLine, type Tree } from './tree';

export interface Loaded extends Beginning {
  tree: Tree;
  tags: Readonly<Record<string, string>>;
}

function fullName(game: string, variant: string | null): string {
  return variant ? `${game} ${variant}` : game;
}

/** The variant that a game has if nobody says which. */
export function usualVariant({ variants }: GameView): string | null {
  return variants[0]?.name ?? null;
}

/** Reads what was given. Every line of it is tried out before it is shown. */
export async function readAny(given: string, about: GameView, line: Line): Promise<Loaded> {
  const { name } = about.about;
  const usual = usualVariant(about);
  if (/^\s*(\[|\{)/.test(given)) {
    const { game, variant, start, tree, tags } = readRecord(given);
    if (game !== name) throw new ApiFailure('', words().analysis.wrongGame(game));
    const beginning = { game: fullName(name, variant ?? usual), start };
    const leaves = tree.flatMap((node, id) => (node.children.length === 0 ? [id] : []));
    await Promise.all(leaves.map((leaf) => line.ask(lineTo(tree, leaf), beginning)));
    return { ...beginning, tree, tags, at: mainLine(tree).at(-1) ?? 0 };
  }
  const text = given.trim();
  const kinds = about.variants.length ? about.variants.map((variant) => variant.name) : [null];
  for (const kind of new Set([line.variant ?? usual, text.split(' ')[3] ?? null, ...kinds])) {
    const beginning = { game: fullName(name, kind), start: text };
    try {
      await line.ask([], beginning);
      return { ...beginning, tree: EMPTY, tags: {} };
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'unreachable') throw error;
    }
  }
  const { tree } = readRecord(text);
  const last = mainLine(tree).at(-1);
  if (last === undefined) throw new ApiFailure('', words().analysis.unreadable);
  return { game: fullName(name, line.variant ?? usual), tree, tags: {}, at: last };
}

/** What the address says after its `#`: a table, or a position and the moves from there. */
export async function readAddress(hash: string, about: GameView, line: Line): Promise<Loaded> {
  const asked = new URLSearchParams(hash.slice(1));
  const table = asked.get('table');
  if (table) {
    const request = api.GET('/api/tables/{table}/record', { params: { path: { table } }, parseAs: 'text' });
    return readAny(await answered(request), about, line);
  }
  const moves = (asked.get('moves') ?? '').split(' ').filter((move) => move !== '');
  const [tree, at] = withLine(EMPTY, 0, moves);
  const game = fullName(about.about.name, asked.get('variant') ?? usualVariant(about));
  return { game, start: asked.get('start'), tree, at, tags: {} };
}

/** The address, after its `#`, of a position and the moves from there. */
export function addressOf({ variant, start }: Line, moves: readonly string[]): string {
  const parts = new URLSearchParams();
  if (variant) parts.set('variant', variant);
  if (start) parts.set('start', start);
  if (moves.length > 0) parts.set('moves', moves.join(' '));
  return `#${parts}`;
}
