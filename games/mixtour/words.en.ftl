mixtour-summary =
    Pile pieces of both colours up to towers of five with your own on top. A stack of three is reached from three
    cells away: the higher, the farther.
mixtour-variant-25-5 = Dieter Stein’s rules: 25 pieces each, five points win
mixtour-variant-20-1 = Gerhards’ edition, one game: 20 pieces each, the first tower wins
mixtour-variant-20-2 = Gerhards’ edition, best of three points: two points win
mixtour-variant-20-3 = Gerhards’ edition, best of five points: three points win
mixtour-variant-25-5-short = 25 pieces, 5 points
mixtour-variant-20-1-short = 20 pieces, 1 point
mixtour-variant-20-2-short = 20 pieces, 2 points
mixtour-variant-20-3-short = 20 pieces, 3 points
mixtour-piece-white_piece = white piece
mixtour-piece-red_piece = red piece
mixtour-forbidden = This move is forbidden: it would undo your opponent’s last one.
mixtour-move-pass = pass
mixtour-site-pass = Pass
mixtour-doing-cell =
    Choose an empty cell to enter a piece. Or choose any stack, yours or not, then one to lay it on: three cells away
    if that one is three high, and so on. { $pointer ->
    [touch] Touch a stack to see where it can go.
   *[mouse] Point at a stack to see from where it can be reached, and how far.
    }
mixtour-goal =
    A stack of five or more leaves the board as a tower: a point for the owner of its top piece, while its pieces go
    back to their owners. Either player may move every stack.
mixtour-hint-pass = pass
mixtour-ending-tower = a tower of five
mixtour-ending-points = by points
mixtour-ending-two_passes = both passed
mixtour-ended-tower = { $as ->
    [won] you built a tower with your piece on top
    [given] { $loser } built a tower with your piece on top
    [gave] you built a tower with { $winner }’s piece on top
    [seen-given] { $loser } built a tower with { $winner }’s piece on top
   *[other] { $winner } built a tower
    }
mixtour-ended-points = { $as ->
    [won] your tower made the last point
    [given] { $loser } built the last tower, with your piece on top
    [gave] you built the last tower, with { $winner }’s piece on top
    [seen-given] { $loser } built the last tower, with { $winner }’s piece on top
   *[other] { $winner }’s tower made the last point
    }
mixtour-credit =
    By Dieter Stein, spielstein.com; the rule sheet is under CC BY-NC 3.0. Gerhards’ edition: Clemens Gerhards KG,
    2012. French translations: François Haffner; Anaïs Gaulard (Gerhards’ edition).
mixtour-deed-pass = passed
mixtour-holding-in_reserve = { $count } in reserve
mixtour-holding-points = { $count } of { $of ->
    [one] { $of } point
   *[other] { $of } points
    }
