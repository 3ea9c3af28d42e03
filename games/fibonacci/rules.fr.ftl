fibonacci-rules =
    Deux petites armées traversent un hexagone. Les pions d’une même catégorie qui se touchent bougent ensemble : l’un
    d’eux saute de l’arrière à l’avant en un seul coup. Entourez le pion central adverse de tous vos pions d’attaque.

fibonacci-rules-board = Plateau et pions
    .text-1 =
        Le plateau est un hexagone de 91 intersections, six par côté. Chacun a un pion central (une étoile), six pions
        d’attaque (des triangles) et six pions de défense (des carrés).
    .ruling-2 = Le sort décide qui commence ; celui qui commence est appelé Rouge.
    .pieces-3 = Les pions

fibonacci-rules-step = Un coup
    .text-1 = Choisissez un de vos pions d’attaque ou de défense. Seul, il va sur une intersection voisine.
    .text-2 =
        Les pions d’un joueur, d’une même catégorie et voisins l’un de l’autre, forment un groupe. Un pion d’un groupe
        va sur n’importe quelle intersection voisine d’un pion de son groupe, si loin qu’elle soit.

fibonacci-rules-swap = Échanger
    .text-1 =
        L’intersection peut être occupée, par n’importe quel pion. Alors les deux échangent leurs places. Aucun pion
        ne quitte jamais le plateau.
    .text-2 =
        Les pions centraux ne se déplacent pas d’eux-mêmes. Ils ne bougent que si un pion vient sur eux, et vous
        pouvez le faire avec celui de l’adversaire.
    .ruling-3 = Échanger avec un de ses propres pions de la même catégorie ne changerait rien : ce n’est pas un coup.

fibonacci-rules-steps = Combien de coups
    .variant = classic
    .text-1 =
        Le premier tour de Rouge a un coup, le premier de Vert en a deux, puis viennent trois, quatre et cinq. Tous
        les tours suivants en ont six.
    .text-2 =
        Si des pions d’attaque adverses touchent votre pion central au début de votre tour, vous avez un coup de moins
        pour chacun. Assiéger ralentit l’adversaire.
    .ruling-3 = Un tour auquel il ne reste aucun coup est sauté, et compte comme un tour.
    .ruling-4 = Après un coup au moins, vous pouvez finir votre tour.

fibonacci-rules-winning = Gagner
    .variant = classic
    .text-1 =
        Vous gagnez dès que vos six pions d’attaque occupent les six intersections autour du pion central adverse. Au
        bord du plateau il a moins de voisines et ne peut pas être entouré : faites-l’en sortir.
    .ruling-2 =
        Un coup qui achève l’encerclement pour les deux joueurs fait gagner celui qui l’a joué ; s’il ne l’achève que
        pour l’autre, c’est l’autre qui gagne.
    .ruling-3 =
        La partie est nulle si un tour commence pour la troisième fois avec les mêmes pions aux mêmes places, le même
        joueur et le même nombre de coups avant déduction.

fibonacci-rules-cards = Avec des cartes
    .variant = cards
    .text-1 =
        Dans cette variante, chacun a un paquet de douze cartes, deux de chaque valeur de 1 à 6. Retournez-en une au
        début de votre tour : elle fixe le nombre de coups, et rien n’en est retiré. Le paquet épuisé est mélangé à
        nouveau.
    .text-2 =
        Pour gagner, les six pions d’attaque doivent former un seul groupe, dont trois au moins touchent le pion
        central adverse.
    .ruling-3 =
        Après un coup au moins, vous pouvez finir votre tour. Un coup qui achève le gain pour les deux joueurs fait
        gagner celui qui l’a joué ; s’il ne l’achève que pour l’autre, c’est l’autre qui gagne.
    .ruling-4 =
        La partie est nulle si un tour commence pour la troisième fois avec les mêmes pions aux mêmes places et le
        même joueur.

fibonacci-rules-moves = Comment on note les coups
    .move-1 =
        `a5-b5` le pion de a5 va en b5 : les rangées vont de a à k depuis le bas, et le numéro est celui de la
        diagonale
    .move-2 = `fin` le tour finit avant que tous ses coups soient joués ; « end » dans les fichiers

fibonacci-rules-cards-moves = Comment on note les cartes
    .variant = cards
    .move-1 = `#4` un 4 est tiré

fibonacci-figure-step = Le carré rouge tout au milieu est seul. Où peut-il aller ?
    .right = Sur une des six intersections autour de lui.
    .wrong = Prenez le pion de défense rouge au milieu du plateau, f6.

fibonacci-figure-group =
    Le début. Les pions d’attaque rouges sont un groupe : amenez le dernier, a1 en bas à gauche, tout devant.
    .right = En un seul coup, de l’arrière à l’avant.
    .wrong = Amenez le pion de a1 à côté du pion d’attaque le plus avancé, b6 : en b7, c6 ou c7.

fibonacci-figure-swap =
    Les carrés rouges forment une ligne de votre pion d’attaque en e8 jusqu’au pion central vert en i8. Par un seul
    coup d’un carré, amenez le pion d’attaque à côté du pion central.
    .right = Le carré est allé au bout de sa ligne, et le pion d’attaque a pris sa place : Vert a un coup de moins.
    .wrong = Jouez le carré le plus avancé, h8, sur votre propre pion d’attaque, e8.

fibonacci-figure-ring =
    Rouge a trois coups, parce que trois pions d’attaque verts lui en retirent trois sur six. Ils suffisent pour
    gagner. Amenez d’abord le pion central vert près de vos pions d’attaque avec un carré, puis au milieu d’eux, puis
    fermez le cercle.
    .right = Le pion central est entouré par les six pions d’attaque.
    .wrong =
        Le carré en g7 fait partie d’une ligne qui touche le pion central. Échangez-les : le pion central vient en g7.

fibonacci-figure-cards =
    Une carte vous donne deux coups. Réunissez les six pions d’attaque, dont trois à côté de l’étoile verte.
    .right = Les six forment un groupe, et trois d’entre eux touchent le pion central.
    .wrong = Deux pions d’attaque sont encore à l’écart. Amenez-les tous deux vers les autres.
