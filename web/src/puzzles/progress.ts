// How far somebody is with the puzzles: kept in the browser, and by the server where there is one, for every browser of
// the same account.
import { answered, api, type PuzzleProgress } from '../api/client';
import { forget, keep, kept } from '../parts/kept';

export type Progress = Readonly<PuzzleProgress>;

export const NONE: Progress = { solved: [], days: [], again: {} };

/** After how many days a puzzle that went wrong comes back, the first time and later; then it is known. */
const PAUSES = [1, 3, 7];

export const DAY = 24 * 60 * 60 * 1000;

/** The days since 1970 in Greenwich, by which the puzzle of the day changes too. */
export function today(): number {
  return Math.floor(Date.now() / DAY);
}

/** After a puzzle went wrong on a day, or its solution was shown. */
export function withFailure(progress: Progress, puzzle: string, day: number): Progress {
  const again = { noted: day, day: day + (PAUSES[0] ?? 1), times: 0 };
  return { ...progress, again: { ...progress.again, [puzzle]: again } };
}

/** After a puzzle was solved on a day. Solved at once after it went wrong, it still comes back. */
export function withSuccess(progress: Progress, puzzle: string, day: number): Progress {
  const { solved, days, again } = progress;
  const next = { solved: [...new Set([...solved, puzzle])], days: [...new Set([...days, day])], again };
  const known = again[puzzle];
  if (!known || isKnown(known) || day < known.day) return next;
  const times = known.times + 1;
  return { ...next, again: { ...again, [puzzle]: { noted: day, day: day + (PAUSES[times] ?? 0), times } } };
}

function isKnown({ times }: { times: number }): boolean {
  return times >= PAUSES.length;
}

/** The puzzles that come back, those that wait longest first, with the day from which they are offered. */
export function comingBack({ again }: Progress): [puzzle: string, day: number][] {
  const open = Object.entries(again).filter(([, each]) => !isKnown(each));
  return open.map(([puzzle, { day }]): [string, number] => [puzzle, day]).sort(([, one], [, other]) => one - other);
}

/** Those of them that are offered on a day. */
export function dueOn(progress: Progress, day: number): string[] {
  return comingBack(progress).flatMap(([puzzle, from]) => (from <= day ? [puzzle] : []));
}

/** On how many days in a row one was solved, up to a day or the one before, and on how many at best. */
export function streakOn({ days }: Progress, day: number): { length: number; best: number } {
  let [length, best, last] = [0, 0, -1];
  for (const each of [...days].sort((one, other) => one - other)) {
    length = each === last + 1 ? length + 1 : 1;
    best = Math.max(best, length);
    last = each;
  }
  return { length: day - last <= 1 ? length : 0, best };
}

const KEY = 'halte-puzzles';

/** What this browser has kept. */
export function progressHere(): Progress {
  const { solved, days, again } = kept(KEY);
  const isOurs = Array.isArray(solved) && Array.isArray(days) && typeof again === 'object';
  return isOurs ? { solved, days, again: { ...again } } : NONE;
}

/** How far the visitor is, here and by the server, if there is one. */
export async function progress(): Promise<Progress> {
  const here = progressHere();
  const isNew = here.solved.length === 0 && Object.keys(here.again).length === 0;
  const known = isNew ? api.GET('/api/me/puzzles') : api.POST('/api/me/puzzles', { body: here });
  const all = await answered(known).catch(() => here);
  // What was noted meanwhile is told in its turn.
  if (JSON.stringify(progressHere()) === JSON.stringify(here)) keep(KEY, all);
  return all;
}

/** Notes what came of a puzzle today. */
export function note(what: typeof withSuccess, puzzle: string): void {
  keep(KEY, what(progressHere(), puzzle, today()));
  // Without a server it is told the next time.
  void progress();
}

/** Forgets what the server has kept with an account that nobody is logged in with any more. */
export function forgetProgress(): void {
  forget(KEY);
}
