mobius-first =
    You are Red and begin. There are three red bars along the edge of the strip: link them with one group of red
    stones, and you have won.

    There is another way: link two of them, and lay a loop with the same group. A loop is a closed chain that goes
    round the strip, out at the top and in again at the bottom.

    The strip is glued together, top to bottom, with half a twist. That is all there is to it.

mobius-kind-stone = Stones
    .text = You lay red ones, your opponent blue ones, one a turn. They never move and are never taken.
    .pieces = red_stone blue_stone
mobius-kind-bar = Bars
    .text =
        The coloured stretches of the edge: three red ones, three blue ones. A red stone beside a red bar is linked to
        it, and to all that touches the same bar. A cell where two bars meet belongs to both.
mobius-kind-seam = The seam
    .text =
        The half cells at the top and at the bottom. Each has a letter, and the two halves with the same letter are one
        cell: there the strip is glued together.
mobius-kind-group = Groups
    .text = Stones of one colour that touch. What touches the same bar of their colour is linked, too.
mobius-kind-loop = Loops
    .text =
        A closed chain of one colour that goes once round the strip: out at the top, in at the bottom, and back to
        where it began.

mobius-first-groups = { $groups ->
        [one] All your stones are one group now.
       *[other] Your stones form { $groups } groups; the largest has { $largest ->
            [one] { $largest } stone
           *[other] { $largest } stones
        }.
    } { $bars ->
        [0] None touches a red bar yet.
        [one] One of the three red bars is reached.
       *[other] One group reaches { $bars } of the three red bars.
    }

mobius-lesson-cell-1 = Your first stone
    .text =
        Lay a stone on any empty cell. Stones never move and are never taken. In the middle a stone keeps all ways
        open, at the edge it is close to a bar.

mobius-lesson-cell-2 = The bars
    .text =
        The thick coloured stretches along the left and right edges are the bars: three red ones for you, three blue
        ones for your opponent. A stone beside a bar of its colour is linked to it. Your group must come to all three
        red ones, or to two of them and round the strip.

mobius-lesson-cell-3 = The seam
    .text =
        The half cells at the top and at the bottom are the same cells, in reverse order: the letters tell which
        halves belong together. A chain that leaves at the top comes in again at the bottom, on the other side. Choose
        “As a real strip” to see it, and turn it.

mobius-lesson-cell-4 = Do not crawl
    .text =
        Stones that touch are one group. You need not lay them side by side: if two stones have two free cells beside
        them in common, they are as good as linked. Should your opponent take one of the cells, you take the other.

mobius-lesson-cell-5 = A good cell is good for both
    .text =
        Where your opponent wants to get through is where you can stop them, and the other way round. Often one stone
        does both: it links yours and stands in their way.

mobius-lesson-cell-6 = Your groups
    .text =
        Now groups are shown by thick lines. Bring yours together, and bring them to the red bars: a bar that two
        groups touch links them, too.
    .groups = shown
