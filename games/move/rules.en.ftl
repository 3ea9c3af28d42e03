move-rules =
    Twenty-five marbles fill the board, and there is one more. Whoever has it pushes it in at the edge; the one that
    falls out on the other side belongs to the opponent’s next turn. Five in a line win.

move-rules-setup = Setting up
    .text-1 =
        The board has five rows and five columns. There are 8 orange marbles, 8 green ones, 9 neutral ones, and a
        black one, the joker: one marble more than there are cells.
    .text-2 =
        The neutral marbles begin as a cross in the middle. Orange first, the players lay one marble of their own at a
        time on a free cell, until the board is full.
    .pieces-3 = The marbles

move-rules-push = Your turn: a push
    .text-1 =
        Orange begins with the black marble in hand. Put the marble in hand, whatever its colour, at an end of a row
        or column, and push: all five marbles move on by a cell.
    .text-2 =
        The marble that falls out on the other side is the one your opponent must push with. So you choose not only
        where marbles go, but also what the other one gets.

move-rules-forbidden = One push is forbidden
    .text-1 = You may not undo your opponent’s last push, that is, push the same row or column from its other end.

move-rules-winning = Winning
    .text-1 =
        Five marbles of your colour in a line win: a row, a column, or one of the two long diagonals. The black marble
        counts as either player’s, so four of yours and the black one are a line as well.
    .text-2 =
        If a push makes a line for you, you win, even if it makes one for your opponent too. If it makes a line only
        for your opponent, your opponent wins.
    .ruling-3 =
        It is a draw if for the third time all marbles stand as before, with the same marble in hand, the same player
        to move and the same last push.

move-rules-moves = How moves are written
    .move-1 = `b4` while setting up: a marble on the cell in column b and row 4, counted from the bottom
    .move-2 = `3>` `3<` push row 3 to the right, to the left; also written 3→ and 3←
    .move-3 = `b^` `bv` push column b up, down; also written b↑ and b↓

move-figure-placing = You are Orange. Lay a marble on any free cell.
    .right = Now Green lays one, and so on until the board is full.
    .wrong = Choose one of the free cells in the corners.

move-figure-pushing = The board is full, and you have the black marble. Push it in at any of the arrows.
    .right = The whole line has moved on. What fell out is now in Green’s hand.
    .wrong = Choose one of the arrows around the board.

move-figure-inverse = Orange has just pushed row 3 to the right. You are Green: try to push it back.
    .right = This is the one push that is forbidden now. All others are allowed.
    .wrong = That push is allowed. Try row 3 from its right end.

move-figure-line = Orange, with an orange marble in hand: one push makes a line of five.
    .right = The whole top row is orange.
    .wrong = The top row has four already. Which push brings the fifth?

move-figure-joker = Here the black marble helps. Find the push that makes a diagonal.
    .right = Four orange marbles and the black one make a line, from corner to corner.
    .wrong = Look at the long diagonal from the lower left to the upper right. Which marble is out of place?

move-figure-both = One push wins. Another one makes a line for Green, and loses. Win.
    .right = Right. Whoever pushes must look at both colours.
    .wrong = That makes no line. Column b has four orange marbles: which push brings the fifth to its top?
    .lost = That made a line for Green alone, so Green wins.
