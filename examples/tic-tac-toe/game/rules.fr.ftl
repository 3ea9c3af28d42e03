tic-tac-toe-rules = Deux joueurs remplissent un plateau de neuf cases. Trois pions alignés gagnent.

tic-tac-toe-rules-setup = La mise en place
    .text-1 = Le plateau a trois rangées et trois colonnes, et il est vide au départ.

tic-tac-toe-rules-turn = Votre tour
    .text-1 = Rouge commence. Posez un pion de votre couleur sur une case vide.

tic-tac-toe-rules-winning = La victoire
    .text-1 = Trois de vos pions sur une rangée, une colonne ou une diagonale gagnent.

tic-tac-toe-rules-draw = La partie nulle
    .text-1 = Un plateau plein sans alignement est une partie nulle.

tic-tac-toe-rules-moves = Comment s’écrivent les coups
    .move-1 = `b2` un pion sur la case du milieu

tic-tac-toe-figure-line = Deux de vos pions sont sur une diagonale. Gagnez.
    .right = Trois pions alignés.
    .wrong = Quelle case est la troisième d’un alignement ?
