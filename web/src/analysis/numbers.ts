// The turns of a tree of moves, variations included: whose they are, and their numbers.
import type { Colour, Geometry, MoveMade } from '../api/client';
import { colourOf, isPlayer, opponentOf } from '../board/players';
import type { Tree } from '../line/tree';

type Mover = MoveMade['by'];

export interface Numbered {
  /** The number of the turn that the move belongs to. */
  number: number;
  /** Whose turn it is. */
  colour: Colour;
  /** Whether the turn begins with this move. */
  isFirst: boolean;
}

/** The turn of each node whose mover is known, as those of all before it are. A card belongs to the turn it begins. */
export function numbered(
  tree: Tree,
  movers: ReadonlyMap<number, Mover>,
  geometry: Pick<Geometry, 'players'>,
): Map<number, Numbered> {
  const found = new Map<number, Numbered>();
  const waiting = [...(tree[0]?.children ?? [])];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const [by, parent] = [movers.get(id), tree[id]?.parent ?? 0];
    const [before, turn] = [movers.get(parent), found.get(parent)];
    if (!by) continue;
    const isFirst = by !== before && before !== 'chance';
    const next = tree[id]?.children.map((child) => movers.get(child)).find(isPlayer);
    // Who plays a card that nobody has followed yet: not the one before.
    const whose = isPlayer(by) ? by : (next ?? (isPlayer(before) ? opponentOf(before) : 'first'));
    found.set(id, {
      number: (turn?.number ?? 0) + (isFirst ? 1 : 0),
      colour: isFirst || !turn ? colourOf(geometry, whose) : turn.colour,
      isFirst,
    });
    waiting.push(...(tree[id]?.children ?? []));
  }
  return found;
}
