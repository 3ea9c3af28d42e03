// What is special about a board, by name: the one place that reads it from the board's description.
import type { Geometry } from '../api/client';

export interface Features {
  /** Lines are pushed from places at the edge. */
  hasEdges: boolean;
  /** Pieces stand on each other, and stacks can be split. */
  hasStacks: boolean;
  /** Pieces stand on points of lines, and not in cells. */
  hasLines: boolean;
  /** Pieces roll when they move. */
  hasMarbles: boolean;
}

export function features({ sites, pieces, lines }: Pick<Geometry, 'sites' | 'pieces' | 'lines'>): Features {
  return {
    hasEdges: sites.some((site) => site.kind === 'edge'),
    hasStacks: pieces.some((piece) => piece.shape === 'counter'),
    hasLines: lines.length > 0,
    hasMarbles: pieces.some((piece) => piece.shape === 'marble'),
  };
}
