mixtour-rules =
    Posez des pions, empilez-les, et retirez cinq pions ou plus sous forme de tour. Toutes les piles sont à tout le
    monde. Ce qui compte, c’est à qui appartient le pion du sommet, et une seule règle de distance.

mixtour-rules-turn = Votre tour
    .text-1 =
        Le plateau est vide au départ. Blanc commence. À votre tour, au choix : posez un pion de votre couleur, pris
        dans votre réserve, sur une case vide, ou déplacez une pile.
    .text-2 = Un pion seul est aussi une pile, de hauteur un.

mixtour-rules-distance = Déplacer : la seule règle
    .text-1 =
        Une pile va en ligne droite, en diagonale aussi, sur une autre pile et se pose dessus. Le chemin est
        exactement aussi long que la pile d’arrivée est haute : une case vers un pion seul, deux cases vers une pile
        de deux, et ainsi de suite. La hauteur de la pile déplacée ne compte pas.
    .text-2 =
        Toutes les cases du chemin doivent être vides. Et vous pouvez déplacer n’importe quelle pile, celles de
        l’adversaire aussi.

mixtour-rules-splitting = Scinder
    .text-1 =
        Vous n’êtes pas obligé de prendre toute la pile : prenez autant de pions que vous voulez, depuis le sommet.
        Les autres restent. L’ordre des pions ne change pas.

mixtour-rules-towers = Les tours
    .text-1 =
        Une pile de cinq pions ou plus est une tour et quitte aussitôt le plateau. Ses pions retournent à leurs
        propriétaires, et le propriétaire du pion du sommet marque un point, peu importe qui l’a faite.
    .text-2 =
        Le premier qui atteint le nombre de points convenu gagne : cinq selon Dieter Stein, avec 25 pions chacun. Dans
        l’édition Gerhards, chacun en a 20, et une tour suffit, ou deux ou trois en tournoi.

mixtour-rules-forbidden = Ce qui est interdit
    .text-1 =
        Vous ne pouvez pas jouer de sorte que le plateau redevienne ce qu’il était avant le dernier coup adverse.
    .text-2 = Si aucun coup n’est possible, vous passez, et seulement alors.
    .ruling-3 = La partie est nulle si les deux joueurs passent l’un après l’autre.
    .ruling-4 =
        La partie est nulle si, pour la troisième fois, les mêmes piles se présentent avec le même score et le même
        joueur au trait.

mixtour-rules-moves = Comment on note les coups
    .move-1 = `b2` poser un pion en b2 : la lettre de la colonne, puis le numéro de la rangée depuis le bas
    .move-2 = `a1-b2` déplacer le pion du sommet de a1 sur b2
    .move-3 = `c4:3-d3` déplacer les trois pions du haut de c4 sur d3
    .move-4 = `passe` si aucun autre coup n’est possible ; « pass » dans les fichiers

mixtour-figure-enter = Vous êtes Blanc. Posez un pion où vous voulez.
    .right = À Rouge de poser un pion, ou de déplacer le vôtre.
    .wrong = Choisissez une case vide.

mixtour-figure-distance =
    La pile en b4 a trois pions : on l’atteint d’exactement trois cases de distance. Quelle pile peut s’y poser ?
    .right = De e4 il y a trois cases, et le chemin est libre. De e1 aussi, mais c3 et d2 barrent le chemin.
    .wrong = Essayez d’arriver en b4, avec une pile à trois cases et rien entre les deux.

mixtour-figure-neighbours = Le pion en b2 est de hauteur un. Recouvrez-le d’une pile voisine, si haute qu’elle soit.
    .right = Toute pile voisine atteint un pion seul. Seule compte la hauteur de la pile d’arrivée.
    .wrong = Arrivez en b2, depuis a1, a3, c1 ou c3.

mixtour-figure-split = Prenez seulement les deux pions du haut de la pile en c2, et posez-les en d3.
    .right = Deux sont partis, deux sont restés. Blanc est maintenant au sommet en c2.
    .wrong = Choisissez c2, puis combien : deux. Puis d3.

mixtour-figure-tower = La première tour gagne. Deux piles de deux peuvent aller sur les trois de b4 : prenez la bonne.
    .right = Cinq pions, blanc au sommet : une tour, et la partie.
    .wrong = Ce n’est pas encore une tour : prenez les deux pions.
    .lost = Une tour, mais rouge au sommet. Le point est à Rouge, bien que Blanc ait joué.

mixtour-figure-undo = Rouge vient de déplacer le pion du sommet de a1 sur b1. Essayez de revenir de b1 en a1.
    .right =
        Les deux pions peuvent y aller : la position est nouvelle. Celui du haut seul, non : tout serait comme avant.
    .wrong = C’est permis, bien sûr. Mais essayez b1, puis a1.
