move-first =
    Vous êtes Orange et vous commencez. Vous gagnez quand cinq de vos billes sont alignées : une rangée, une colonne
    ou une grande diagonale.

    D’abord chacun pose ses billes. Ensuite on pousse : la bille en main entre par le bord, et celle qui tombe de
    l’autre côté est celle que l’adversaire devra pousser.

move-kind-own = Les billes orange et vertes
    .text = Huit de chaque. Les orange sont à vous, les vertes à l’adversaire. Cinq des vôtres alignées gagnent.
    .pieces = orange_marble green_marble
move-kind-neutral = Les billes neutres
    .text = Neuf. Elles ne sont à personne, ne comptent pour personne et gênent tout le monde.
    .pieces = neutral_marble
move-kind-joker = La bille noire, le joker
    .text = Il n’y en a qu’une. Elle compte pour les deux : quatre des vôtres et le joker alignés font cinq.
    .pieces = black_marble
move-kind-hand = La bille en main
    .text =
        Celle qui n’a pas de place sur le plateau. Le joueur dont c’est le tour doit la pousser, quelle que soit sa
        couleur ; celle qui tombe à l’autre bout est la suivante.

move-first-laying = { $left ->
        [one] On pose encore les billes : c’est votre dernière. Ensuite on pousse.
       *[other] On pose encore les billes : il vous en reste { $left }. On poussera quand le plateau sera plein.
    }
move-first-hand-orange_marble = Vous poussez une bille orange : une des vôtres de plus sur le plateau.
move-first-hand-green_marble =
    Vous devez pousser une bille verte, celle de l’adversaire. Poussez-la là où elle ne sert pas à Vert.
move-first-hand-neutral_marble =
    Vous poussez une bille neutre, qui ne compte pour personne. Elle est utile pour briser un alignement vert.
move-first-hand-black_marble = Vous poussez le joker, qui compte pour les deux.

move-lesson-cell-1 = La mise en place
    .text =
        Les billes neutres forment une croix. Elles ne comptent pour personne. Posez une de vos billes orange sur une
        case libre. Des billes dans une même rangée ou colonne sont déjà un début d’alignement.

move-lesson-cell-2 = Rassembler, gêner
    .text =
        Continuez jusqu’à ce que le plateau soit plein. Pensez à la rangée ou à la colonne que vous voulez remplir, et
        gênez celle de Vert. Personne ne peut encore gagner : chaque ligne contient une bille neutre.

move-lesson-edge-1 = Votre première poussée
    .text =
        Le plateau est plein, et vous avez en main la bille noire, le joker : quatre des vôtres et le joker alignés
        font cinq. Choisissez une flèche pour la pousser.
    .mouse = Pointez d’abord la flèche : vous voyez la rangée telle qu’elle sera, et la bille qui tombe.
    .finger = Ou glissez le doigt le long d’une rangée ou d’une colonne, depuis le bord où la bille entre.
    .text-2 =
        Les coups s’écrivent ainsi : 3→ pousse dans la rangée 3 depuis la gauche, b↓ dans la colonne b depuis le haut.

move-lesson-edge-2 = Ce qui tombe est à l’autre
    .text =
        La bille qui tombe est celle que Vert devra pousser : une orange vous aide même dans sa main, une verte l’aide,
        lui. Regardez donc les deux bouts d’une poussée.

move-lesson-edge-3 = Rien ne se défait
    .text =
        La poussée qui annulerait la dernière est interdite : sa flèche est en pointillé. Toutes les autres sont
        permises. Cherchez les rangées où vous avez trois ou quatre billes, et ce qui en amènerait une de plus.

move-lesson-edge-4 = Surveillez ses alignements
    .text =
        Avant de pousser, regardez si Vert a quatre billes alignées. Une poussée à travers cet alignement le brise.
