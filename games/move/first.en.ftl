move-first =
    You are Orange and begin. You win when five of your marbles stand in a line: a row, a column or a long diagonal.

    First both of you lay out your marbles. Then you push: the marble in hand goes in at the edge, and what falls out
    on the other side is what your opponent must push with.

move-lesson-cell-1 = Laying out
    .text =
        The neutral marbles stand as a cross. Lay one of your orange marbles on a free cell. Marbles that stand in one
        row or column already are on their way to a line.

move-lesson-cell-2 = Keep together, keep apart
    .text =
        Go on laying out until the board is full. Think of the row or column that you would like to fill, and disturb
        the one that Green fills.

move-lesson-edge-1 = Your first push
    .text =
        The board is full, and you hold the black marble, the joker: it counts for either of you. Choose an arrow to
        push it in. With a mouse, point at an arrow first: you see the row as it will be, and the marble that falls
        out. Moves are written so: 3→ pushes into row 3 from the left, b↓ into column b from above.

move-lesson-edge-2 = What falls out is theirs
    .text =
        The marble that falls out is what Green must push with. An orange one helps you even in Green’s hand; a green
        one helps Green. So look at both ends of a push.

move-lesson-edge-3 = Nothing is simply undone
    .text =
        The push that would undo the last one is forbidden: its arrow is dashed. All others are allowed. Look for rows
        with three or four of yours, and for what would bring the next one there.

move-lesson-edge-4 = Look at their lines
    .text = Before you push, look whether Green has four in a line. A push through that line breaks it.
