fibonacci-rules =
    Two small armies cross a hexagon. Pieces of a kind that stand together move together: one can leap from the rear
    to the front in a single step. Surround the enemy’s central piece with all your attack pieces.

fibonacci-rules-board = Board and pieces
    .text-1 =
        The board is a hexagon of 91 points, six to a side. Each player has one central piece (a star), six attack
        pieces (triangles) and six defence pieces (squares).
    .ruling-2 = Lots decide who begins, and whoever begins is called Red.
    .pieces-3 = The pieces

fibonacci-rules-step = A step
    .text-1 = Choose one of your attack or defence pieces. Alone, it goes to any neighbouring point.
    .text-2 =
        Pieces of one player and kind that stand on neighbouring points are a group. A piece of a group goes to any
        point next to any piece of its group, however far away.

fibonacci-rules-swap = Changing places
    .text-1 =
        The point may be occupied, by anybody’s piece. Then the two change places. No piece ever leaves the board.
    .text-2 =
        Central pieces cannot step by themselves. They move only when a piece lands on them, and you may do this to
        your enemy’s.
    .ruling-3 = Changing places with a piece of your own of the same kind would change nothing, and is no step.

fibonacci-rules-steps = How many steps
    .variant = classic
    .text-1 =
        Red’s first turn has one step, Green’s first has two, then come three, four and five. Every later turn has
        six.
    .text-2 =
        If enemy attack pieces stand next to your central piece when your turn begins, you have one step less for each
        of them. Besieging slows the enemy down.
    .ruling-3 = A turn that is left without any step is skipped, and counts as a turn.
    .ruling-4 = After at least one step you may end your turn early.

fibonacci-rules-winning = Winning
    .variant = classic
    .text-1 =
        You win as soon as your six attack pieces stand on all six points around the enemy’s central piece. At the
        edge of the board it has fewer neighbours, and cannot be surrounded: push it out from there.
    .ruling-2 =
        A step that completes this for both players wins for the one who made it. One that completes it for the other
        player alone wins for the other.
    .ruling-3 =
        It is a draw if a turn begins for the third time with the same pieces on all points, the same player and the
        same number of steps before any are taken away.

fibonacci-rules-cards = With cards
    .variant = cards
    .text-1 =
        In this variant each player has a pack of twelve cards, two each of 1 to 6. Turn up one at the beginning of
        your turn: so many steps you may make, and nothing is taken away. When the pack is used up it is shuffled
        again.
    .text-2 =
        To win, all six attack pieces must be one group, with at least three of them next to the enemy’s central
        piece.
    .ruling-3 =
        After at least one step you may end your turn early. A step that completes a win for both players wins for the
        one who made it; one that completes it for the other player alone wins for the other.
    .ruling-4 =
        It is a draw if a turn begins for the third time with the same pieces on all points and the same player.

fibonacci-rules-moves = How moves are written
    .move-1 =
        `a5-b5` the piece on a5 goes to b5: rows are a to k from the bottom, and the number is that of the diagonal
    .move-2 = `end` the turn ends before all its steps are made

fibonacci-rules-cards-moves = How cards are written
    .variant = cards
    .move-1 = `#4` a 4 is drawn

fibonacci-figure-step = The red square in the very middle stands alone. Where can it go?
    .right = To one of the six points around it.
    .wrong = Take the red defence piece in the middle of the board, f6.

fibonacci-figure-group =
    The start. All red attack pieces are one group: bring the last one, a1 at the lower left, to the very front.
    .right = In a single step from the rear to the front.
    .wrong = Move the piece on a1 next to the foremost attack piece, b6: to b7, c6 or c7.

fibonacci-figure-swap =
    The red squares form a line from your attack piece on e8 to the green central piece on i8. With one step of a
    square, bring the attack piece next to the central piece.
    .right =
        The square went to the rear of its line, and the attack piece came to where it had been: Green has a step
        less.
    .wrong = Move the foremost square, h8, onto your own attack piece, e8.

fibonacci-figure-ring =
    Red has three steps, because three green attack pieces take away three of six. Win with them. First bring the
    green central piece near your attack pieces with a square, then into their midst, then close the ring.
    .right = The central piece is surrounded by all six attack pieces.
    .wrong = The square on g7 belongs to a line that reaches the central piece. Land on it, and it comes to g7.

fibonacci-figure-cards = A card gave you two steps. Join all six attack pieces, with three next to the green star.
    .right = All six are one group, and three of them touch the central piece.
    .wrong = Two attack pieces are still apart. Bring both to the others.
