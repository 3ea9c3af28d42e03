fibonacci-summary =
    Déplacez vos pions par groupes sur un hexagone, un coup, puis deux, jusqu’à six, et encerclez le pion central
    adverse.
fibonacci-variant-classic = Classique : entourer le pion central
fibonacci-variant-cards = Avec cartes : une carte fixe le nombre de coups du tour
fibonacci-variant-classic-short = classique
fibonacci-variant-cards-short = avec cartes
fibonacci-piece-red_central_piece = pion central rouge
fibonacci-piece-red_attack_piece = pion d’attaque rouge
fibonacci-piece-red_defence_piece = pion de défense rouge
fibonacci-piece-green_central_piece = pion central vert
fibonacci-piece-green_attack_piece = pion d’attaque vert
fibonacci-piece-green_defence_piece = pion de défense vert
fibonacci-move-end = fin
fibonacci-site-end = Finir le tour
fibonacci-doing-cell =
    Choisissez un pion, puis une intersection voisine d’un pion de son groupe. Ce qui s’y trouve échange sa place avec
    lui.
fibonacci-goal-classic =
    Vos six pions d’attaque autour du pion central adverse. Dans son coin il n’a que trois voisins : il faut d’abord
    l’en faire sortir, en échangeant sa place.
fibonacci-goal-cards = Vos six pions d’attaque en un seul groupe, dont trois touchent le pion central adverse.
fibonacci-hint-end = finir le tour
fibonacci-ending-surrounded = le pion central est entouré de six pions d’attaque
fibonacci-ending-connected = six pions d’attaque reliés, dont trois touchent le pion central
fibonacci-ended-surrounded = { $as ->
    [won] vos six pions d’attaque entourent le pion central adverse
    [given] { $loser } a lui-même fermé le cercle autour de son pion central
    [lost] les six pions d’attaque de { $winner } entourent votre pion central
    [gave] votre propre coup a fermé le cercle autour de votre pion central
   *[other] les six pions d’attaque de { $winner } entourent le pion central de { $loser }
    }
fibonacci-ended-connected = { $as ->
    [won] vos six pions d’attaque sont reliés, et trois touchent le pion central de { $loser }
    [given] { $loser } a lui-même relié vos pions d’attaque près de son pion central
    [lost] les six pions d’attaque de { $winner } sont reliés, et trois touchent votre pion central
    [gave] votre propre coup a relié les pions d’attaque de { $winner } près de votre pion central
   *[other] les six pions d’attaque de { $winner } sont reliés, et trois touchent le pion central
    }
fibonacci-credit = Règle en français : François Haffner
fibonacci-deed-end = a fini son tour
fibonacci-holding-turn = tour { $number }
fibonacci-holding-steps_left = { $count ->
    [one] { $count } coup restant
   *[other] { $count } coups restants
    }
fibonacci-holding-steps_taken_away = { $count ->
    [one] { $count } coup en moins
   *[other] { $count } coups en moins
    }
fibonacci-holding-card_to_draw = une carte doit être tirée
fibonacci-holding-cards_left = cartes restantes : { $cards }
