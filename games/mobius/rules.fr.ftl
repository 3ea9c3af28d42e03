mobius-rules =
    Deux joueurs posent des pions sur une bande tordue d’un demi-tour. On gagne en reliant les endroits de sa couleur
    le long du bord. C’est tout, sauf que la bande n’a qu’un seul bord.

mobius-rules-board = Le plateau
    .text-1 =
        Une bande d’hexagones, large de douze et longue de treize. Son bout inférieur est collé à son bout supérieur
        après un demi-tour : la gauche rejoint la droite.
    .text-2 =
        La première rangée est donc dessinée deux fois : en demi-cases en haut et, dans l’ordre inverse, en demi-cases
        en bas. Les lettres disent quelles moitiés vont ensemble. Cette ligne est la couture.
    .text-3 =
        La bande collée n’a qu’un bord, qui en fait tout le tour. Six barres le longent, rouges et bleues en
        alternance, trois de chaque couleur. Une case où deux barres se rencontrent touche les deux.

mobius-rules-turn = Votre tour
    .text-1 =
        Rouge commence. Posez un pion de votre couleur sur n’importe quelle case vide. Les pions ne bougent plus et ne
        sont jamais pris ; on ne passe pas, et on n’échange pas les couleurs.

mobius-rules-bars = Gagner avec trois barres
    .text-1 =
        Vous gagnez dès qu’un même groupe de vos pions touche les trois barres de votre couleur. Il peut traverser la
        couture comme n’importe quel autre endroit.

mobius-rules-loop = Gagner avec deux barres et une boucle
    .text-1 =
        Deux barres suffisent si le même groupe contient une boucle : une chaîne fermée de vos pions qui fait le tour
        de la bande, sortant par le haut et revenant par le bas.
    .ruling-2 =
        Une boucle traverse la couture un nombre impair de fois. Une chaîne qui suit tout le bord la traverse deux
        fois et n’est pas une boucle.

mobius-rules-linking = Ce que font les barres
    .ruling-1 =
        Vos barres relient : deux de vos groupes qui touchent une même barre à vous sont reliés par elle, et une
        boucle peut y passer.
    .ruling-2 =
        Si le plateau est plein sans que personne n’ait gagné, on compte les liaisons : un groupe qui joint deux de
        ses barres en a une, un groupe qui en joint trois en a deux, et une boucle, où qu’elle soit, en vaut une de
        plus. Rouge et Bleu en ont toujours trois à eux deux : l’un en a deux ou trois, et gagne. Il n’y a pas de
        partie nulle.

mobius-rules-moves = Comment on note les coups
    .move-1 =
        `e0` un pion sur la case e0 : un coup se note par sa case, la lettre de la colonne puis le numéro de la rangée
        depuis le haut
    .move-2 = `l12` un pion sur la case l12

mobius-figure-halves = Posez un pion sur une des demi-cases du haut ou du bas, et voyez où il se trouve.
    .right = Le pion est dans les deux moitiés, car c’est une seule case. À gauche en haut, c’est à droite en bas.
    .wrong = C’est une case entière. Choisissez une demi-case, tout en haut ou tout en bas.

mobius-figure-bars =
    Trois bras s’étendent vers les trois barres rouges. (Les pions bleus sont omis.) Quel pion les réunit ?
    .right = Un seul groupe relie les trois barres rouges.
    .wrong = Les trois bras doivent se rejoindre : regardez où ils se rapprochent tous.

mobius-figure-seam = Ici le chemin vers la troisième barre traverse la couture. Où manque le pion ?
    .right = La chaîne sort en haut et revient en bas, de l’autre côté.
    .wrong =
        Une chaîne finit en haut de la colonne d, une autre en bas de la moitié droite. Quelle demi-case touche les
        deux ?

mobius-figure-loop = Rouge a déjà une boucle et, à part, un groupe avec les deux barres de gauche. Réunissez-les.
    .right = Deux barres et une boucle qui traverse une fois la couture, dans un seul groupe.
    .wrong = Quelle case touche à la fois la longue boucle et le groupe de gauche ?

mobius-figure-linking = Deux groupes rouges touchent la barre en bas à gauche, qui les relie. Gagnez.
    .right = La barre en bas à gauche les relie : les trois barres sont jointes.
    .wrong = La chaîne du bas veut atteindre la barre de droite.
