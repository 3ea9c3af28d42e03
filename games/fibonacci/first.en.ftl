fibonacci-first =
    You are Red and begin. You win when your six attack pieces, the triangles, stand on all six points around the
    green central piece, the star.

    In a corner a star has only three points around it, so it cannot be surrounded there: it has to be drawn out
    first. A piece that steps onto a star changes places with it.

    Your first turn has one step. The turns become longer as the game goes on, up to six steps.

fibonacci-kind-central = Central pieces, the stars
    .text = One each. A star never moves by itself: it is moved only by a piece that changes places with it.
    .pieces = red_central_piece green_central_piece
fibonacci-kind-attack = Attack pieces, the triangles
    .text =
        Six each. They win the game: all six around the enemy star. For each that stands beside the enemy star when
        the enemy’s turn begins, that turn has a step less.
    .pieces = red_attack_piece green_attack_piece
fibonacci-kind-defence = Defence pieces, the squares
    .text =
        Six each. They move just as the triangles do, but never win: they take points away from enemy triangles, and
        change places with what stands badly.
    .pieces = red_defence_piece green_defence_piece
fibonacci-kind-group = Groups
    .text =
        Pieces of one player and one kind that touch. A piece may go to any point beside its group, so a long group is
        a bridge.

fibonacci-first-taken = { $count ->
        [one] A green triangle stands beside your star: this turn has a step less.
       *[other] { $count } green triangles stand beside your star: this turn has { $count } steps less.
    }

fibonacci-lesson-cell-1 = One step
    .text =
        Triangles attack, squares defend, and the star is what it is all about. Choose a triangle or a square, then a
        point. Pieces of a kind that touch are a group, and a piece may go to any point next to its group: even from
        one end to the other in a single step.

fibonacci-lesson-cell-2 = Build a bridge
    .text =
        Now your turn has several steps. A chain of triangles is a bridge: the rearmost one leaps to the front, again
        and again. So bring them towards the green star as one group. The squares move in the same way.

fibonacci-lesson-cell-3 = Changing places
    .text =
        A point may be taken already, by anybody’s piece: then the two change places. In this way even a star is
        moved, and only in this way. A star in its corner cannot be surrounded, so step onto it with a triangle from
        further out: it comes out to where the triangle was.

fibonacci-lesson-cell-4 = A siege costs steps
    .text =
        For every triangle of yours next to the green star Green has a step less in each turn. It is the same the
        other way round, so your squares beside your own star are well placed: where they stand, no green triangle
        does.

fibonacci-lesson-cell-5 = Steps left
    .text = How many steps you have left is shown above. You may end a turn early once you have made a step.
