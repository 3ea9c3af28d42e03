mobius-summary = On a strip with a half twist, link your three bars, or two of them and a loop.
mobius-piece-red_stone = red stone
mobius-piece-blue_stone = blue stone
mobius-bar-red = a red bar
mobius-bar-blue = a blue bar
mobius-doing-cell = Choose any empty cell to place a stone. Stones never move.
mobius-goal =
    Link your three bars, or two of them and a loop around the strip. Top and bottom are glued together with a half
    twist.
mobius-ending-three_bars = all three bars are linked
mobius-ending-two_bars_and_a_loop = two bars and a loop are linked
mobius-ending-links = the board is full, with the most links
mobius-ended-three_bars = { $as ->
    [won] you linked your three bars
   *[other] { $winner } linked all three bars
    }
mobius-ended-two_bars_and_a_loop = { $as ->
    [won] you linked two bars and a loop
   *[other] { $winner } linked two bars and a loop
    }
mobius-ended-links = { $as ->
    [won] the board is full, and you have the most links
    [given] the board is full, and you have the most links
   *[other] the board is full, and { $winner } has the most links
    }
mobius-credit = Mobius is by Mark Steere, marksteeregames.com, who allows programs for online and offline play.
