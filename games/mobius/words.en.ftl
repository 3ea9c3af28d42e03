mobius-summary = On a strip with a half twist, link your three bars, or two of them and a loop.
mobius-piece-red_stone = red stone
mobius-piece-blue_stone = blue stone
mobius-doing-cell = Choose any empty cell to place a stone. Stones never move.
mobius-goal =
    Link your three bars, or two of them and a loop around the strip. Top and bottom are glued together with a half
    twist.
mobius-ending-three_bars = all three bars are linked
mobius-ending-two_bars_and_a_loop = two bars and a loop are linked
mobius-ending-links = the board is full, with the most links
mobius-credit = Mobius is by Mark Steere, marksteeregames.com, who allows programs for online and offline play.
