mixtour-summary =
    Empilez les pions des deux couleurs en tours de cinq, le vôtre au sommet. Une pile de trois s’atteint à trois
    cases de distance : plus haute, de plus loin.
mixtour-variant-25-5 = Règles de Dieter Stein : 25 pions chacun, cinq points pour gagner
mixtour-variant-20-1 = Édition Gerhards, une partie : 20 pions chacun, la première tour gagne
mixtour-variant-20-2 = Édition Gerhards, au meilleur des trois points : deux points pour gagner
mixtour-variant-20-3 = Édition Gerhards, au meilleur des cinq points : trois points pour gagner
mixtour-variant-25-5-short = 25 pions, 5 points
mixtour-variant-20-1-short = 20 pions, 1 point
mixtour-variant-20-2-short = 20 pions, 2 points
mixtour-variant-20-3-short = 20 pions, 3 points
mixtour-piece-white_piece = pion blanc
mixtour-piece-red_piece = pion rouge
mixtour-forbidden = Ce coup est interdit : ce serait un retour à la situation précédente.
mixtour-move-pass = passe
mixtour-site-pass = Passer
mixtour-doing-cell =
    Choisissez une case vide pour ajouter un pion. Ou choisissez une pile, à vous ou non, puis celle où la poser : à
    trois cases si celle-ci est haute de trois, et ainsi de suite. { $pointer ->
    [touch] Touchez une pile pour voir où elle peut aller.
   *[mouse] Pointez une pile pour voir d’où on l’atteint, et à quelle distance.
    }
mixtour-goal =
    Une pile de cinq ou plus quitte le plateau : c’est une tour, et un point pour le propriétaire de son sommet ; les
    pions reviennent à leurs propriétaires. Chacun peut déplacer toutes les piles.
mixtour-hint-pass = passer
mixtour-ending-tower = une tour de cinq
mixtour-ending-points = aux points
mixtour-ending-two_passes = les deux joueurs ont passé
mixtour-ended-tower = { $as ->
    [won] vous avez bâti une tour, votre pion au sommet
    [given] { $loser } a bâti une tour avec votre pion au sommet
    [gave] vous avez bâti une tour avec un pion de { $winner } au sommet
    [seen-given] { $loser } a bâti une tour avec un pion de { $winner } au sommet
   *[other] { $winner } a bâti une tour
    }
mixtour-ended-points = { $as ->
    [won] votre tour a fait le dernier point
    [given] { $loser } a bâti la dernière tour, avec votre pion au sommet
    [gave] vous avez bâti la dernière tour, avec un pion de { $winner } au sommet
    [seen-given] { $loser } a bâti la dernière tour, avec un pion de { $winner } au sommet
   *[other] la tour de { $winner } a fait le dernier point
    }
mixtour-credit =
    De Dieter Stein, spielstein.com ; la règle est sous licence CC BY-NC 3.0. Édition Gerhards : Clemens Gerhards KG,
    2012. Traductions françaises : François Haffner ; Anaïs Gaulard (édition Gerhards).
mixtour-deed-pass = a passé
mixtour-holding-in_reserve = { $count } en réserve
mixtour-holding-points = { $count } sur { $of ->
    [one] { $of } point
   *[other] { $of } points
    }
