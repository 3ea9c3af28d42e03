// What lies in games/GAME/ at the top of the repository, found by listing.
import type { Goal } from './rules/judge';

/** What a game's `page.json` says. */
export interface PageData {
  /** Its place in lists. */
  place: number;
  /** The game and variant that its first game is. */
  first: string;
  /** A position in which one sees what it is about, for its picture. */
  sample: { game: string; start: string };
}

/** A figure of the rules: a position, and what answers it. What is said about it is with the game's words. */
export interface Figure {
  /** The section of the rules that it belongs to. */
  section: string;
  /** The game and its variant. */
  game: string;
  /** The position, if not the game's own. */
  start?: string;
  goal: Goal;
  /** What is played when somebody asks to be shown. */
  solution: readonly string[];
}

/** What files say, by the game whose they are. */
export function byGame<T>(files: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [path.split('/').at(-2), file]));
}

export const PAGES: Readonly<Record<string, PageData>> = byGame(
  import.meta.glob<PageData>('../../games/*/page.json', { eager: true, import: 'default' }),
);
