// What is special about a board, by name, as its description says it.
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
  /** Pieces that belong together light up together. */
  hasGroups: boolean;
  /** A place lights up from where it can be reached, instead of where one can go from there. */
  hasReach: boolean;
  /** The second player sees the board from the other side. */
  isOpposite: boolean;
}

export function features({ features: all, pushes }: Pick<Geometry, 'features' | 'pushes'>): Features {
  return {
    hasEdges: pushes.length > 0,
    hasStacks: all.includes('stacks'),
    hasLines: all.includes('points'),
    hasMarbles: all.includes('rolling'),
    hasGroups: all.includes('groups'),
    hasReach: all.includes('reach'),
    isOpposite: all.includes('opposite'),
  };
}
