mixtour-first =
    You are White and begin. Pile up a stack of five or more with a white piece on top: it leaves the board as a
    tower. In this short game the first tower wins.

    All stacks belong to both of you. What counts is the piece on top.

mixtour-kind-piece = Pieces
    .text = White ones are yours, red ones your opponent’s: 20 each. A single piece is a stack of height one.
    .pieces = white_piece red_piece
mixtour-kind-stack = Stacks
    .text =
        Pieces on top of each other, of both colours. Either of you may move any stack, or the upper part of it, onto
        another one.
    .stack = red_piece white_piece red_piece
mixtour-kind-tower = Towers
    .text =
        A stack of five or more leaves the board at once. It is a point for the owner of its top piece, whoever built
        it, and its pieces go back to their owners.
    .stack = red_piece white_piece red_piece white_piece white_piece
mixtour-kind-reserve = The reserve
    .text = Your pieces that are not on the board. From it you put one on an empty cell.

mixtour-first-stack =
    Look at { $at }: a stack of { $height } with { $colour } on top. It is reached from exactly { $height } cells away.
mixtour-first-others =
    You have played the short game, which is offered first from now on: 20 pieces each, the first tower wins. With the
    same rules one plays on for two or three towers, or, as Dieter Stein first published it, with 25 pieces each for
    five.

mixtour-lesson-cell-1 = Enter a piece
    .text =
        The board is empty, so there is only one thing to do: put one of your pieces from the reserve on any cell. A
        single piece is a stack of height one.

mixtour-lesson-cell-2 = The one rule about distance
    .text =
        A stack moves in a straight line onto another one, and the way is exactly as long as that other stack is high:
        one cell to a single piece, two cells to a stack of two. Nothing may stand in between.
    .mouse = Point at a stack: numbers show from where it can be reached.

mixtour-lesson-cell-3 = Everything belongs to everybody
    .text =
        You may move any stack, your opponent’s as well. And you may take only the upper part: choose a stack, and
        numbers above it say how many of its pieces you lift.

mixtour-lesson-cell-4 = Stay on top
    .text =
        A stack of five or more is a tower, and belongs to whoever owns its top piece. High stacks are hard to reach,
        and worth a look in every turn: who could make five of them?

mixtour-lesson-cell-5 = Careful with three and four
    .text =
        Where a red top can reach a stack so that five pieces come together, Red may be about to win. Then reach it
        yourself, take some of it away, or put something in the way.
