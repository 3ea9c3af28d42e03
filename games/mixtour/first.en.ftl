mixtour-first =
    You are White and begin. Pile up a stack of five or more with a white piece on top: it leaves the board as a
    tower. In this short game the first tower wins.

    All stacks belong to both of you. What counts is the piece on top.

mixtour-lesson-cell-1 = Enter a piece
    .text =
        The board is empty, so there is only one thing to do: put one of your pieces on any cell. A single piece is a
        stack of height one.

mixtour-lesson-cell-2 = The one rule about distance
    .text =
        A stack moves in a straight line onto another one, and the way is exactly as long as that other stack is high:
        one cell to a single piece, two cells to a stack of two. Point at a stack: numbers show from where it can be
        reached.

mixtour-lesson-cell-3 = Everything belongs to everybody
    .text =
        You may move any stack, your opponent’s as well. And you may take only the upper part: choose a stack, and
        numbers above it say how many of its pieces you lift.

mixtour-lesson-cell-4 = Stay on top
    .text =
        Towers belong to the piece on top. High stacks are hard to reach, and worth a look in every turn: who could
        make five of them?

mixtour-lesson-cell-5 = Careful with three and four
    .text =
        Where a stack of three or four can be reached by a red top, Red may be about to win. Then reach it yourself,
        take some of it away, or put something in the way.
