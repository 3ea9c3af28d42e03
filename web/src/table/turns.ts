// The turns of a game, and time as clocks show it.
import type { MoveMade } from '../api/client';

/** Where turns begin, by how many moves came before: whose they are, and their numbers. A card belongs to its turn. */
export function turns(
  moves: readonly Pick<MoveMade, 'by'>[],
  colours: readonly string[],
): Map<number, { colour: string; number: number }> {
  const found = new Map<number, { colour: string; number: number }>();
  let last: string | undefined;
  for (const [at, { by }] of moves.entries()) {
    if (by === last || (by !== 'chance' && moves[at - 1]?.by === 'chance')) {
      last = by;
      continue;
    }
    const player = by === 'chance' ? moves[at + 1]?.by : by;
    found.set(at, { colour: colours[player === 'second' ? 1 : 0] ?? '', number: found.size + 1 });
    last = by;
  }
  return found;
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
