move-first =
    Vous êtes Orange et vous commencez. Vous gagnez quand cinq de vos billes sont alignées : une rangée, une colonne
    ou une grande diagonale.

    D’abord chacun pose ses billes. Ensuite on pousse : la bille en main entre par le bord, et celle qui tombe de
    l’autre côté est celle que l’adversaire devra pousser.

move-lesson-cell-1 = La mise en place
    .text =
        Les billes neutres forment une croix. Posez une de vos billes orange sur une case libre. Des billes dans une
        même rangée ou colonne sont déjà un début d’alignement.

move-lesson-cell-2 = Rassembler, gêner
    .text =
        Continuez jusqu’à ce que le plateau soit plein. Pensez à la rangée ou à la colonne que vous voulez remplir, et
        gênez celle de Vert.

move-lesson-edge-1 = Votre première poussée
    .text =
        Le plateau est plein, et vous avez en main la bille noire, le joker : elle compte pour les deux. Choisissez
        une flèche pour la pousser. Avec une souris, pointez d’abord la flèche : vous voyez la rangée telle qu’elle
        sera, et la bille qui tombe. Les coups s’écrivent ainsi : 3→ pousse dans la rangée 3 depuis la gauche, b↓ dans
        la colonne b depuis le haut.

move-lesson-edge-2 = Ce qui tombe est à l’autre
    .text =
        La bille qui tombe est celle que Vert devra pousser. Une bille orange vous aide même dans sa main ; une verte
        l’aide, lui. Regardez donc les deux bouts d’une poussée.

move-lesson-edge-3 = Rien ne se défait
    .text =
        La poussée qui annulerait la dernière est interdite : sa flèche est en pointillé. Toutes les autres sont
        permises. Cherchez les rangées où vous avez trois ou quatre billes, et ce qui en amènerait une de plus.

move-lesson-edge-4 = Surveillez ses alignements
    .text =
        Avant de pousser, regardez si Vert a quatre billes alignées. Une poussée à travers cet alignement le brise.
