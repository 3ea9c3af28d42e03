mobius-first =
    You are Red and begin. There are three red bars along the edge of the strip: link them with one group of red
    stones, and you have won.

    There is another way: link two of them, and lay a loop with the same group. A loop is a closed chain that goes
    round the strip, out at the top and in again at the bottom.

    The strip is glued together, top to bottom, with half a twist. That is all there is to it.

mobius-lesson-cell-1 = Your first stone
    .text =
        Lay a stone on any empty cell. Stones never move and are never taken. In the middle a stone keeps all ways
        open, at the edge it is close to a bar. The lit cell is where a strong player would lay it.

mobius-lesson-cell-2 = Do not crawl
    .text =
        Stones that touch are one group. You need not lay them side by side: if two free cells lie between two of your
        stones, they are as good as linked. Should your opponent take one of the cells, you take the other.

mobius-lesson-cell-3 = The seam
    .text =
        The half cells at the top and at the bottom are the same cells, in reverse order: the letters tell which
        halves belong together. A chain that leaves at the top comes in again at the bottom, on the other side. Look
        at it as a real strip, and turn it.

mobius-lesson-cell-4 = A good cell is good for both
    .text =
        Where your opponent wants to get through is where you can stop them, and the other way round. Often one stone
        does both: it links yours and stands in their way.

mobius-lesson-cell-5 = Your groups
    .groups =
        Now your groups are shown by thick lines. Bring them together, and bring them to the red bars: a bar that two
        groups touch links them, too.
