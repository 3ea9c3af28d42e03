tic-tac-toe-first = Vous avez les rouges et commencez. Trois de vos pions alignés gagnent.

tic-tac-toe-lesson-cell-1 = Le milieu
    .text = Quatre alignements se croisent au milieu : aucune case n’en a davantage.
