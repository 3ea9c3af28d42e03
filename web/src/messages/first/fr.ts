// Ce que dit le guide d’une première partie, en français et dans nos propres mots.
import type { FirstGame } from './en';

export const first: FirstGame = {
  pageTitle: (game) => `Une première partie de ${game}`,
  begin: 'Commencer',
  lead:
    'Une vraie partie contre un ordinateur qui vient, lui aussi, d’apprendre le jeu. Un guide est à vos côtés : il ' +
    'vous tient d’abord par la main, puis vous laisse jouer.',
  intro: {
    mobius: [
      'Vous êtes Rouge et vous commencez. Trois barres rouges longent le bord de la bande : reliez-les par un ' +
        'seul groupe de pions rouges, et vous avez gagné.',
      'Il y a une autre façon : en relier deux, et fermer une boucle avec le même groupe. Une boucle est une ' +
        'chaîne fermée qui fait le tour de la bande, sort par le haut et rentre par le bas.',
      'Le haut et le bas de la bande sont collés avec un demi-tour. C’est tout.',
    ],
    move: [
      'Vous êtes Orange et vous commencez. Vous gagnez quand cinq de vos billes sont en ligne : une rangée, ' +
        'une colonne ou une grande diagonale.',
      'D’abord chacun pose ses billes. Ensuite on pousse : la bille en main entre par le bord, et celle qui ' +
        'tombe de l’autre côté est celle que l’adversaire devra pousser.',
    ],
    fibonacci: [
      'Vous êtes Rouge et vous commencez. Vous gagnez quand vos six pions d’attaque, les triangles, occupent les ' +
        'six intersections autour du pion central vert, l’étoile.',
      'Dans son coin, l’étoile n’a que trois intersections autour d’elle : on ne peut pas l’y entourer, il faut ' +
        'd’abord l’en faire sortir. Un pion qui va sur l’étoile échange sa place avec elle.',
      'Votre premier tour compte un coup. Les tours s’allongent au fil de la partie, jusqu’à six coups.',
    ],
    mixtour: [
      'Vous êtes Blanc et vous commencez. Formez une pile de cinq ou plus avec un pion blanc au sommet : elle ' +
        'quitte le tablier, c’est une tour. Dans cette partie courte, la première tour gagne.',
      'Toutes les piles sont à tout le monde. Ce qui compte, c’est le pion du sommet.',
    ],
  },
  lessons: {
    'mobius cell': [
      {
        title: 'Votre premier pion',
        text:
          'Posez un pion sur une case vide. Les pions ne bougent jamais et ne se prennent pas. Au milieu, un pion ' +
          'garde toutes les voies ouvertes ; au bord, il est près d’une barre. La case allumée est celle qu’un ' +
          'joueur fort choisirait.',
      },
      {
        title: 'Ne collez pas vos pions',
        text:
          'Les pions qui se touchent forment un groupe. Inutile de les coller : si deux cases libres séparent ' +
          'deux de vos pions, ils sont presque reliés. Que l’adversaire prenne l’une, vous prenez l’autre.',
      },
      {
        title: 'La couture',
        text:
          'Les demi-cases du haut et du bas sont les mêmes cases, dans l’ordre inverse : les lettres disent ' +
          'quelles moitiés vont ensemble. Une chaîne qui sort par le haut rentre par le bas, de l’autre côté. ' +
          'Regardez la bande comme un vrai ruban, et tournez-la.',
      },
      {
        title: 'Bonne pour l’un, bonne pour l’autre',
        text:
          'Là où l’adversaire veut passer, vous pouvez l’arrêter, et inversement. Souvent un seul pion fait les ' +
          'deux : il relie les vôtres et barre la route.',
      },
      {
        title: 'Vos groupes',
        text:
          'Des traits épais montrent maintenant vos groupes. Réunissez-les et menez-les aux barres rouges : une ' +
          'barre que touchent deux groupes les relie aussi.',
        hasGroups: true,
      },
    ],
    'move cell': [
      {
        title: 'La mise en place',
        text:
          'Les billes neutres forment une croix. Posez une de vos billes orange sur une case libre. Des billes ' +
          'dans une même rangée ou colonne sont déjà en chemin vers une droite.',
      },
      {
        title: 'Rassembler, gêner',
        text:
          'Continuez jusqu’à ce que le tablier soit plein. Pensez à la rangée ou à la colonne que vous voulez ' +
          'remplir, et gênez celle de Vert.',
      },
    ],
    'move edge': [
      {
        title: 'Votre première poussée',
        text:
          'Le tablier est plein, et vous avez en main la bille noire, le joker : elle compte pour les deux. ' +
          'Cliquez sur une flèche pour la pousser. Avec une souris, pointez d’abord la flèche : vous voyez la ' +
          'rangée telle qu’elle sera, et la bille qui tombe. Les coups s’écrivent ainsi : 3→ pousse dans la ' +
          'rangée 3 depuis la gauche, b↓ dans la colonne b depuis le haut.',
      },
      {
        title: 'Ce qui tombe est à l’autre',
        text:
          'La bille qui tombe est celle que Vert devra pousser. Une bille orange vous aide même dans sa main ; ' +
          'une verte l’aide, lui. Regardez donc les deux bouts d’une poussée.',
      },
      {
        title: 'Rien ne se défait',
        text:
          'La poussée qui annulerait la dernière est interdite : sa flèche est en pointillé. Toutes les autres ' +
          'sont permises. Cherchez les rangées où vous avez trois ou quatre billes, et ce qui en amènerait une ' +
          'de plus.',
      },
      {
        title: 'Voyez ses lignes',
        text:
          'Avant de pousser, regardez si Vert a quatre billes en ligne. Une poussée à travers cette ligne la ' +
          'brise.',
      },
    ],
    'fibonacci cell': [
      {
        title: 'Un coup',
        text:
          'Choisissez un triangle ou un carré, puis une intersection. Les pions de même sorte qui se touchent ' +
          'forment un groupe, et un pion va où il veut à côté de son groupe : d’un bout à l’autre en un seul ' +
          'coup. Ce qui est allumé dit d’où et vers où.',
      },
      {
        title: 'Un pont',
        text:
          'Votre tour compte maintenant plusieurs coups. Une chaîne de triangles est un pont : le dernier saute ' +
          'devant, encore et encore. Menez-les ainsi, en un groupe, vers l’étoile verte.',
      },
      {
        title: 'Échanger',
        text:
          'L’intersection peut être occupée, par n’importe qui : les deux pions échangent alors leurs places. ' +
          'C’est ainsi, et seulement ainsi, qu’une étoile se déplace. L’étoile verte est à l’abri dans son ' +
          'coin : allez dessus avec un triangle venu de plus loin, et elle en sort, là où il était.',
      },
      {
        title: 'Le siège coûte des coups',
        text:
          'Pour chacun de vos triangles à côté de l’étoile verte, Vert a un coup de moins à chaque tour. C’est ' +
          'vrai aussi pour vous : des carrés près de votre étoile sont bien placés.',
      },
      {
        title: 'Coups restants',
        text: 'Le nombre de coups restants est affiché ci-dessus. Après au moins un coup, vous pouvez finir le tour.',
      },
    ],
    'mixtour cell': [
      {
        title: 'Ajouter un pion',
        text:
          'Le tablier est vide : il n’y a qu’une chose à faire, poser un de vos pions sur une case. Un pion seul ' +
          'est une pile de hauteur un.',
      },
      {
        title: 'La seule règle de distance',
        text:
          'Une pile se déplace en ligne droite sur une autre, et le chemin est exactement aussi long que cette ' +
          'autre pile est haute : une case vers un pion seul, deux cases vers une pile de deux. Pointez une ' +
          'pile : des nombres montrent d’où on l’atteint.',
      },
      {
        title: 'Tout est à tous',
        text:
          'Vous pouvez déplacer toutes les piles, celles de l’adversaire aussi. Et vous pouvez n’en prendre que ' +
          'le haut : choisissez une pile, et des nombres au-dessus disent combien de pions vous soulevez.',
      },
      {
        title: 'Rester au sommet',
        text:
          'Une tour appartient au pion du sommet. Les piles hautes s’atteignent difficilement, mais méritent un ' +
          'regard à chaque tour : qui pourrait en faire cinq ?',
      },
      {
        title: 'Attention à trois et quatre',
        text:
          'Si un sommet rouge peut atteindre une pile de trois ou quatre, Rouge est peut-être sur le point de ' +
          'gagner. Atteignez-la vous-même, retirez-en une partie, ou barrez le chemin.',
      },
    ],
  },
  free: {
    title: 'À vous',
    text:
      'Vous en savez assez pour continuer. Le guide regarde encore : il vous avertit, et vous montre un coup ' +
      'quand vous voulez.',
  },
  deeds: {
    place: (at) => `a joué en ${at}`,
    push: (at) => `a poussé ${at}`,
    move: (steps) => `a déplacé ${steps}`,
    swap: (from, to, piece) => `a échangé ${from} et ${to} (${piece})`,
    take: (from, to, count) => `a porté ${count === 1 ? 'un pion' : `${count} pions`} de ${from} sur ${to}`,
    buttons: { end: 'a fini son tour', pass: 'a passé' },
  },
  engineDid: (deeds) => `L’ordinateur ${deeds}.`,
  thinking: 'L’ordinateur réfléchit. Attendez un instant et voyez ce qu’il fait.',
  finding: 'Recherche d’un bon coup…',
  lit: (move) => `Un bon coup est allumé sur le tablier : ${move}. Vous pouvez en jouer un autre.`,
  moods: {
    winning: (moves) => (moves <= 1 ? 'Vous pouvez gagner dès ce coup !' : 'Vous pouvez forcer le gain d’ici !'),
    losing: 'Attention : avec le meilleur jeu, l’ordinateur gagne. Mais c’est un débutant. Compliquez-lui la tâche.',
    better: 'Bien joué : votre position est meilleure qu’au tour d’avant.',
    worse: 'Attention : le dernier tour de l’ordinateur était bon. Voyez ce qu’il prépare.',
    even: '',
  },
  show: 'Montrer un coup',
  playIt: 'Jouer ce coup',
  won: 'Vous avez gagné votre première partie !',
  wonText: 'Ce qui a décidé est allumé. Vous connaissez maintenant le jeu ; l’ordinateur a encore neuf niveaux.',
  lost: 'L’ordinateur a été plus rapide cette fois.',
  lostText: 'Ce qui a décidé est allumé. Vous avez tout vu du jeu ; la deuxième partie est toujours meilleure.',
  drawn: 'Une partie nulle pour commencer.',
  drawnText: 'Aucun n’a laissé passer l’autre. La deuxième partie est toujours meilleure.',
  again: 'Encore une fois avec le guide',
  next: 'Et maintenant ?',
};
