fibonacci-summary =
    Move pieces in groups across a hexagon, one step, then two, up to six, and close in on the enemy’s central piece.
fibonacci-variant-classic = Classic: surround the central piece
fibonacci-variant-cards = With cards: a card says how many steps a turn has
fibonacci-variant-classic-short = classic
fibonacci-variant-cards-short = with cards
fibonacci-piece-red_central_piece = red central piece
fibonacci-piece-red_attack_piece = red attack piece
fibonacci-piece-red_defence_piece = red defence piece
fibonacci-piece-green_central_piece = green central piece
fibonacci-piece-green_attack_piece = green attack piece
fibonacci-piece-green_defence_piece = green defence piece
fibonacci-move-end = end
fibonacci-site-end = End the turn
fibonacci-doing-cell =
    Choose a piece, then a point next to any piece of its group. Whatever stands there changes places with it.
fibonacci-goal-classic =
    Your six attack pieces around the enemy central piece. In its corner it has only three neighbours: it must be
    drawn out first, by changing places with it.
fibonacci-goal-cards = Your six attack pieces in one group, with three of them next to the enemy central piece.
fibonacci-hint-end = end the turn
fibonacci-ending-surrounded = the central piece is surrounded by six attack pieces
fibonacci-ending-connected = six connected attack pieces, three of them next to the central piece
fibonacci-ended-surrounded = { $as ->
    [won] your six attack pieces surround { $loser }’s central piece
    [given] { $loser }’s own step closed the ring around the central piece
    [lost] { $winner }’s six attack pieces surround your central piece
    [gave] your own step closed the ring around your central piece
   *[other] { $winner }’s six attack pieces surround { $loser }’s central piece
    }
fibonacci-ended-connected = { $as ->
    [won] your six attack pieces are one group, three of them next to { $loser }’s central piece
    [given] { $loser }’s own step joined your attack pieces at the central piece
    [lost] { $winner }’s six attack pieces are one group, three of them next to your central piece
    [gave] your own step joined { $winner }’s attack pieces at your central piece
   *[other] { $winner }’s six attack pieces are one group, three of them next to the central piece
    }
fibonacci-credit = French sheet: François Haffner
fibonacci-deed-end = ended its turn
fibonacci-holding-turn = turn { $number }
fibonacci-holding-steps_left = { $count ->
    [one] { $count } step left
   *[other] { $count } steps left
    }
fibonacci-holding-steps_taken_away = { $count ->
    [one] { $count } step taken away
   *[other] { $count } steps taken away
    }
fibonacci-holding-card_to_draw = a card is to be drawn
fibonacci-holding-cards_left = cards left: { $cards }
