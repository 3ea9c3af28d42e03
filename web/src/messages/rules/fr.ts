// Les règles de tous les jeux pour les joueurs, en français et dans nos propres mots.
import type { RuleBook } from './en';

export const rules: RuleBook = {
  pageTitle: (game) => `Règles de ${game}`,
  ruling: 'Précision',
  rulingMeans:
    'Ce qui est marqué ainsi est de nous : la règle publiée laisse la question ouverte, et un programme doit savoir.',
  tryIt: 'Essayez',
  again: 'Recommencer',
  show: 'Montrer',
  right: 'Oui.',
  notQuite: 'Pas tout à fait.',
  ready: 'C’est tout',
  readyText: 'Rien ne vaut une partie pour comprendre le reste. Aux premiers niveaux, l’ordinateur débute lui aussi.',
  toPuzzles: 'Ou résoudre un problème',
  games: {
    mobius: {
      lead:
        'Deux joueurs posent des pions sur une bande tordue d’un demi-tour. On gagne en reliant les endroits de sa ' +
        'couleur le ' +
        'long du bord. C’est tout, sauf que la bande n’a qu’un seul bord.',
      sections: [
        {
          title: 'Le tablier',
          text: [
            'Imaginez une bande d’hexagones, large de douze et longue de treize. Son bout inférieur est collé à son ' +
              'bout supérieur après un demi-tour : la gauche rejoint la droite.',
            'La première rangée est donc dessinée deux fois : en demi-cases en haut et, dans l’ordre inverse, en ' +
              'demi-cases en bas. Les lettres disent quelles moitiés vont ensemble. Cette ligne est la couture.',
            'La bande collée n’a qu’un bord, qui en fait tout le tour. Six barres le longent, rouges et bleues en ' +
              'alternance, trois de chaque couleur. Une case où deux barres se rencontrent touche les deux.',
          ],
          figures: ['mobiusHalves'],
        },
        {
          title: 'Votre tour',
          text: [
            'Rouge commence. Posez un pion de votre couleur sur une case vide quelconque. Les pions ne bougent plus, ' +
              'ne sont jamais pris, et l’on ne passe pas.',
          ],
        },
        {
          title: 'Gagner avec trois barres',
          text: [
            'Vous gagnez dès qu’un même groupe de vos pions touche les trois barres de votre couleur.',
            'Le groupe peut traverser la couture comme n’importe quel autre endroit.',
          ],
          figures: ['mobiusBars', 'mobiusSeam'],
        },
        {
          title: 'Gagner avec deux barres et une boucle',
          text: [
            'Deux barres suffisent si le même groupe contient une boucle : une chaîne fermée de vos pions qui ' +
              'fait le ' +
              'tour de la bande, sortant en haut et revenant par le bas.',
            {
              ruling:
                'Une boucle traverse la couture un nombre impair de fois. Une chaîne qui suit tout le bord la ' +
                'traverse deux fois et n’est pas une boucle.',
            },
          ],
          figures: ['mobiusLoop'],
        },
        {
          title: 'Ce que font les barres',
          text: [
            {
              ruling:
                'Vos barres conduisent : deux de vos groupes qui touchent la même de vos barres sont reliés par ' +
                'elle, ' +
                'et une boucle peut y passer.',
            },
            {
              ruling:
                'Si le tablier est plein sans que personne n’ait gagné, on compte les liaisons : un groupe qui ' +
                'joint deux de ses barres en a une, un groupe qui en joint trois en a deux, et une boucle, où ' +
                'qu’elle soit, en vaut une de plus. Rouge et Bleu en ont toujours trois ensemble : l’un des deux en ' +
                'a deux ou trois, et gagne. Il n’y a pas de partie nulle.',
            },
          ],
          figures: ['mobiusLinking'],
        },
        {
          title: 'Comment on note les coups',
          text: [
            'Un coup est sa case : la lettre de la colonne et le numéro de la rangée depuis le haut, comme e0 ou l12.',
          ],
        },
      ],
    },
    move: {
      lead:
        'Vingt-cinq billes remplissent le tablier, et il y en a une de plus. Qui la tient la pousse depuis le bord ; ' +
        'celle qui tombe de l’autre côté sera pour l’adversaire. Cinq alignées gagnent.',
      sections: [
        {
          title: 'Mise en place',
          hasPieces: true,
          text: [
            'Le tablier a cinq rangées et cinq colonnes. Il y a 8 billes orange, 8 vertes, 9 neutres et une ' +
              'noire, le ' +
              'joker : une bille de plus que de cases.',
            'Les billes neutres forment d’abord une croix au milieu. Orange commence ; chacun pose à son tour une de ' +
              'ses billes sur une case libre, jusqu’à ce que le tablier soit plein.',
          ],
          figures: ['movePlacing'],
        },
        {
          title: 'Votre tour : une poussée',
          text: [
            'Orange commence avec la bille noire en main. Présentez la bille en main, quelle que soit sa couleur, au ' +
              'bout d’une rangée ou d’une colonne et poussez : les cinq billes avancent d’une case.',
            'La bille qui tombe de l’autre côté est celle avec laquelle l’adversaire devra pousser. Vous choisissez ' +
              'donc où vont les billes, mais aussi ce que l’autre reçoit.',
          ],
          figures: ['movePushing'],
        },
        {
          title: 'Une poussée est interdite',
          text: [
            'Le mouvement inverse du dernier coup adverse est interdit : vous ne pouvez pas pousser la même ' +
              'rangée ou ' +
              'colonne depuis son autre bout.',
          ],
          figures: ['moveInverse'],
        },
        {
          title: 'Gagner',
          text: [
            'Cinq billes de votre couleur en droite gagnent : une rangée, une colonne ou une des deux grandes ' +
              'diagonales. La bille noire compte pour chacun : quatre des vôtres et la noire font aussi une droite.',
            'Si une poussée fait une droite pour vous, vous gagnez, même si elle en fait une pour l’adversaire. ' +
              'Si elle ' +
              'n’en fait une que pour l’adversaire, c’est lui qui gagne.',
            {
              ruling:
                'La partie est nulle si, pour la troisième fois, toutes les billes sont aux mêmes places, avec la ' +
                'même ' +
                'bille en main, le même joueur au trait et la même dernière poussée.',
            },
          ],
          figures: ['moveLine', 'moveJoker', 'moveBoth'],
        },
        {
          title: 'Comment on note les coups',
          text: [
            'Pendant la mise en place, un coup est sa case, b4. Une poussée est sa ligne et le sens des billes : ' +
              '3→ et 3← pour la rangée 3 vers la droite et la gauche, b↑ et b↓ pour la colonne b vers le haut et le ' +
              'bas. Au clavier et dans un fichier, on écrit 3>, 3<, b^ et bv.',
          ],
        },
      ],
    },
    fibonacci: {
      lead:
        'Deux petites armées traversent un hexagone. Les pions d’une même catégorie qui se touchent bougent ' +
        'ensemble : ' +
        'l’un d’eux saute de l’arrière à l’avant en un seul coup. Entourez le pion central adverse.',
      sections: [
        {
          title: 'Tablier et pions',
          hasPieces: true,
          text: [
            'Le tablier est un hexagone de 91 intersections, six par côté. Chacun a un pion central (une ' +
              'étoile), six ' +
              'pions d’attaque (des triangles) et six pions de défense (des carrés).',
            { ruling: 'Le sort décide qui commence ; celui qui commence est appelé Rouge.' },
          ],
        },
        {
          title: 'Un coup',
          text: [
            'Choisissez un de vos pions d’attaque ou de défense. Seul, il va sur une intersection voisine.',
            'Les pions d’un joueur, d’une même catégorie et voisins l’un de l’autre, forment un groupe. Un pion d’un ' +
              'groupe va sur n’importe quelle intersection voisine d’un pion de son groupe, si loin qu’elle soit.',
          ],
          figures: ['fibonacciStep', 'fibonacciGroup'],
        },
        {
          title: 'Échanger',
          text: [
            'L’intersection peut être occupée, par n’importe quel pion. Alors les deux échangent leurs places. Aucun ' +
              'pion ne quitte jamais le tablier.',
            'Les pions centraux ne jouent pas d’eux-mêmes. Ils ne bougent que si l’on atterrit sur eux, et vous ' +
              'pouvez le faire avec celui de l’adversaire.',
            {
              ruling:
                'Échanger avec un de ses propres pions de la même catégorie ne changerait rien : ce n’est pas un coup.',
            },
          ],
          figures: ['fibonacciSwap'],
        },
        {
          title: 'Combien de coups',
          text: [
            'Le premier tour de Rouge a un coup, le premier de Vert en a deux, puis viennent trois, quatre et cinq. ' +
              'Tous les tours suivants en ont six.',
            'Si des pions d’attaque adverses touchent votre pion central au début de votre tour, vous avez un ' +
              'coup de ' +
              'moins pour chacun. Assiéger ralentit.',
            { ruling: 'Un tour à qui il ne reste aucun coup est sauté, et compte comme un tour.' },
            { ruling: 'Après un coup au moins, vous pouvez finir votre tour.' },
          ],
        },
        {
          title: 'Gagner',
          text: [
            'Vous gagnez dès que vos six pions d’attaque occupent les six intersections autour du pion central ' +
              'adverse. ' +
              'Au bord du tablier il a moins de voisines et ne peut pas être entouré : faites-l’en sortir.',
            'Ici Rouge a trois coups, parce que trois pions d’attaque verts lui en retirent trois sur six.',
            {
              ruling:
                'Un coup qui achève l’encerclement pour les deux joueurs fait gagner celui qui l’a joué ; s’il ne ' +
                'l’achève que pour l’autre, c’est l’autre qui gagne.',
            },
            {
              ruling:
                'La partie est nulle si un tour commence pour la troisième fois avec les mêmes pions aux mêmes ' +
                'places, ' +
                'le même joueur et le même nombre de coups avant déduction.',
            },
          ],
          figures: ['fibonacciRing'],
        },
        {
          title: 'Avec des cartes',
          text: [
            'Dans cette variante, chacun a un paquet de douze cartes, deux de chaque valeur de 1 à 6. ' +
              'Retournez-en une ' +
              'au début de votre tour : elle donne le nombre de coups, et rien n’en est retiré. Le paquet épuisé est ' +
              'mélangé à nouveau.',
            'Pour gagner, les six pions d’attaque doivent former un seul groupe, dont trois au moins touchent le ' +
              'pion ' +
              'central adverse.',
            {
              ruling:
                'La partie est nulle si un tour commence pour la troisième fois avec les mêmes pions aux mêmes ' +
                'places et le même joueur.',
            },
          ],
          figures: ['fibonacciCards'],
        },
        {
          title: 'Comment on note les coups',
          text: [
            'Un coup est son départ et son arrivée, a5-b5 ; end finit le tour ; #4 est une carte retournée. Les ' +
              'rangées ' +
              'vont de a à k depuis le bas, et le numéro est celui de la diagonale.',
          ],
        },
      ],
    },
    mixtour: {
      lead:
        'Posez des pions, empilez-les, et retirez cinq pions ou plus sous forme de tour. Toutes les piles ' +
        'sont à tout ' +
        'le monde. Ce qui compte, c’est à qui est le pion du sommet, et une seule règle de distance.',
      sections: [
        {
          title: 'Votre tour',
          text: [
            'Le tablier est vide au départ. Blanc commence. À votre tour, faites l’une de deux choses : poser un ' +
              'pion de ' +
              'votre couleur sur une case vide, ou déplacer une pile.',
            'Un pion seul est aussi une pile, de hauteur un.',
          ],
          figures: ['mixtourEnter'],
        },
        {
          title: 'Déplacer : la seule règle',
          text: [
            'Une pile va en ligne droite, en diagonale aussi, sur une autre pile et se pose dessus. Le chemin est ' +
              'exactement aussi long que la pile d’arrivée est haute : une case vers un pion seul, deux cases vers ' +
              'une ' +
              'pile de deux, et ainsi de suite. La hauteur de la pile déplacée ne compte pas.',
            'Toutes les cases du chemin doivent être vides. Et vous pouvez déplacer n’importe quelle pile, celles de ' +
              'l’adversaire aussi.',
          ],
          figures: ['mixtourDistance', 'mixtourNeighbours'],
        },
        {
          title: 'Scinder',
          text: [
            'Vous n’êtes pas obligé de prendre toute la pile : prenez-en autant de pions que vous voulez, depuis le ' +
              'sommet. Les autres restent. L’ordre des pions ne change pas.',
          ],
          figures: ['mixtourSplit'],
        },
        {
          title: 'Les tours',
          text: [
            'Une pile de cinq pions ou plus est une tour et quitte aussitôt le tablier. Ses pions retournent à leurs ' +
              'propriétaires, et celui à qui est le pion du sommet marque un point, peu importe qui l’a faite.',
            'Le premier qui atteint le nombre de points convenu gagne : cinq selon Dieter Stein, avec 25 pions ' +
              'chacun. ' +
              'Dans l’édition de Gerhards chacun en a 20, et une tour suffit, ou deux ou trois en tournoi.',
          ],
          figures: ['mixtourTower'],
        },
        {
          title: 'Ce qui est interdit',
          text: [
            'Vous ne pouvez pas jouer de sorte que le tablier redevienne ce qu’il était avant le dernier coup adverse.',
            'Si aucun coup n’est possible vous passez, et seulement alors.',
            { ruling: 'La partie est nulle si les deux joueurs passent l’un après l’autre.' },
            {
              ruling:
                'La partie est nulle si, pour la troisième fois, les mêmes piles se présentent avec le même score et ' +
                'le ' +
                'même joueur au trait.',
            },
          ],
          figures: ['mixtourUndo'],
        },
        {
          title: 'Comment on note les coups',
          text: [
            'b2 pose un pion, a1-b2 déplace le pion du sommet de a1 sur b2, et c4:3-d3 les trois pions du haut de c4.',
          ],
        },
      ],
    },
  },
  figures: {
    mobiusHalves: {
      task: 'Posez un pion sur une des demi-cases du haut ou du bas, et voyez où il se trouve.',
      right: 'Le pion est dans les deux moitiés, car c’est une seule case. À gauche en haut, c’est à droite en bas.',
      wrong: 'C’est une case entière. Choisissez une demi-case, tout en haut ou tout en bas.',
    },
    mobiusBars: {
      task: 'Trois bras s’étendent vers les trois barres rouges. (Les pions bleus sont omis.) Quel pion les réunit ?',
      right: 'Un seul groupe relie les trois barres rouges.',
      wrong: 'Les trois bras doivent se rejoindre : regardez où ils se rapprochent tous.',
    },
    mobiusSeam: {
      task: 'Ici le chemin vers la troisième barre traverse la couture. Où manque le pion ?',
      right: 'La chaîne sort en haut et revient en bas, de l’autre côté.',
      wrong: 'Une chaîne finit en haut de la colonne d, une autre en bas à droite. Quelle demi-case touche les deux ?',
    },
    mobiusLoop: {
      task: 'Rouge a déjà une boucle et, à part, un groupe avec les deux barres de gauche. Réunissez-les.',
      right: 'Deux barres et une boucle qui traverse une fois la couture, dans un seul groupe.',
      wrong: 'Quelle case touche à la fois la longue boucle et le groupe de gauche ?',
    },
    mobiusLinking: {
      task: 'Deux groupes rouges touchent la barre en bas à gauche, qui les relie. Gagnez.',
      right: 'La barre en bas à gauche conduit : les trois barres sont reliées.',
      wrong: 'La chaîne du bas veut atteindre la barre de droite.',
    },
    movePlacing: {
      task: 'Vous êtes Orange. Posez une bille sur une case libre.',
      right: 'À Vert d’en poser une, et ainsi de suite jusqu’à ce que le tablier soit plein.',
      wrong: 'Choisissez une des cases libres dans les coins.',
    },
    movePushing: {
      task: 'Le tablier est plein et vous avez la bille noire. Poussez-la depuis une des flèches.',
      right: 'Toute la ligne a avancé. La bille tombée est maintenant dans la main de Vert.',
      wrong: 'Cliquez une des flèches autour du tablier.',
    },
    moveInverse: {
      task: 'Orange vient de pousser la rangée 3 vers la droite. Vous êtes Vert : essayez de la repousser.',
      right: 'C’est la seule poussée interdite en ce moment. Toutes les autres sont permises.',
      wrong: 'Cette poussée est permise. Essayez la rangée 3 depuis son bout droit.',
    },
    moveLine: {
      task: 'Orange, une bille orange en main : une poussée fait une droite de cinq.',
      right: 'Toute la rangée du haut est orange.',
      wrong: 'La rangée du haut en a déjà quatre. Quelle poussée amène la cinquième ?',
    },
    moveJoker: {
      task: 'Ici la bille noire aide. Trouvez la poussée qui fait une diagonale.',
      right: 'Quatre billes orange et la noire font une droite, d’un coin à l’autre.',
      wrong:
        'Regardez la grande diagonale d’en bas à gauche vers en haut à droite. Quelle bille n’est pas à sa place ?',
    },
    moveBoth: {
      task: 'Une poussée gagne. Une autre fait une droite pour Vert, et perd. Gagnez.',
      right: 'Bien. Qui pousse doit regarder les deux couleurs.',
      wrong:
        'Cela ne fait pas de droite. La colonne b a quatre billes orange : quelle poussée amène la cinquième en haut ?',
      lost: 'Cela a fait une droite pour Vert seul : Vert gagne.',
    },
    fibonacciStep: {
      task: 'Le carré rouge tout au milieu est seul. Où peut-il aller ?',
      right: 'Sur une des six intersections autour de lui.',
      wrong: 'Prenez le pion de défense rouge au milieu du tablier, f6.',
    },
    fibonacciGroup: {
      task: 'Le début. Les pions d’attaque rouges sont un groupe : amenez le dernier, a1 en bas à gauche, tout devant.',
      right: 'En un seul coup, de l’arrière à l’avant.',
      wrong: 'Amenez le pion de a1 à côté du pion d’attaque le plus avancé, b6 : en b7, c6 ou c7.',
    },
    fibonacciSwap: {
      task:
        'Les carrés rouges forment une ligne de votre pion d’attaque en e8 jusqu’au pion central vert en i8. En un ' +
        'coup d’un carré, amenez le pion d’attaque à côté du pion central.',
      right: 'Le carré est allé au bout de sa ligne, et le pion d’attaque a pris sa place : Vert a un coup de moins.',
      wrong: 'Jouez le carré le plus avancé, h8, sur votre propre pion d’attaque, e8.',
    },
    fibonacciRing: {
      task:
        'Gagnez en trois coups. Amenez d’abord le pion central vert près de vos pions d’attaque avec un ' +
        'carré, puis au ' +
        'milieu d’eux, puis fermez le cercle.',
      right: 'Le pion central est entouré par les six pions d’attaque.',
      wrong: 'Le carré en g7 fait partie d’une ligne qui touche le pion central. Atterrissez dessus : il vient en g7.',
    },
    fibonacciCards: {
      task: 'Une carte vous donne deux coups. Réunissez les six pions d’attaque, dont trois à côté de l’étoile verte.',
      right: 'Les six forment un groupe, et trois d’entre eux touchent le pion central.',
      wrong: 'Deux pions d’attaque sont encore à l’écart. Amenez-les tous deux vers les autres.',
    },
    mixtourEnter: {
      task: 'Vous êtes Blanc. Posez un pion où vous voulez.',
      right: 'À Rouge de poser un pion, ou de déplacer le vôtre.',
      wrong: 'Cliquez une case vide.',
    },
    mixtourDistance: {
      task: 'La pile en b4 a trois pions : on l’atteint d’exactement trois cases. Quelle pile peut s’y poser ?',
      right: 'De e4 il y a trois cases, et le chemin est libre. De e1 aussi, mais c3 et d2 barrent le chemin.',
      wrong: 'Essayez d’arriver en b4, avec une pile à trois cases et rien entre les deux.',
    },
    mixtourNeighbours: {
      task: 'Le pion en b2 est de hauteur un. Recouvrez-le d’une pile voisine, si haute qu’elle soit.',
      right: 'Toute voisine atteint un pion seul. Seule compte la hauteur de l’arrivée.',
      wrong: 'Arrivez en b2, depuis a1, a3, c1 ou c3.',
    },
    mixtourSplit: {
      task: 'Prenez seulement les deux pions du haut de la pile en c2, et posez-les en d3.',
      right: 'Deux sont partis, deux sont restés. Blanc est maintenant au sommet en c2.',
      wrong: 'Choisissez c2, puis combien : deux. Puis d3.',
    },
    mixtourTower: {
      task: 'La première tour gagne. Deux piles de deux peuvent aller sur les trois de b4 : prenez la bonne.',
      right: 'Cinq pions, blanc au sommet : une tour, et la partie.',
      wrong: 'Ce n’est pas encore une tour : prenez les deux pions.',
      lost: 'Une tour, mais rouge au sommet. Le point est à Rouge, bien que Blanc ait joué.',
    },
    mixtourUndo: {
      task: 'Rouge vient de déplacer le pion du sommet de a1 sur b1. Essayez de revenir de b1 en a1.',
      right: 'Les deux pions le peuvent : c’est du nouveau. Celui du haut seul, non : tout serait comme avant.',
      wrong: 'C’est permis, bien sûr. Mais essayez b1, puis a1.',
    },
  },
};
