tic-tac-toe-summary = Trois pions alignés gagnent.
tic-tac-toe-credit = Personne ne sait qui l’a inventé.
tic-tac-toe-piece-red_cross = croix rouge
tic-tac-toe-piece-blue_ring = rond bleu
tic-tac-toe-doing-cell = Choisissez une case vide.
tic-tac-toe-goal = Trois de vos pions alignés : une rangée, une colonne ou une diagonale.
tic-tac-toe-ending-three_in_a_line = trois pions alignés
tic-tac-toe-ending-full_board = le plateau est plein
