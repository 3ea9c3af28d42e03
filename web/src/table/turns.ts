// The moves of a game as turns: what one player did before the other one moved, drawn cards with it.
import type { MoveMade } from '../api/client';

export interface Turn {
  by: 'first' | 'second' | 'chance';
  moves: { text: string; ply: number }[];
}

/** The turns; a move's ply is how many moves have been played after it. */
export function turns(moves: readonly MoveMade[]): Turn[] {
  const list: Turn[] = [];
  for (const [at, { by, move }] of moves.entries()) {
    const last = list.at(-1);
    const entry = { text: move, ply: at + 1 };
    if (last && (last.by === by || last.by === 'chance')) {
      last.moves.push(entry);
      last.by = by;
    } else {
      list.push({ by, moves: [entry] });
    }
  }
  return list;
}

/** A span of time as a clock shows it. */
export function clockText(milliseconds: number): string {
  const all = Math.max(milliseconds, 0);
  const seconds = Math.floor(all / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const two = (value: number) => String(value % 60).padStart(2, '0');
  if (days > 1) return `${days} × 24 h`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds)}`;
  if (all < 10_000) return `0:${two(seconds)}.${Math.floor((all % 1000) / 100)}`;
  return `${minutes}:${two(seconds)}`;
}
