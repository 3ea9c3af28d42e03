mixtour-first =
    Vous êtes Blanc et vous commencez. Formez une pile de cinq ou plus avec un pion blanc au sommet : elle quitte le
    plateau, c’est une tour. Dans cette partie courte, la première tour gagne.

    Toutes les piles sont à tout le monde. Ce qui compte, c’est le pion du sommet.

mixtour-kind-piece = Les pions
    .text = Les blancs sont à vous, les rouges à l’adversaire : 20 chacun. Un pion seul est une pile de hauteur un.
    .pieces = white_piece red_piece
mixtour-kind-stack = Les piles
    .text =
        Des pions empilés, des deux couleurs. Chacun peut déplacer n’importe quelle pile, ou seulement son haut, sur
        une autre.
    .stack = red_piece white_piece red_piece
mixtour-kind-tower = Les tours
    .text =
        Une pile de cinq ou plus quitte aussitôt le plateau. C’est un point pour le propriétaire du pion du sommet,
        quel que soit celui qui l’a formée, et ses pions retournent à leurs propriétaires.
    .stack = red_piece white_piece red_piece white_piece white_piece
mixtour-kind-reserve = La réserve
    .text = Vos pions qui ne sont pas sur le plateau. C’est de là que vous en posez un sur une case vide.

mixtour-first-stack =
    Regardez { $at } : une pile de { $height }, { $colour } au sommet. On l’atteint à une distance d’exactement
    { $height } cases.
mixtour-first-others =
    Vous avez joué la partie courte, proposée en premier désormais : 20 pions chacun, la première tour gagne. Avec les
    mêmes règles, on joue aussi en deux ou trois tours gagnantes, ou, comme Dieter Stein l’a d’abord publié, avec
    25 pions chacun et cinq tours.

mixtour-lesson-cell-1 = Ajouter un pion
    .text =
        Le plateau est vide : il n’y a qu’une chose à faire, poser un pion de votre réserve sur une case. Un pion seul
        est une pile de hauteur un.

mixtour-lesson-cell-2 = La seule règle de distance
    .text =
        Une pile se déplace en ligne droite sur une autre, et le chemin est exactement aussi long que cette autre pile
        est haute : une case vers un pion seul, deux cases vers une pile de deux. Rien ne doit se trouver entre elles.
    .mouse = Pointez une pile : des nombres montrent d’où on l’atteint.

mixtour-lesson-cell-3 = Tout est à tous
    .text =
        Vous pouvez déplacer toutes les piles, celles de l’adversaire aussi. Et vous pouvez n’en prendre que le haut :
        choisissez une pile, et des nombres au-dessus disent combien de pions vous soulevez.

mixtour-lesson-cell-4 = Rester au sommet
    .text =
        Une pile de cinq ou plus est une tour, et appartient au joueur dont le pion est au sommet. Les piles hautes
        s’atteignent difficilement, mais méritent un regard à chaque tour : qui pourrait en faire cinq ?

mixtour-lesson-cell-5 = Attention à trois et quatre
    .text =
        Si un sommet rouge peut atteindre une pile de sorte que cinq pions se rejoignent, Rouge est peut-être sur le
        point de gagner. Atteignez-la vous-même, retirez-en une partie, ou barrez le chemin.
