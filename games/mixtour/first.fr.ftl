mixtour-first =
    Vous êtes Blanc et vous commencez. Formez une pile de cinq ou plus avec un pion blanc au sommet : elle quitte le
    plateau, c’est une tour. Dans cette partie courte, la première tour gagne.

    Toutes les piles sont à tout le monde. Ce qui compte, c’est le pion du sommet.

mixtour-lesson-cell-1 = Ajouter un pion
    .text =
        Le plateau est vide : il n’y a qu’une chose à faire, poser un de vos pions sur une case. Un pion seul est une
        pile de hauteur un.

mixtour-lesson-cell-2 = La seule règle de distance
    .text =
        Une pile se déplace en ligne droite sur une autre, et le chemin est exactement aussi long que cette autre pile
        est haute : une case vers un pion seul, deux cases vers une pile de deux. Pointez une pile : des nombres
        montrent d’où on l’atteint.

mixtour-lesson-cell-3 = Tout est à tous
    .text =
        Vous pouvez déplacer toutes les piles, celles de l’adversaire aussi. Et vous pouvez n’en prendre que le haut :
        choisissez une pile, et des nombres au-dessus disent combien de pions vous soulevez.

mixtour-lesson-cell-4 = Rester au sommet
    .text =
        Une tour appartient au pion du sommet. Les piles hautes s’atteignent difficilement, mais méritent un regard à
        chaque tour : qui pourrait en faire cinq ?

mixtour-lesson-cell-5 = Attention à trois et quatre
    .text =
        Si un sommet rouge peut atteindre une pile de trois ou quatre, Rouge est peut-être sur le point de gagner.
        Atteignez-la vous-même, retirez-en une partie, ou barrez le chemin.
