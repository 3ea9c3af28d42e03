move-summary =
    Push marbles in from the edge until five in a line are yours; with the marble that falls out your opponent must
    push next.
move-piece-orange_marble = orange marble
move-piece-green_marble = green marble
move-piece-neutral_marble = neutral marble
move-piece-black_marble = black marble, the joker
move-forbidden = This push is forbidden: it would undo your opponent’s last one.
move-phase-cell =
    Marbles are still being placed: choose a free cell for one of yours. Pushing begins when the board is full.
move-doing-cell = Choose a free cell to place one of your marbles.
move-doing-edge = Choose an arrow to push in the marble in hand, or { $pointer ->
    [touch] swipe
   *[mouse] drag
    } along a row.
move-goal =
    Five of your marbles in a line: a row, a column or a long diagonal. The black marble counts for either player.
move-ending-line_of_five = five marbles in a line
move-ended-line_of_five = { $as ->
    [won] you have five marbles in a line
    [given] { $loser }’s push completed your line
    [gave] your push completed { $winner }’s line
    [seen-given] { $loser }’s push completed { $winner }’s line
   *[other] { $winner } has five marbles in a line
    }
move-credit = French rule sheet: François Haffner
move-holding-in_hand = in hand: { $pieces }
move-holding-in_reserve = { $count } in reserve
