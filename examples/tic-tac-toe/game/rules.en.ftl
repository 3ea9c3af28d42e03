tic-tac-toe-rules = Two players fill a board of nine cells. Three in a line win.

tic-tac-toe-rules-setup = Setting up
    .text-1 = The board has three rows and three columns, and is empty at the start.

tic-tac-toe-rules-turn = Your turn
    .text-1 = Red begins. Lay a piece of your colour on any empty cell.

tic-tac-toe-rules-winning = Winning
    .text-1 = Three of your pieces in a row, a column or a diagonal win.

tic-tac-toe-rules-draw = A draw
    .text-1 = A full board without such a line is a draw.

tic-tac-toe-rules-moves = How moves are written
    .move-1 = `b2` a piece on the cell in the middle

tic-tac-toe-figure-line = Two of your pieces stand on a diagonal. Win.
    .right = Three in a line.
    .wrong = Which cell is the third of a line?
