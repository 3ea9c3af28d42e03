fibonacci-first =
    Vous êtes Rouge et vous commencez. Vous gagnez quand vos six pions d’attaque, les triangles, occupent les six
    intersections autour du pion central vert, l’étoile.

    Dans un coin, une étoile n’a que trois intersections autour d’elle : on ne peut pas l’y entourer, il faut d’abord
    l’en faire sortir. Un pion qui va sur une étoile échange sa place avec elle.

    Votre premier tour compte un coup. Les tours s’allongent au fil de la partie, jusqu’à six coups.

fibonacci-kind-central = Les pions centraux, les étoiles
    .text =
        Une étoile chacun. Elle ne bouge jamais d’elle-même : seul un pion qui échange sa place avec elle la déplace.
    .pieces = red_central_piece green_central_piece
fibonacci-kind-attack = Les pions d’attaque, les triangles
    .text =
        Six chacun. Ce sont eux qui gagnent : tous les six autour de l’étoile adverse. Pour chacun qui touche l’étoile
        adverse au début du tour de l’adversaire, ce tour compte un coup de moins.
    .pieces = red_attack_piece green_attack_piece
fibonacci-kind-defence = Les pions de défense, les carrés
    .text =
        Six chacun. Ils se déplacent comme les triangles, mais ne gagnent jamais : ils prennent la place des triangles
        adverses et l’échangent avec ce qui est mal placé.
    .pieces = red_defence_piece green_defence_piece
fibonacci-kind-group = Les groupes
    .text =
        Des pions d’un même joueur et d’une même sorte qui se touchent. Un pion va sur toute intersection voisine de
        son groupe : un long groupe est donc un pont.

fibonacci-first-taken = { $count ->
        [one] Un triangle vert touche votre étoile : ce tour compte un coup de moins.
       *[other] { $count } triangles verts touchent votre étoile : ce tour compte { $count } coups de moins.
    }

fibonacci-lesson-cell-1 = Un coup
    .text =
        Les triangles attaquent, les carrés défendent, et l’étoile est l’enjeu. Choisissez un triangle ou un carré,
        puis une intersection. Les pions de même sorte qui se touchent forment un groupe, et un pion va où il veut à
        côté de son groupe : d’un bout à l’autre en un seul coup.

fibonacci-lesson-cell-2 = Un pont
    .text =
        Votre tour compte maintenant plusieurs coups. Une chaîne de triangles est un pont : le dernier saute devant,
        encore et encore. Menez-les ainsi, en un groupe, vers l’étoile verte. Les carrés se déplacent de même.

fibonacci-lesson-cell-3 = Échanger
    .text =
        L’intersection peut être occupée, par n’importe qui : les deux pions échangent alors leurs places. C’est
        ainsi, et seulement ainsi, qu’une étoile se déplace. Une étoile dans son coin ne peut pas être entourée :
        allez dessus avec un triangle venu de plus loin, et elle en sort, là où il était.

fibonacci-lesson-cell-4 = Le siège coûte des coups
    .text =
        Pour chacun de vos triangles à côté de l’étoile verte, Vert a un coup de moins à chaque tour. C’est vrai aussi
        pour vous : vos carrés sont bien placés contre votre étoile, car aucun triangle vert ne s’y met alors.

fibonacci-lesson-cell-5 = Coups restants
    .text = Le nombre de coups restants est affiché ci-dessus. Après au moins un coup, vous pouvez finir le tour.
