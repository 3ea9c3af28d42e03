// What is special about a board, by name, as its description says it.
import type { Geometry } from '../api/client';

export function features({ features: all, pushes }: Pick<Geometry, 'features' | 'pushes'>) {
  return {
    /** Lines are pushed from places at the edge. */
    hasEdges: pushes.length > 0,
    /** Pieces stand on each other, and stacks can be split. */
    hasStacks: all.includes('stacks'),
    /** Pieces stand on points of lines, and not in cells. */
    hasLines: all.includes('points'),
    /** Pieces roll when they move. */
    hasMarbles: all.includes('rolling'),
    /** Pieces that belong together light up together. */
    hasGroups: all.includes('groups'),
    /** A place lights up from where it can be reached, instead of where one can go from there. */
    hasReach: all.includes('reach'),
    /** The second player sees the board from the other side. */
    isOpposite: all.includes('opposite'),
  };
}
