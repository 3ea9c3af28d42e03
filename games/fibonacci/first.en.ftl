fibonacci-first =
    You are Red and begin. You win when your six attack pieces, the triangles, stand on all six points around the
    green central piece, the star.

    In its corner the star has only three points around it, so it cannot be surrounded there: it has to be drawn out
    first. A piece that steps onto the star changes places with it.

    Your first turn has one step. The turns become longer as the game goes on, up to six steps.

fibonacci-lesson-cell-1 = One step
    .text =
        Choose a triangle or a square, then a point. Pieces of a kind that touch are a group, and a piece may go to
        any point next to its group: even from one end to the other in a single step. The lit places are where from
        and where to.

fibonacci-lesson-cell-2 = Build a bridge
    .text =
        Now your turn has several steps. A chain of triangles is a bridge: the rearmost one leaps to the front, again
        and again. So bring them towards the green star as one group.

fibonacci-lesson-cell-3 = Changing places
    .text =
        A point may be taken already, by anybody’s piece: then the two change places. In this way even a star is
        moved, and only in this way. The green star is safe in its corner, so step onto it with a triangle from
        further out: it comes out to where the triangle was.

fibonacci-lesson-cell-4 = A siege costs steps
    .text =
        For every triangle of yours next to the green star Green has a step less in each turn. It is the same the
        other way round, so the squares beside your own star are well placed.

fibonacci-lesson-cell-5 = Steps left
    .text = How many steps you have left is shown above. You may end a turn early once you have made a step.
