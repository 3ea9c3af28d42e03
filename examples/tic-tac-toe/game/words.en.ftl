tic-tac-toe-summary = Three in a line win.
tic-tac-toe-credit = Nobody knows who made it.
tic-tac-toe-piece-red_cross = red cross
tic-tac-toe-piece-blue_ring = blue ring
tic-tac-toe-doing-cell = Click any empty cell.
tic-tac-toe-goal = Three of your pieces in a line: a row, a column or a diagonal.
tic-tac-toe-ending-three_in_a_line = three in a line
tic-tac-toe-ending-full_board = the board is full
