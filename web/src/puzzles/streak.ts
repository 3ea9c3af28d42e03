// On how many days in a row somebody has solved a puzzle, kept in the browser.
import { keep, kept } from '../parts/kept';

export interface Streak {
  /** The last day on which one was solved, counted from 1970 in Greenwich, as the puzzle of the day is. */
  day: number;
  /** How many days in a row, up to that one. */
  length: number;
  best: number;
}

const KEY = 'halte-puzzle-streak';
const DAY = 24 * 60 * 60 * 1000;
const NONE: Streak = { day: 0, length: 0, best: 0 };

export function today(): number {
  return Math.floor(Date.now() / DAY);
}

/** The streak after a puzzle was solved on a day. */
export function extended(streak: Streak, day: number): Streak {
  if (streak.day === day) return streak;
  const length = streak.day === day - 1 ? streak.length + 1 : 1;
  return { day, length, best: Math.max(length, streak.best) };
}

/** How long a streak is on a day: it is lost when a whole day goes by. */
export function lengthOn(streak: Streak, day: number): number {
  return day - streak.day <= 1 ? streak.length : 0;
}

export function readStreak(): Streak {
  const [day, length, best] = ['day', 'length', 'best'].map((name) => Number(kept(KEY)[name]));
  return day && length && best ? { day, length, best } : NONE;
}

/** Notes that a puzzle was solved today. */
export function noteSolved(): void {
  keep(KEY, extended(readStreak(), today()));
}
