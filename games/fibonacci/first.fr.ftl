fibonacci-first =
    Vous êtes Rouge et vous commencez. Vous gagnez quand vos six pions d’attaque, les triangles, occupent les six
    intersections autour du pion central vert, l’étoile.

    Dans son coin, l’étoile n’a que trois intersections autour d’elle : on ne peut pas l’y entourer, il faut d’abord
    l’en faire sortir. Un pion qui va sur l’étoile échange sa place avec elle.

    Votre premier tour compte un coup. Les tours s’allongent au fil de la partie, jusqu’à six coups.

fibonacci-lesson-cell-1 = Un coup
    .text =
        Choisissez un triangle ou un carré, puis une intersection. Les pions de même sorte qui se touchent forment un
        groupe, et un pion va où il veut à côté de son groupe : d’un bout à l’autre en un seul coup. Les endroits
        entourés disent d’où et vers où.

fibonacci-lesson-cell-2 = Un pont
    .text =
        Votre tour compte maintenant plusieurs coups. Une chaîne de triangles est un pont : le dernier saute devant,
        encore et encore. Menez-les ainsi, en un groupe, vers l’étoile verte.

fibonacci-lesson-cell-3 = Échanger
    .text =
        L’intersection peut être occupée, par n’importe qui : les deux pions échangent alors leurs places. C’est
        ainsi, et seulement ainsi, qu’une étoile se déplace. L’étoile verte est à l’abri dans son coin : allez dessus
        avec un triangle venu de plus loin, et elle en sort, là où il était.

fibonacci-lesson-cell-4 = Le siège coûte des coups
    .text =
        Pour chacun de vos triangles à côté de l’étoile verte, Vert a un coup de moins à chaque tour. C’est vrai aussi
        pour vous : des carrés près de votre étoile sont bien placés.

fibonacci-lesson-cell-5 = Coups restants
    .text = Le nombre de coups restants est affiché ci-dessus. Après au moins un coup, vous pouvez finir le tour.
