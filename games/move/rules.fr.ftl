move-rules =
    Vingt-cinq billes remplissent le plateau, et il y en a une de plus. Qui la tient la pousse depuis le bord ; celle
    qui tombe de l’autre côté sera pour l’adversaire. Cinq billes alignées gagnent.

move-rules-setup = Mise en place
    .text-1 =
        Le plateau a cinq rangées et cinq colonnes. Il y a 8 billes orange, 8 vertes, 9 neutres et une noire, le
        joker : une bille de plus que de cases.
    .text-2 =
        Les billes neutres forment d’abord une croix au milieu. Orange commence ; chacun pose à son tour une de ses
        billes sur une case libre, jusqu’à ce que le plateau soit plein.
    .pieces-3 = Les billes

move-rules-push = Votre tour : une poussée
    .text-1 =
        Orange commence avec la bille noire en main. Présentez la bille en main, quelle que soit sa couleur, au bout
        d’une rangée ou d’une colonne et poussez : les cinq billes avancent d’une case.
    .text-2 =
        La bille qui tombe de l’autre côté est celle avec laquelle l’adversaire devra pousser. Vous choisissez donc où
        vont les billes, mais aussi ce que l’autre reçoit.

move-rules-forbidden = Une poussée est interdite
    .text-1 =
        Le mouvement inverse de la dernière poussée adverse est interdit : vous ne pouvez pas pousser la même rangée
        ou colonne depuis son autre bout.

move-rules-winning = Gagner
    .text-1 =
        Cinq billes de votre couleur alignées gagnent : une rangée, une colonne ou une des deux grandes diagonales. La
        bille noire compte pour chacun : quatre des vôtres et la noire forment aussi un alignement.
    .text-2 =
        Si une poussée forme un alignement pour vous, vous gagnez, même si elle en forme un pour l’adversaire. Si elle
        n’en forme un que pour l’adversaire, c’est lui qui gagne.
    .ruling-3 =
        La partie est nulle si, pour la troisième fois, toutes les billes sont aux mêmes places, avec la même bille en
        main, le même joueur au trait et la même dernière poussée.

move-rules-moves = Comment on note les coups
    .move-1 =
        `b4` pendant la mise en place : une bille sur la case de la colonne b et de la rangée 4, comptée depuis le bas
    .move-2 = `3>` `3<` pousser la rangée 3 vers la droite, vers la gauche ; s’écrit aussi 3→ et 3←
    .move-3 = `b^` `bv` pousser la colonne b vers le haut, vers le bas ; s’écrit aussi b↑ et b↓

move-figure-placing = Vous êtes Orange. Posez une bille sur une case libre.
    .right = À Vert d’en poser une, et ainsi de suite jusqu’à ce que le plateau soit plein.
    .wrong = Choisissez une des cases libres dans les coins.

move-figure-pushing = Le plateau est plein et vous avez la bille noire. Poussez-la depuis une des flèches.
    .right = Toute la rangée a avancé. La bille tombée est maintenant dans la main de Vert.
    .wrong = Choisissez une des flèches autour du plateau.

move-figure-inverse = Orange vient de pousser la rangée 3 vers la droite. Vous êtes Vert : essayez de la repousser.
    .right = C’est la seule poussée interdite en ce moment. Toutes les autres sont permises.
    .wrong = Cette poussée est permise. Essayez la rangée 3 depuis son bout droit.

move-figure-line = Orange, une bille orange en main : une poussée aligne cinq billes.
    .right = Toute la rangée du haut est orange.
    .wrong = La rangée du haut en a déjà quatre. Quelle poussée amène la cinquième ?

move-figure-joker = Ici la bille noire aide. Trouvez la poussée qui remplit une diagonale.
    .right = Quatre billes orange et la noire forment un alignement, d’un coin à l’autre.
    .wrong = Regardez la grande diagonale, d’en bas à gauche à en haut à droite. Quelle bille n’est pas à sa place ?

move-figure-both = Une poussée gagne. Une autre forme un alignement pour Vert, et perd. Gagnez.
    .right = Bien. Qui pousse doit regarder les deux couleurs.
    .wrong =
        Cela ne forme pas d’alignement. La colonne b a quatre billes orange : quelle poussée amène la cinquième en
        haut ?
    .lost = Cela a formé un alignement pour Vert seul : Vert gagne.
