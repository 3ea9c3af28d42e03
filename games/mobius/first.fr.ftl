mobius-first =
    Vous êtes Rouge et vous commencez. Trois barres rouges longent le bord de la bande : reliez-les par un seul groupe
    de pions rouges, et vous avez gagné.

    Il y a une autre façon : en relier deux, et fermer une boucle avec le même groupe. Une boucle est une chaîne
    fermée qui fait le tour de la bande, sort par le haut et rentre par le bas.

    Le haut et le bas de la bande sont collés avec un demi-tour. C’est tout.

mobius-kind-stone = Les pions
    .text = Vous posez les rouges, l’adversaire les bleus, un par tour. Ils ne bougent jamais et ne se prennent pas.
    .pieces = red_stone blue_stone
mobius-kind-bar = Les barres
    .text =
        Les parties colorées du bord : trois rouges, trois bleues. Un pion rouge contre une barre rouge y est relié,
        ainsi qu’à tout ce qui touche la même barre. Une case où deux barres se rejoignent est aux deux.
mobius-kind-seam = La couture
    .text =
        Les demi-cases du haut et du bas. Chacune porte une lettre, et les deux moitiés de même lettre sont une seule
        case : c’est là que la bande est collée.
mobius-kind-group = Les groupes
    .text =
        Des pions d’une même couleur qui se touchent. Ceux qui touchent une même barre de leur couleur sont reliés
        aussi.
mobius-kind-loop = Les boucles
    .text =
        Une chaîne fermée d’une seule couleur qui fait une fois le tour de la bande : elle sort par le haut, rentre
        par le bas et revient à son départ.

mobius-first-groups = { $groups ->
        [one] Tous vos pions forment maintenant un seul groupe.
       *[other] Vos pions forment { $groups } groupes ; le plus grand compte { $largest ->
            [one] { $largest } pion
           *[other] { $largest } pions
        }.
    } { $bars ->
        [0] Aucun ne touche encore une barre rouge.
        [one] Une des trois barres rouges est atteinte.
       *[other] Un même groupe atteint { $bars } des trois barres rouges.
    }

mobius-lesson-cell-1 = Votre premier pion
    .text =
        Posez un pion sur une case vide. Les pions ne bougent jamais et ne se prennent pas. Au milieu, un pion garde
        toutes les voies ouvertes ; au bord, il est près d’une barre.

mobius-lesson-cell-2 = Les barres
    .text =
        Les traits épais et colorés des bords gauche et droit sont les barres : trois rouges pour vous, trois bleues
        pour l’adversaire. Un pion contre une barre de sa couleur y est relié. Votre groupe doit atteindre les trois
        rouges, ou deux d’entre elles et faire le tour de la bande.

mobius-lesson-cell-3 = La couture
    .text =
        Les demi-cases du haut et du bas sont les mêmes cases, dans l’ordre inverse : les lettres disent quelles
        moitiés vont ensemble. Une chaîne qui sort par le haut rentre par le bas, de l’autre côté. Choisissez « Comme
        un vrai ruban » pour le voir, et tournez la bande.

mobius-lesson-cell-4 = Ne collez pas vos pions
    .text =
        Les pions qui se touchent forment un groupe. Inutile de les coller : si deux de vos pions ont deux cases
        libres voisines en commun, ils sont presque reliés. Que l’adversaire prenne l’une, vous prenez l’autre.

mobius-lesson-cell-5 = Bonne pour l’un, bonne pour l’autre
    .text =
        Là où l’adversaire veut passer, vous pouvez l’arrêter, et inversement. Souvent un seul pion fait les deux : il
        relie les vôtres et barre la route.

mobius-lesson-cell-6 = Vos groupes
    .text =
        Des traits épais montrent maintenant les groupes. Réunissez les vôtres et menez-les aux barres rouges : une
        barre que touchent deux groupes les relie aussi.
    .groups = montrés
