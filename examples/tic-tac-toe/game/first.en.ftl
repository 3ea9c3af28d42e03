tic-tac-toe-first = You are Red and begin. Three of your pieces in a line win.

tic-tac-toe-lesson-cell-1 = The middle
    .text = Four lines cross in the middle: no cell is part of more.
