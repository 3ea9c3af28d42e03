mobius-first =
    Vous êtes Rouge et vous commencez. Trois barres rouges longent le bord de la bande : reliez-les par un seul groupe
    de pions rouges, et vous avez gagné.

    Il y a une autre façon : en relier deux, et fermer une boucle avec le même groupe. Une boucle est une chaîne
    fermée qui fait le tour de la bande, sort par le haut et rentre par le bas.

    Le haut et le bas de la bande sont collés avec un demi-tour. C’est tout.

mobius-lesson-cell-1 = Votre premier pion
    .text =
        Posez un pion sur une case vide. Les pions ne bougent jamais et ne se prennent pas. Au milieu, un pion garde
        toutes les voies ouvertes ; au bord, il est près d’une barre. La case entourée est celle qu’un joueur fort
        choisirait.

mobius-lesson-cell-2 = Ne collez pas vos pions
    .text =
        Les pions qui se touchent forment un groupe. Inutile de les coller : si deux de vos pions ont deux cases
        libres voisines en commun, ils sont presque reliés. Que l’adversaire prenne l’une, vous prenez l’autre.

mobius-lesson-cell-3 = La couture
    .text =
        Les demi-cases du haut et du bas sont les mêmes cases, dans l’ordre inverse : les lettres disent quelles
        moitiés vont ensemble. Une chaîne qui sort par le haut rentre par le bas, de l’autre côté. Regardez la bande
        comme un vrai ruban, et tournez-la.

mobius-lesson-cell-4 = Bonne pour l’un, bonne pour l’autre
    .text =
        Là où l’adversaire veut passer, vous pouvez l’arrêter, et inversement. Souvent un seul pion fait les deux : il
        relie les vôtres et barre la route.

mobius-lesson-cell-5 = Vos groupes
    .groups =
        Des traits épais montrent maintenant vos groupes. Réunissez-les et menez-les aux barres rouges : une barre que
        touchent deux groupes les relie aussi.
