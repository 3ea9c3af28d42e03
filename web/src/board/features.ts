// What is special about a board, by name: the one place that reads it from the board's description.
import type { Geometry } from '../api/client';

export function features({ sites, pieces, lines }: Geometry) {
  return {
    /** Lines are pushed from places at the edge. */
    hasEdges: sites.some((site) => site.kind === 'edge'),
    /** Pieces stand on each other, and stacks can be split. */
    hasStacks: pieces.some((piece) => piece.shape === 'counter'),
    /** Pieces stand on points of lines, and not in cells. */
    hasLines: lines.length > 0,
    /** Pieces roll when they move. */
    hasMarbles: pieces.some((piece) => piece.shape === 'marble'),
  };
}
