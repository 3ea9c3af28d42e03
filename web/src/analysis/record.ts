// Records of games: the server reads and writes them, here they are trees.
import { answered, api, type RecordTree } from '../api/client';
import { kept, type Tree } from '../line/tree';

/** What is said about a game as a whole, and how it ended, if it has. */
export type Heading = Pick<RecordTree, 'tags' | 'ending'>;

export interface GameRecord {
  /** The game and its variant. */
  game: string;
  /** The position it starts from, if not the game's own. */
  start: string | null;
  heading: Heading;
  tree: Tree;
}

/** A record, a position or moves, whichever a text is; the game is that of a position or of moves. */
export async function readRecord(text: string, game: string | null): Promise<GameRecord> {
  const {
    nodes,
    start,
    tags,
    ending,
    game: found,
  } = await answered(api.POST('/api/records/read', { body: { text, game } }));
  const parents = new Map(nodes.flatMap(({ children }, parent) => children.map((child) => [child, parent])));
  const tree = nodes.map(({ comment = '', ...node }, id) => ({ ...node, comment, parent: parents.get(id) ?? null }));
  return { game: found, start: start ?? null, heading: { tags, ending: ending ?? null }, tree };
}

/** A record as text. */
export async function writeRecord({ game, start, heading, tree }: GameRecord): Promise<string> {
  const { nodes, numbers } = kept(tree);
  const body = {
    game,
    start,
    ...heading,
    nodes: nodes.map(({ move, children, comment, before = '', nags = [] }) => ({
      move,
      comment,
      before,
      nags: [...nags],
      children: children.map((child) => numbers.get(child) ?? 0),
    })),
  };
  return (await answered(api.POST('/api/records/write', { body }))).text;
}
