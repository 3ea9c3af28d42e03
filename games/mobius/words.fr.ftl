mobius-summary = Sur une bande tordue d’un demi-tour, reliez vos trois barres, ou deux d’entre elles et une boucle.
mobius-piece-red_stone = pion rouge
mobius-piece-blue_stone = pion bleu
mobius-bar-red = une barre rouge
mobius-bar-blue = une barre bleue
mobius-doing-cell = Choisissez une case vide pour y poser un pion. Les pions ne bougent jamais.
mobius-goal =
    Reliez vos trois barres, ou deux d’entre elles et une boucle autour de la bande. Le haut et le bas sont collés
    avec un demi-tour.
mobius-ending-three_bars = les trois barres sont reliées
mobius-ending-two_bars_and_a_loop = deux barres et une boucle sont reliées
mobius-ending-links = le plateau est plein, avec le plus de liaisons
mobius-ended-three_bars = { $as ->
    [won] vous avez relié vos trois barres
   *[other] { $winner } a relié ses trois barres
    }
mobius-ended-two_bars_and_a_loop = { $as ->
    [won] vous avez relié deux barres et une boucle
   *[other] { $winner } a relié deux barres et une boucle
    }
mobius-ended-links = { $as ->
    [won] le plateau est plein, et vous avez le plus de liaisons
    [given] le plateau est plein, et vous avez le plus de liaisons
   *[other] le plateau est plein, et { $winner } a le plus de liaisons
    }
mobius-credit =
    Mobius est de Mark Steere, marksteeregames.com, qui en autorise l’adaptation informatique, en ligne ou non.
