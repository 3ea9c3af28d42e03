mobius-rules =
    Two players lay stones on a strip of paper with half a twist in it. You win by connecting your colour’s places
    along the edge. That is all, except that the strip has only one edge.

mobius-rules-board = The board
    .text-1 =
        A strip of hexagons, twelve wide and thirteen long. Its lower end is glued to its upper end, with half a twist
        before gluing: left meets right.
    .text-2 =
        Because of this the top row is drawn twice, as half cells at the top and, in reverse order, as half cells at
        the bottom. The letters tell which halves belong together. This line is called the seam.
    .text-3 =
        The glued strip has a single edge that runs all the way round. Six bars lie along it, red and blue by turns,
        three of each. A cell where two bars meet touches both.

mobius-rules-turn = Your turn
    .text-1 =
        Red begins. Lay one stone of your colour on any empty cell. Stones never move and are never taken; nobody
        passes, and the colours are not swapped.

mobius-rules-bars = Winning with three bars
    .text-1 =
        You win when one connected group of your stones touches all three bars of your colour. It may run through the
        seam like through any other place.

mobius-rules-loop = Winning with two bars and a loop
    .text-1 =
        Two bars are enough if the same group also has a loop: a closed chain of your stones that goes round the
        strip, out at the top and in again at the bottom.
    .ruling-2 =
        A loop crosses the seam an odd number of times. A chain that follows the whole edge crosses it twice, and is
        no loop.

mobius-rules-linking = What bars do
    .ruling-1 =
        Your bars link: two groups of yours that touch the same bar of yours are connected by it, and a loop may run
        through it.
    .ruling-2 =
        If the board is full and nobody has won in either way, links are counted: a group that joins two of its bars
        has one link, one that joins three has two, and a loop anywhere counts as one more. Red and Blue always have
        three links together, so one of them has two or three, and wins. There are no draws.

mobius-rules-moves = How moves are written
    .move-1 = `e0` a stone on cell e0: the column’s letter, then the row’s number from the top
    .move-2 = `l12` a stone on cell l12

mobius-figure-halves = Lay a stone on one of the half cells at the top or bottom, and see where it lies.
    .right = The stone lies in both halves, because they are one cell. Left at the top is right at the bottom.
    .wrong = That is a whole cell. Choose a half cell, at the upper or lower end.

mobius-figure-bars = Three arms reach for the three red bars. (Blue’s stones are left out.) Which stone joins them?
    .right = All three red bars are joined by one group.
    .wrong = The three arms must meet: look where they all come near.

mobius-figure-seam = Here the way to the third bar leads through the seam. Where is the missing stone?
    .right = The chain leaves at the top and comes back at the bottom, on the other side.
    .wrong = One chain ends at the top of column d, one at the bottom of the right half. Which half cell touches both?

mobius-figure-loop =
    Red has a loop around the strip already, and apart from it a group with the two bars on the left. Join them.
    .right = Two bars and a loop that crosses the seam once, all in one group.
    .wrong = Which cell touches both the long loop and the group on the left?

mobius-figure-linking = Two red groups touch the bar at the lower left, which joins them. Win.
    .right = The lower left bar links them, so the three bars are joined.
    .wrong = The lower chain wants to reach the bar on the right.
