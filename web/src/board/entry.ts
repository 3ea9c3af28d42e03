// How a move is entered: click by click, as the server said for each legal move. There is no rule in here.
import type { Click, Geometry, LegalMove } from '../api/client';
import { moveName, type Named } from './names';

/** What a click may add to those before: sites, and how many pieces may be taken there if that is a choice. */
export type Choices = Map<number, number[]>;

function same(one: Click, other: Click): boolean {
  return one.site === other.site && (one.take ?? null) === (other.take ?? null);
}

/** The moves that begin with these clicks. */
export function beginning(legal: readonly LegalMove[], clicks: readonly Click[]): LegalMove[] {
  return legal.filter((move) =>
    clicks.every((click, at) => {
      const expected = move.clicks[at];
      return expected !== undefined && same(expected, click);
    }),
  );
}

/** On what kind of place moves begin now: on cells, or at the edge. */
export function beginsOn(geometry: Geometry, legal: readonly LegalMove[]): string {
  return geometry.sites[legal[0]?.clicks[0]?.site ?? -1]?.kind ?? '';
}

/** What can be clicked after these clicks. */
export function choices(legal: readonly LegalMove[], clicks: readonly Click[]): Choices {
  const found: Choices = new Map();
  for (const move of beginning(legal, clicks)) {
    const next = move.clicks[clicks.length];
    if (!next) continue;
    const takes = found.get(next.site) ?? [];
    if (next.take != null && !takes.includes(next.take)) takes.push(next.take);
    found.set(next.site, takes);
  }
  for (const takes of found.values()) takes.sort((one, other) => one - other);
  return found;
}

/** What a click leads to. */
export interface Entered {
  clicks: Click[];
  /** The move, once it is complete. */
  move: string | null;
  /** Whether the click meant nothing. */
  isLost: boolean;
}

/**
 * Adds a click to those before. The last site once more gives up, or takes another number of pieces if there is a
 * choice and one is given. Another piece that can be moved is chosen instead; any other place was meant as a goal, and
 * what was chosen stays chosen.
 */
export function enter(
  legal: readonly LegalMove[],
  before: readonly Click[],
  site: number,
  take: number | null,
): Entered {
  const last = before.at(-1);
  const isAgain = last?.site === site;
  for (const start of isAgain ? [before.slice(0, -1)] : [before, []]) {
    const takes = choices(legal, start).get(site);
    if (!takes) continue;
    const chosen = takes.length === 0 ? null : take !== null && takes.includes(take) ? take : (takes.at(-1) ?? null);
    if (isAgain && chosen === (last?.take ?? null)) return { clicks: [...start], move: null, isLost: false };
    const clicks = [...start, { site, take: chosen }];
    const complete = beginning(legal, clicks).find((move) => move.clicks.length === clicks.length);
    const isAnew = before.length > 0 && start.length === 0 && !isAgain;
    if (isAnew && (complete || takes.length > 0)) break;
    return complete ? { clicks: [], move: complete.move, isLost: false } : { clicks, move: null, isLost: false };
  }
  return { clicks: [...before], move: null, isLost: true };
}

/** The legal move that was typed, also as people read it, or nothing. */
export function typed(geometry: Named | undefined, legal: readonly LegalMove[], text: string): LegalMove | undefined {
  const plain = (written: string) => written.replaceAll(/\s/g, '').toLowerCase();
  const wanted = plain(text);
  return legal.find(({ move }) => plain(move) === wanted || plain(moveName(geometry, move)) === wanted);
}
