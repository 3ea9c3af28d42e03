// What the server says, in French. It speaks English only, so this is a book of its sentences: `{}` is a word that
// a sentence names, `{...}` a sentence in it.

export const PHRASES: readonly (readonly [english: string, french: string])[] = [
  // What may not be done at a table.
  ['you do not sit at this table', 'vous n’êtes pas assis à cette table'],
  ['this seat is not free', 'cette place est prise'],
  ['you sit at this table already', 'vous êtes déjà assis à cette table'],
  ['the game has not started yet', 'la partie n’a pas encore commencé'],
  ['the game has started already', 'la partie a déjà commencé'],
  ['the game is over', 'la partie est finie'],
  ['the game is not over yet', 'la partie n’est pas encore finie'],
  ['the game is paused', 'la partie est en pause'],
  ['the game is not paused', 'la partie n’est pas en pause'],
  ['it is not your turn', 'ce n’est pas à vous de jouer'],
  ['{} moves have been played, not {}', 'la position avait changé entre-temps'],
  ['nothing can be taken back', 'il n’y a rien à reprendre'],
  [
    'both have played: the game can be resigned, not broken off',
    'chacun a joué : on peut abandonner la partie, mais plus l’annuler',
  ],
  ['this has been offered already', 'cela a déjà été proposé'],
  ['this is not offered', 'cela n’est pas proposé'],
  [
    'an engine is never away, and a game by days waits for its clock',
    'un ordinateur ne s’absente jamais, et une partie par jours attend sa pendule',
  ],
  [
    'the other player is here, or has been away for less than {} seconds',
    'l’autre joueur est là, ou absent depuis moins de {} secondes',
  ],
  [
    'a rated game against an engine is not paused, and nothing is taken back in it',
    'une partie classée contre l’ordinateur ne connaît ni pause ni reprise',
  ],
  ['the chat is turned off', 'la discussion est désactivée'],
  [
    'so much has happened at this table that only the game itself goes on',
    'il s’est passé tant de choses à cette table que seule la partie elle-même continue',
  ],
  ['this is for administrators', 'c’est réservé aux administrateurs'],
  ['the rules ended the game: that cannot be reversed', 'les règles ont fini la partie : cela ne se corrige pas'],
  ['the game is over in its start position', 'la partie est déjà finie dans sa position de départ'],
  [
    'a live game has at most three hours, and three minutes more for each turn',
    'une partie en direct a au plus trois heures, et trois minutes de plus par tour',
  ],
  ['a live game has at least five seconds', 'une partie en direct a au moins cinq secondes'],
  ['a turn takes from one day to fourteen', 'un tour prend d’un à quatorze jours'],
  [
    'only a game from the usual start between two people, or of one against an engine, is rated',
    'seule une partie depuis le départ habituel, entre deux personnes ou contre l’ordinateur, est classée',
  ],
  ['a live game has no plans', 'une partie en direct n’a pas de coups prévus'],
  ['nothing is said', 'rien n’est dit'],
  ['at most 500 characters can be said at a time', 'on peut dire au plus 500 caractères à la fois'],
  ['control characters cannot be said', 'ces caractères ne peuvent pas être dits'],

  // What the server refuses.
  [
    'you sit at {} tables whose games are not over: at most {} are allowed',
    'vous êtes assis à {} tables dont la partie n’est pas finie : {} au plus sont permises',
  ],
  ['rated games are for people with an account', 'les parties classées demandent un compte'],
  ['another hint is on its way', 'un indice arrive déjà'],
  ['stop another analysis of yours first', 'arrêtez d’abord une autre de vos analyses'],
  ['the server has too many analyses: try again later', 'trop d’analyses sont en cours : réessayez plus tard'],
  ['no win is known any more: go back', 'on ne connaît plus de gain d’ici : revenez en arrière'],
  ['a note has at most {} characters', 'une note a au plus {} caractères'],
  ['a line has at most {} moves', 'une suite a au plus {} coups'],
  ['log in first', 'identifiez-vous d’abord'],
  ['the name or the password is wrong', 'le nom ou le mot de passe est faux'],
  ['this name is taken', 'ce nom est pris'],
  ['a password has at least {} characters', 'un mot de passe a au moins {} caractères'],
  ['a password has at most {} bytes', 'un mot de passe a au plus {} octets'],
  ['the name is no password', 'le nom ne peut pas être le mot de passe'],
  [
    'a name has {} to {} letters, digits, hyphens and underscores, and begins with a letter',
    'un nom a de {} à {} lettres, chiffres, tirets et soulignés, et commence par une lettre',
  ],
  ["this name is the site's own", 'ce nom est réservé au site'],
  ['there is no such {}', 'cela n’existe pas, ou plus'],
  ['the request comes from another site', 'la demande vient d’un autre site'],
  ['the request is larger than {} bytes', 'c’est plus long que {} octets'],
  ['too many {...}: try again in {} seconds', 'trop de demandes : réessayez dans {1} s'],
  ['the request took too long', 'la réponse s’est fait attendre trop longtemps'],
  ['the server closes: connect again in a moment', 'le serveur redémarre : revenez dans un instant'],
  [
    'the server cannot reach its database at the moment: try again soon',
    'le serveur n’atteint pas sa mémoire en ce moment : réessayez bientôt',
  ],
  ['something went wrong in the server; it is in the log', 'une erreur s’est produite sur le serveur ; elle est notée'],
  ['a text has a character that cannot be kept', 'un texte a un caractère qui ne peut pas être gardé'],

  // Whose the games are.
  [
    'Mobius is by Mark Steere, marksteeregames.com, who allows programs for online and offline play.',
    'Mobius est de Mark Steere, marksteeregames.com, qui permet qu’on y joue par des programmes, en ligne ou non.',
  ],
  ['French rule sheet: François Haffner', 'Règle en français : François Haffner'],
  ['French sheet: François Haffner', 'Règle en français : François Haffner'],
  [
    "By Dieter Stein, spielstein.com; the rule sheet is under CC BY-NC 3.0. Gerhards' edition: Clemens Gerhards KG, " +
      "2012. French translations: François Haffner; Anaïs Gaulard (Gerhards' edition).",
    'De Dieter Stein, spielstein.com ; la règle est sous licence CC BY-NC 3.0. Édition Gerhards : Clemens Gerhards ' +
      'KG, 2012. Traductions françaises : François Haffner ; Anaïs Gaulard (édition Gerhards).',
  ],

  // Texts that are no position, move or record.
  ['{}:{}: {...}', 'ligne {}, colonne {} : {}'],
  ['line {}: {...}', 'ligne {} : {}'],
  ['bad position "{...}": {...}', 'position « {} » : {}'],
  ['bad position "{...}"...: {...}', 'position « {}… » : {}'],
  ['bad move "{...}": {...}', 'coup « {} » : {}'],
  ['bad variant "{...}": {...}', 'variante « {} » : {}'],
  ['bad game "{...}": {...}', 'jeu « {} » : {}'],
  ['bad cell "{...}": {...}', 'case « {} » : {}'],
  ['bad point "{...}": {...}', 'intersection « {} » : {}'],
  ['illegal move "{...}": {...}', 'le coup {} est interdit : {}'],
  ['there are {...} and {}', 'il y a {} et {}'],

  // Positions and moves of Mobius.
  ['after the rows come a space and the player to move', 'après les rangées viennent une espace et qui doit jouer'],
  ['the player to move is r or b', 'qui doit jouer est r ou b'],
  ['there are {} rows, not {}', 'il y a {} rangées, et non {}'],
  ['row {} must have 12 cells', 'la rangée {} doit avoir 12 cases'],
  ['row {} has a number that begins with 0', 'la rangée {} a un nombre qui commence par 0'],
  [
    "row {} has '{}', which is neither r, b nor a number",
    'la rangée {} contient « {} », qui n’est ni r, ni b, ni un nombre',
  ],
  [
    'a cell is a column from a to l, then a row from 0 to 12',
    'une case est une colonne de a à l, puis une rangée de 0 à 12',
  ],
  ['after the column comes a row from 0 to 12', 'après la colonne vient une rangée de 0 à 12'],
  ['a stone is there already', 'un pion y est déjà'],

  // Positions and moves of Move.
  [
    'a position is the rows, the marble in hand, the player to move and the last push',
    'une position, ce sont les rangées, la bille en main, qui doit jouer et la dernière poussée',
  ],
  ['the marble in hand is o, g, n or k', 'la bille en main est o, g, n ou k'],
  ['the player to move is o or g', 'qui doit jouer est o ou g'],
  [
    'the last push is one such as 3> or bv, or - if there was none',
    'la dernière poussée s’écrit comme 3> ou bv, ou - s’il n’y en a pas eu',
  ],
  ['the board has 5 rows', 'le tablier a 5 rangées'],
  ['row {}: free cells are a number from 1 to 5', 'rangée {} : les cases libres sont un nombre de 1 à 5'],
  ["row {}: '{}' is neither a marble nor a number", 'rangée {} : « {} » n’est ni une bille ni un nombre'],
  ['row {} does not have 5 cells', 'la rangée {} n’a pas 5 cases'],
  [
    'while cells are free the black marble is in hand',
    'tant que des cases sont libres, c’est la bille noire qui est en main',
  ],
  ['while cells are free nothing was pushed', 'tant que des cases sont libres, rien n’a été poussé'],
  [
    'while cells are free the neutral marbles stand on column c and row 3',
    'tant que des cases sont libres, les billes neutres occupent la colonne c et la rangée 3',
  ],
  [
    'orange is to move only when both placed as many marbles',
    'c’est à Orange de jouer seulement quand chacun a posé autant de billes',
  ],
  [
    'green is to move only when orange placed one marble more',
    'c’est à Vert de jouer seulement quand Orange a posé une bille de plus',
  ],
  [
    'board and hand have 8 orange, 8 green, 9 neutral marbles and 1 black',
    'sur le tablier et en main il y a 8 billes orange, 8 vertes, 9 neutres et 1 noire',
  ],
  [
    'a move is a cell such as b4 or a push such as 3> or bv',
    'un coup est une case comme b4 ou une poussée comme 3> ou bv',
  ],
  ['the board is full: push a line', 'le tablier est plein : il faut pousser une ligne'],
  ['the cell is not free', 'la case n’est pas libre'],
  ['the board is not full yet: place a marble', 'le tablier n’est pas encore plein : il faut poser une bille'],
  ["it is the inverse of the opponent's last push", 'c’est l’inverse de la dernière poussée adverse'],

  // Positions and moves of Fibonacci.
  ['not 4 fields, or 5 with cards, but {}', 'une position a 4 parties, ou 5 avec les cartes, et non {}'],
  ["the turn's number is not from 1 to {}", 'le numéro du tour va de 1 à {}'],
  ['the player is neither r nor g', 'qui doit jouer est r ou g'],
  ['not {} rows, but {}', 'il y a {} rangées, et non {}'],
  ["row {}: '{}' is no piece", 'rangée {} : « {} » n’est pas un pion'],
  ['row {}: a number of empty points is not from 1 to {}', 'rangée {} : un nombre d’intersections vides va de 1 à {}'],
  ['row {} has {} points instead of {}', 'la rangée {} a {} intersections au lieu de {}'],
  ['{} pieces {} instead of {}', 'il y a {} pions {} au lieu de {}'],
  ['the packs are not like 222222,210222', 'les paquets s’écrivent comme 222222,210222'],
  ['the packs are missing', 'il manque les paquets'],
  ['the game is won, so the steps left need a +', 'la partie est gagnée : il faut un + après les coups restants'],
  [
    'the steps left are not ?, nor a number up to {} with or without +',
    'les coups restants sont un point d’interrogation, ou un nombre jusqu’à {}, avec ou sans +',
  ],
  ['turn {} cannot have {} steps left', 'au tour {} il ne peut pas rester {} coups'],
  ['a turn without steps left is over', 'un tour sans coups restants est fini'],
  ['a position of {}, not of {}', 'c’est une position de la variante {}, et non de {}'],
  [
    'the points are a1 to a6, b1 to b7 and so on up to k6 to k11',
    'les intersections vont de a1 à a6, de b1 à b7, et ainsi de suite jusqu’à k6 à k11',
  ],
  ['cards are #1 to #6', 'les cartes vont de #1 à #6'],
  ['a move is like a5-b5, end or #4', 'un coup s’écrit comme a5-b5, end ou #4'],
  ['no {} is left in the pack', 'il ne reste plus de {} dans le paquet'],
  ['a card is to be drawn first', 'il faut d’abord tirer une carte'],
  ['no card is to be drawn', 'ce n’est pas le moment de tirer une carte'],
  ['a turn has at least one step', 'un tour a au moins un coup'],
  ['no piece stands on {}', 'il n’y a pas de pion en {}'],
  ["the piece on {} is the opponent's", 'le pion en {} est à l’adversaire'],
  ['a central piece never moves by itself', 'un pion central ne bouge jamais de lui-même'],
  [
    '{} and {} hold pieces of the same kind: a swap would change nothing',
    '{} et {} portent des pions pareils : les échanger ne changerait rien',
  ],
  ['{} is not next to the group of {}', '{} ne touche pas le groupe de {}'],

  // Positions and moves of Mixtour.
  [
    'a position is the rows, the player to move, the score, the variant and the last move',
    'une position, ce sont les rangées, qui doit jouer, le score, la variante et le dernier coup',
  ],
  ['a board has five rows', 'un tablier a cinq rangées'],
  ['row {} does not have five cells', 'la rangée {} n’a pas cinq cases'],
  ["{}: pieces are w and r, not '{}'", '{} : les pions sont w et r, et non « {} »'],
  ['{}: a stack of five or more has left the board', '{} : une pile de cinq pions ou plus a quitté le tablier'],
  ['more than {} pieces of a colour are on the board', 'il y a plus de {} pions d’une couleur sur le tablier'],
  ['w or r is to move', 'qui doit jouer est w ou r'],
  ["a score is White's and Red's points, such as 0:0", 'un score, ce sont les points de Blanc et de Rouge, comme 0:0'],
  ['the game ends when one player has {}', 'la partie finit quand un joueur a {} points'],
  ['the last move cannot have been {}', 'le dernier coup ne peut pas avoir été {}'],
  ['this is a position of {}, not of {}', 'c’est une position de la variante {}, et non de {}'],
  [
    'a variant is pieces each and points to win, both from 1 to 25, such as 25/5',
    'une variante, ce sont les pions de chacun et les points pour gagner, de 1 à 25, comme 25/5',
  ],
  [
    'moves are written b2, a1-b2, c4:3-d3 or pass, on cells a1 to e5',
    'un coup s’écrit b2, a1-b2, c4:3-d3 ou pass, sur les cases a1 à e5',
  ],
  ['one to four pieces are taken', 'on prend d’un à quatre pions'],
  ['there is another move', 'il y a un autre coup'],
  ['{} is occupied', '{} est occupée'],
  ['no piece is left to enter', 'il ne reste plus de pion à poser'],
  ['{} has {...}, but is {} away', '{} porte {}, mais est à {} de distance'],
  ['{} has no stack to land on', '{} n’a pas de pile où se poser'],
  ['{} and {} are not in line', '{} et {} ne sont pas alignées'],
  ['{} is in the way', '{} barre le chemin'],
  ['it would undo the last move', 'ce serait un retour à la situation précédente'],
  ['{} has {...}', '{} porte {}'],
  ['no piece', 'aucun pion'],
  ['1 piece', '1 pion'],
  ['{} pieces', '{} pions'],
];

/** A pattern for an English sentence, and what to say instead. */
const BOOK = PHRASES.map(([english, french]) => {
  const literal = english.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = literal.replaceAll('\\{\\}', '(\\S+)').replaceAll('\\{\\.\\.\\.\\}', '(.+?)');
  return { pattern: new RegExp(`^${pattern}$`, 's'), french };
});

/** What the server said, in French; in English if the book does not have it. */
export function inFrench(sentence: string): string {
  for (const { pattern, french } of BOOK) {
    const values = pattern.exec(sentence)?.slice(1).map(inFrench);
    if (values) return french.replaceAll(/\{(\d*)\}/g, (_, at: string) => (at ? values[+at] : values.shift()) ?? '');
  }
  return sentence;
}
