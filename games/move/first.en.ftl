move-first =
    You are Orange and begin. You win when five of your marbles stand in a line: a row, a column or a long diagonal.

    First both of you lay out your marbles. Then you push: the marble in hand goes in at the edge, and what falls out
    on the other side is what your opponent must push with.

move-kind-own = Orange and green marbles
    .text = Eight each. Orange ones are yours, green ones your opponent’s. Five of yours in a line win.
    .pieces = orange_marble green_marble
move-kind-neutral = Neutral marbles
    .text = Nine. They belong to nobody, count for nobody, and stand in everybody’s way.
    .pieces = neutral_marble
move-kind-joker = The black marble, the joker
    .text = There is only one. It counts for either of you: four of yours and the joker in a line are five.
    .pieces = black_marble
move-kind-hand = The marble in hand
    .text =
        The one that has no place on the board. Whoever is to move must push it in, whatever its colour, and what falls
        out at the other end is the next one.

move-first-laying = { $left ->
        [one] Marbles are still being laid out: this is your last one. Then pushing begins.
       *[other] Marbles are still being laid out: you have { $left } left. Pushing begins when the board is full.
    }
move-first-hand-orange_marble = You push with an orange marble: one more of yours on the board.
move-first-hand-green_marble =
    You must push with a green marble, your opponent’s. Push it in where it does Green no good.
move-first-hand-neutral_marble =
    You push with a neutral marble, which counts for nobody. It is good for breaking a green line.
move-first-hand-black_marble = You push with the joker, which counts for either of you.

move-lesson-cell-1 = Laying out
    .text =
        The neutral marbles stand as a cross. They count for nobody. Lay one of your orange marbles on a free cell.
        Marbles that stand in one row or column already are on their way to a line.

move-lesson-cell-2 = Keep together, keep apart
    .text =
        Go on laying out until the board is full. Think of the row or column that you would like to fill, and disturb
        the one that Green fills. Nobody can win yet: there is a neutral marble in every line.

move-lesson-edge-1 = Your first push
    .text =
        The board is full, and you hold the black marble, the joker: four of yours in a line and the joker are five.
        Choose an arrow to push it in.
    .mouse = Point at an arrow first: you see the row as it will be, and the marble that falls out.
    .finger = Or swipe along a row or a column, from the edge where the marble goes in.
    .text-2 = Moves are written so: 3→ pushes into row 3 from the left, b↓ into column b from above.

move-lesson-edge-2 = What falls out is theirs
    .text =
        The marble that falls out is what Green must push with: an orange one helps you even in Green’s hand, a green
        one helps Green. So look at both ends of a push.

move-lesson-edge-3 = Nothing is simply undone
    .text =
        The push that would undo the last one is forbidden: its arrow is dashed. All others are allowed. Look for rows
        with three or four of yours, and for what would bring the next one there.

move-lesson-edge-4 = Look at their lines
    .text = Before you push, look whether Green has four in a line. A push through that line breaks it.
