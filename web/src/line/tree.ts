// A game with its variations: a tree of moves, as a value that is never changed but made anew.

export interface Node {
  /** The move that leads here; none at the root. */
  move: string;
  /** The node before; none at the root. */
  parent: number | null;
  /** What may follow, the main line first. */
  children: readonly number[];
  comment: string;
  /** What is said before it, where it begins a variation. */
  before?: string;
  /** Judgements, by their numbers in PGN. */
  nags?: readonly number[];
}

/** All nodes, the root first; nodes that were removed are no one's children. */
export type Tree = readonly Node[];

export const EMPTY: Tree = [{ move: '', parent: null, children: [], comment: '' }];

/** The moves from the root to a node. */
export function lineTo(tree: Tree, id: number): string[] {
  const moves: string[] = [];
  for (let at: number | null = id; at !== null; at = tree[at]?.parent ?? null) moves.push(tree[at]?.move ?? '');
  return moves.reverse().slice(1);
}

/** The nodes from one on along its first children, itself left out. */
export function mainLine(tree: Tree, from = 0): number[] {
  const ids: number[] = [];
  for (let at = tree[from]?.children[0]; at !== undefined; at = tree[at]?.children[0]) ids.push(at);
  return ids;
}

/** The tree with a move after a node, and where that leads: to what is there, if it is. */
export function withMove(tree: Tree, id: number, move: string): [Tree, number] {
  const node = tree[id];
  if (!node) return [tree, id];
  const known = node.children.find((child) => tree[child]?.move === move);
  if (known !== undefined) return [tree, known];
  const added = tree.length;
  const grown = change(tree, id, { children: [...node.children, added] });
  return [[...grown, { move, parent: id, children: [], comment: '' }], added];
}

/** The tree with several moves in a row after a node, and where they lead. */
export function withLine(tree: Tree, id: number, moves: readonly string[]): [Tree, number] {
  return moves.reduce<[Tree, number]>(([grown, at], move) => withMove(grown, at, move), [tree, id]);
}

export function withComment(tree: Tree, id: number, comment: string): Tree {
  return change(tree, id, { comment });
}

/** The tree without a node and all that follows it, and the node before. */
export function without(tree: Tree, id: number): [Tree, number] {
  const parent = tree[id]?.parent;
  if (parent == null) return [tree, id];
  const children = tree[parent]?.children.filter((child) => child !== id) ?? [];
  return [change(tree, parent, { children }), parent];
}

/** The tree with a node's line as the main line. */
export function promoted(tree: Tree, id: number): Tree {
  let made = tree;
  for (let at = id; ;) {
    const parent = made[at]?.parent;
    if (parent == null) return made;
    const child = at;
    const others = made[parent]?.children.filter((each) => each !== child) ?? [];
    made = change(made, parent, { children: [child, ...others] });
    at = parent;
  }
}

/** Which nodes lead from the root to a node, itself among them, the root left out. */
export function nodesTo(tree: Tree, id: number): number[] {
  const ids: number[] = [];
  for (let at: number | null = id; at; at = tree[at]?.parent ?? null) ids.push(at);
  return ids.reverse();
}

/**
 * The tree with the moves of a game that goes on as its main line, and the node of the last one. `played` was that node
 * before: what the game took back since then goes, what was tried out stays.
 */
export function withGame(tree: Tree, played: number, moves: readonly string[]): [Tree, number] {
  const before = nodesTo(tree, played);
  const undone = before.find((id, at) => tree[id]?.move !== moves[at]);
  const kept = undone === undefined ? tree : without(tree, undone)[0];
  const [grown, last] = withLine(kept, 0, moves);
  return [promoted(grown, last), last];
}

/** The node beside one, by steps up or down among those that share its parent. */
export function beside(tree: Tree, id: number, by: number): number {
  const siblings = tree[tree[id]?.parent ?? -1]?.children ?? [];
  return siblings[siblings.indexOf(id) + by] ?? id;
}

/** The nodes that were not removed, and their numbers among them. */
export function kept(tree: Tree): { nodes: Tree; numbers: ReadonlyMap<number, number> } {
  const numbers = new Map([[0, 0]]);
  for (const id of numbers.keys()) for (const child of tree[id]?.children ?? []) numbers.set(child, numbers.size);
  return { nodes: [...numbers.keys()].flatMap((id) => tree[id] ?? []), numbers };
}

function change(tree: Tree, id: number, changes: Partial<Node>): Tree {
  return tree.map((node, at) => (at === id ? { ...node, ...changes } : node));
}
