mixtour-rules =
    Enter pieces, pile them up, and take five or more off the board as a tower. All stacks belong to everybody. What
    matters is whose piece is on top, and a single rule about distance.

mixtour-rules-turn = Your turn
    .text-1 =
        The board is empty at first. White begins. In your turn, either enter a piece of your colour from your reserve
        on an empty cell, or move a stack.
    .text-2 = A single piece is a stack, too: of height one.

mixtour-rules-distance = Moving: the one rule
    .text-1 =
        A stack moves in a straight line, also diagonally, onto another stack, and lies on top of it. The way is
        exactly as long as the stack it lands on is high: one cell to a single piece, two cells to a stack of two, and
        so on. The height of the stack that moves makes no difference.
    .text-2 = All cells on the way must be empty. And you may move any stack, your opponent’s as well.

mixtour-rules-splitting = Splitting
    .text-1 =
        You need not take the whole stack: take as many pieces from its top as you like. The others stay where they
        are. Pieces keep their order.

mixtour-rules-towers = Towers
    .text-1 =
        A stack of five or more is a tower, and leaves the board at once. Its pieces go back to their owners, and the
        owner of its top piece gets a point, whoever made it.
    .text-2 =
        The first to reach the agreed number of points wins: five in Dieter Stein’s rules, with 25 pieces each. In
        Gerhards’ edition there are 20 each, and one tower wins, or two or three in a tournament.

mixtour-rules-forbidden = What is forbidden
    .text-1 = You may not move so that the board is again as it was before your opponent’s last move.
    .text-2 = If nothing at all can be played you pass, and only then.
    .ruling-3 = It is a draw if both players pass one after the other.
    .ruling-4 = It is a draw if for the third time the same stacks stand with the same score and player to move.

mixtour-rules-moves = How moves are written
    .move-1 = `b2` enter a piece on b2: the column’s letter, then the row’s number from the bottom
    .move-2 = `a1-b2` move the top piece of a1 onto b2
    .move-3 = `c4:3-d3` move the top three pieces of c4 onto d3
    .move-4 = `pass` if nothing else can be played

mixtour-figure-enter = You are White. Enter a piece anywhere.
    .right = Now Red enters a piece, or moves yours.
    .wrong = Choose an empty cell.

mixtour-figure-distance =
    The stack on b4 is three high, so it is reached from exactly three cells away. Which stack can land on it?
    .right = From e4 it is three cells, and the way is free. From e1 it is three as well, but c3 and d2 are in the way.
    .wrong = Try to land on b4. Choose a stack that stands three cells away with nothing in between.

mixtour-figure-neighbours = The piece on b2 is one high. Cover it with any stack next to it, however high.
    .right = Every neighbour reaches a single piece. Only the height of what is landed on counts.
    .wrong = Land on b2, from a1, a3, c1 or c3.

mixtour-figure-split = Take just the two upper pieces of the stack on c2, and lay them on d3.
    .right = Two have gone, two have stayed. Now White is on top at c2.
    .wrong = Choose c2, then how many: two. Then d3.

mixtour-figure-tower = The first tower wins. Two stacks of two can be laid on the three of b4: take the right one.
    .right = Five pieces with white on top: a tower, and the game.
    .wrong = That is no tower yet: take both pieces.
    .lost = A tower, but with red on top. The point is Red’s, although White has moved.

mixtour-figure-undo = Red has just moved the top piece of a1 onto b1. Try to move from b1 back to a1.
    .right = Both pieces may go, which makes something new. The upper one alone may not: all would be as before.
    .wrong = That is allowed, of course. But try b1, then a1.
