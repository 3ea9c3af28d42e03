// The turns of a game, and time as clocks show it.
import type { Colour, Geometry, MoveMade } from '../api/client';
import { colourOf, isPlayer } from '../board/players';

/** Where turns begin, by how many moves came before: whose they are, and their numbers. A card belongs to its turn. */
export function turns(
  movers: readonly MoveMade['by'][],
  geometry: Pick<Geometry, 'players'>,
): Map<number, { colour: Colour; number: number }> {
  const found = new Map<number, { colour: Colour; number: number }>();
  for (const [at, by] of movers.entries()) {
    const before = movers[at - 1];
    if (by === before || before === 'chance') continue;
    const player = [by, movers[at + 1]].find(isPlayer) ?? 'first';
    found.set(at, { colour: colourOf(geometry, player), number: found.size + 1 });
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
