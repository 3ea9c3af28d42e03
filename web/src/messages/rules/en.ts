// The rules of all games for people, in English and in our own words. `ruling` marks what the authors left open.

export type Passage = string | { ruling: string };

export interface Section {
  title: string;
  text: readonly Passage[];
  figures?: readonly string[];
  /** Whether the pieces are shown. */
  hasPieces?: boolean;
}

export interface FigureText {
  /** What to try. */
  task: string;
  /** What is said to the right answer. */
  right: string;
  /** What is said to any other. */
  wrong: string;
  /** What is said when the other player has won by it. */
  lost?: string;
}

export interface Rules {
  lead: string;
  sections: readonly Section[];
}

export interface RuleBook {
  pageTitle: (game: string) => string;
  ruling: string;
  rulingMeans: string;
  tryIt: string;
  again: string;
  show: string;
  right: string;
  notQuite: string;
  ready: string;
  readyText: string;
  toPuzzles: string;
  games: Record<string, Rules>;
  figures: Record<string, FigureText>;
}

export const rules: RuleBook = {
  pageTitle: (game) => `Rules of ${game}`,
  ruling: 'Ruling',
  rulingMeans: 'What is marked so is ours: the published rules leave the question open, and a program must know.',
  tryIt: 'Try it',
  again: 'Again',
  show: 'Show me',
  right: 'Yes.',
  notQuite: 'Not quite.',
  ready: 'That is all',
  readyText: 'The best way to understand the rest is a game. The engine’s lowest levels have just learned it, too.',
  toPuzzles: 'Or solve a puzzle',
  games: {
    mobius: {
      lead:
        'Two players lay stones on a strip of paper with half a twist in it. You win by connecting your colour’s ' +
        'places along the edge. That is all, except that the strip has only one edge.',
      sections: [
        {
          title: 'The board',
          text: [
            'Imagine the board as a strip of hexagons, twelve wide and thirteen long. Its lower end is glued to its ' +
              'upper end, with half a twist before gluing: left meets right.',
            'Because of this the top row is drawn twice, as half cells at the top and, in reverse order, as half ' +
              'cells at the bottom. The letters tell which halves belong together. This line is called the seam.',
            'The glued strip has a single edge that runs all the way round. Six bars lie along it, red and blue by ' +
              'turns, three of each. A cell where two bars meet touches both.',
          ],
          figures: ['mobiusHalves'],
        },
        {
          title: 'Your turn',
          text: [
            'Red begins. Lay one stone of your colour on any empty cell. Stones never move and are never taken, ' +
              'and nobody may pass.',
          ],
        },
        {
          title: 'Winning with three bars',
          text: [
            'You win when one connected group of your stones touches all three bars of your colour.',
            'The group may run through the seam like through any other place.',
          ],
          figures: ['mobiusBars', 'mobiusSeam'],
        },
        {
          title: 'Winning with two bars and a loop',
          text: [
            'Two bars are enough if the same group also has a loop: a closed chain of your stones that goes ' +
              'round the ' +
              'strip, out at the top and in again at the bottom.',
            {
              ruling:
                'A loop crosses the seam an odd number of times. A chain that follows the whole edge crosses it ' +
                'twice, and is no loop.',
            },
          ],
          figures: ['mobiusLoop'],
        },
        {
          title: 'What bars do',
          text: [
            {
              ruling:
                'Your bars conduct: two groups of yours that touch the same bar of yours are linked by it, and a ' +
                'loop may run through it.',
            },
            {
              ruling:
                'If the board is full and nobody has won in either way, links are counted: a group that joins two of ' +
                'its bars has one link, one that joins three has two, and a loop anywhere counts as one more. Red ' +
                'and Blue always have three links together, so one of them has two or three, and wins. There are no ' +
                'draws.',
            },
          ],
          figures: ['mobiusLinking'],
        },
        {
          title: 'How moves are written',
          text: ['A move is its cell: the column’s letter and the row’s number from the top, such as e0 or l12.'],
        },
      ],
    },
    move: {
      lead:
        'Twenty-five marbles fill the board, and there is one more. Whoever has it pushes it in at the edge; the one ' +
        'that falls out on the other side belongs to the opponent’s next turn. Five in a line win.',
      sections: [
        {
          title: 'Setting up',
          hasPieces: true,
          text: [
            'The board has five rows and five columns. There are 8 orange marbles, 8 green ones, 9 neutral ones, and ' +
              'a black one, the joker: one marble more than there are cells.',
            'The neutral marbles begin as a cross in the middle. Orange first, the players lay one marble of ' +
              'their own ' +
              'at a time on a free cell, until the board is full.',
          ],
          figures: ['movePlacing'],
        },
        {
          title: 'Your turn: a push',
          text: [
            'Orange begins with the black marble in hand. Put the marble in hand, whatever its colour, at an end of ' +
              'a row or column, and push: all five marbles move on by a cell.',
            'The marble that falls out on the other side is the one your opponent must push with. So you choose not ' +
              'only where marbles go, but also what the other one gets.',
          ],
          figures: ['movePushing'],
        },
        {
          title: 'One push is forbidden',
          text: [
            'You may not undo your opponent’s last push, that is, push the same row or column from its other end.',
          ],
          figures: ['moveInverse'],
        },
        {
          title: 'Winning',
          text: [
            'Five marbles of your colour in a line win: a row, a column, or one of the two long diagonals. The black ' +
              'marble counts as either player’s, so four of yours and the black one are a line as well.',
            'If a push makes a line for you, you win, even if it makes one for your opponent too. If it makes a line ' +
              'only for your opponent, your opponent wins.',
            {
              ruling:
                'It is a draw if for the third time all marbles stand as before, with the same marble in hand, the ' +
                'same player to move and the same last push.',
            },
          ],
          figures: ['moveLine', 'moveJoker', 'moveBoth'],
        },
        {
          title: 'How moves are written',
          text: [
            'While setting up a move is its cell, b4. A push is its line and the way the marbles travel: 3→ and ' +
              '3← for row 3 to the right and left, b↑ and b↓ for column b up and down. Who types them, or reads ' +
              'them in a record, has 3>, 3<, b^ and bv.',
          ],
        },
      ],
    },
    fibonacci: {
      lead:
        'Two small armies cross a hexagon. Pieces of a kind that stand together move together: one can leap from the ' +
        'rear to the front in a single step. Surround the enemy’s central piece with all your attack pieces.',
      sections: [
        {
          title: 'Board and pieces',
          hasPieces: true,
          text: [
            'The board is a hexagon of 91 points, six to a side. Each player has one central piece (a star), six ' +
              'attack pieces (triangles) and six defence pieces (squares).',
            { ruling: 'Lots decide who begins, and whoever begins is called Red.' },
          ],
        },
        {
          title: 'A step',
          text: [
            'Choose one of your attack or defence pieces. Alone, it goes to any neighbouring point.',
            'Pieces of one player and kind that stand on neighbouring points are a group. A piece of a group goes to ' +
              'any point next to any piece of its group, however far away.',
          ],
          figures: ['fibonacciStep', 'fibonacciGroup'],
        },
        {
          title: 'Changing places',
          text: [
            'The point may be occupied, by anybody’s piece. Then the two change places. No piece ever leaves the ' +
              'board.',
            'Central pieces cannot step by themselves. They move only when a piece lands on them, and you may do ' +
              'this ' +
              'to your enemy’s.',
            {
              ruling: 'Changing places with a piece of your own of the same kind would change nothing, and is no step.',
            },
          ],
          figures: ['fibonacciSwap'],
        },
        {
          title: 'How many steps',
          text: [
            'Red’s first turn has one step, Green’s first has two, then come three, four and five. Every later turn ' +
              'has six.',
            'If enemy attack pieces stand next to your central piece when your turn begins, you have one step less ' +
              'for each of them. Besieging slows the enemy down.',
            { ruling: 'A turn that is left without any step is skipped, and counts as a turn.' },
            { ruling: 'After at least one step you may end your turn early.' },
          ],
        },
        {
          title: 'Winning',
          text: [
            'You win as soon as your six attack pieces stand on all six points around the enemy’s central piece. At ' +
              'the edge of the board it has fewer neighbours, and cannot be surrounded: push it out from there.',
            'Red has three steps here, because three green attack pieces take away three of six.',
            {
              ruling:
                'A step that completes this for both players wins for the one who made it. One that completes it for ' +
                'the other player alone wins for the other.',
            },
            {
              ruling:
                'It is a draw if a turn begins for the third time with the same pieces on all points, the same ' +
                'player ' +
                'and the same number of steps before any are taken away.',
            },
          ],
          figures: ['fibonacciRing'],
        },
        {
          title: 'With cards',
          text: [
            'In this variant each player has a pack of twelve cards, two each of 1 to 6. Turn up one at the ' +
              'beginning ' +
              'of your turn: so many steps you may make, and nothing is taken away. When the pack is used up it is ' +
              'shuffled again.',
            'To win, all six attack pieces must be one group, with at least three of them next to the enemy’s ' +
              'central ' +
              'piece.',
            {
              ruling:
                'It is a draw if a turn begins for the third time with the same pieces on all points and the same ' +
                'player.',
            },
          ],
          figures: ['fibonacciCards'],
        },
        {
          title: 'How moves are written',
          text: [
            'A step is where from and where to, a5-b5; end ends a turn early; #4 is a drawn card. Rows are a to ' +
              'k from ' +
              'the bottom, and the number is that of the diagonal.',
          ],
        },
      ],
    },
    mixtour: {
      lead:
        'Enter pieces, pile them up, and take five or more off the board as a tower. All stacks belong to everybody. ' +
        'What matters is whose piece is on top, and a single rule about distance.',
      sections: [
        {
          title: 'Your turn',
          text: [
            'The board is empty at first. White begins. In your turn you do one of two things: enter a piece of your ' +
              'colour on an empty cell, or move a stack.',
            'A single piece is a stack, too: of height one.',
          ],
          figures: ['mixtourEnter'],
        },
        {
          title: 'Moving: the one rule',
          text: [
            'A stack moves in a straight line, also diagonally, onto another stack, and lies on top of it. The ' +
              'way is ' +
              'exactly as long as the stack it lands on is high: one cell to a single piece, two cells to a stack of ' +
              'two, and so on. The height of the stack that moves makes no difference.',
            'All cells on the way must be empty. And you may move any stack, your opponent’s as well.',
          ],
          figures: ['mixtourDistance', 'mixtourNeighbours'],
        },
        {
          title: 'Splitting',
          text: [
            'You need not take the whole stack: take as many pieces from its top as you like. The others stay where ' +
              'they are. Pieces keep their order.',
          ],
          figures: ['mixtourSplit'],
        },
        {
          title: 'Towers',
          text: [
            'A stack of five or more is a tower, and leaves the board at once. Its pieces go back to their ' +
              'owners, and ' +
              'the owner of its top piece gets a point, whoever made it.',
            'The first to reach the agreed number of points wins: five in Dieter Stein’s rules, with 25 pieces ' +
              'each. In ' +
              'Gerhards’ edition there are 20 each, and one tower wins, or two or three in a tournament.',
          ],
          figures: ['mixtourTower'],
        },
        {
          title: 'What is forbidden',
          text: [
            'You may not move so that the board is again as it was before your opponent’s last move.',
            'If nothing at all can be played you pass, and only then.',
            { ruling: 'It is a draw if both players pass one after the other.' },
            {
              ruling:
                'It is a draw if for the third time the same stacks stand with the same score and player to move.',
            },
          ],
          figures: ['mixtourUndo'],
        },
        {
          title: 'How moves are written',
          text: [
            'b2 enters a piece, a1-b2 moves the top piece of a1 onto b2, and c4:3-d3 moves the top three pieces of c4.',
          ],
        },
      ],
    },
  },
  figures: {
    mobiusHalves: {
      task: 'Lay a stone on one of the half cells at the top or bottom, and see where it lies.',
      right: 'The stone lies in both halves, because they are one cell. Left at the top is right at the bottom.',
      wrong: 'That is a whole cell. Choose a half cell, at the upper or lower end.',
    },
    mobiusBars: {
      task: 'Three arms reach for the three red bars. (Blue’s stones are left out.) Which stone joins them?',
      right: 'All three red bars are joined by one group.',
      wrong: 'The three arms must meet: look where they all come near.',
    },
    mobiusSeam: {
      task: 'Here the way to the third bar leads through the seam. Where is the missing stone?',
      right: 'The chain leaves at the top and comes back at the bottom, on the other side.',
      wrong:
        'One chain ends at the top of column d, one at the bottom of the right half. Which half cell touches both?',
    },
    mobiusLoop: {
      task:
        'Red has a loop around the strip already, and apart from it a group with the two bars on the left. ' +
        'Join them.',
      right: 'Two bars and a loop that crosses the seam once, all in one group.',
      wrong: 'Which cell touches both the long loop and the group on the left?',
    },
    mobiusLinking: {
      task: 'Two red groups touch the bar at the lower left, which joins them. Win.',
      right: 'The lower left bar conducts, so the three bars are linked.',
      wrong: 'The lower chain wants to reach the bar on the right.',
    },
    movePlacing: {
      task: 'You are Orange. Lay a marble on any free cell.',
      right: 'Now Green lays one, and so on until the board is full.',
      wrong: 'Choose one of the free cells in the corners.',
    },
    movePushing: {
      task: 'The board is full, and you have the black marble. Push it in at any of the arrows.',
      right: 'The whole line has moved on. What fell out is now in Green’s hand.',
      wrong: 'Click one of the arrows around the board.',
    },
    moveInverse: {
      task: 'Orange has just pushed row 3 to the right. You are Green: try to push it back.',
      right: 'This is the one push that is forbidden now. All others are allowed.',
      wrong: 'That push is allowed. Try row 3 from its right end.',
    },
    moveLine: {
      task: 'Orange, with an orange marble in hand: one push makes a line of five.',
      right: 'The whole top row is orange.',
      wrong: 'The top row has four already. Which push brings the fifth?',
    },
    moveJoker: {
      task: 'Here the black marble helps. Find the push that makes a diagonal.',
      right: 'Four orange marbles and the black one make a line, from corner to corner.',
      wrong: 'Look at the long diagonal from the lower left to the upper right. Which marble is out of place?',
    },
    moveBoth: {
      task: 'One push wins. Another one makes a line for Green, and loses. Win.',
      right: 'Right. Whoever pushes must look at both colours.',
      wrong: 'That makes no line. Column b has four orange marbles: which push brings the fifth to its top?',
      lost: 'That made a line for Green alone, so Green wins.',
    },
    fibonacciStep: {
      task: 'The red square in the very middle stands alone. Where can it go?',
      right: 'To one of the six points around it.',
      wrong: 'Take the red defence piece in the middle of the board, f6.',
    },
    fibonacciGroup: {
      task:
        'The start. All red attack pieces are one group: bring the last one, a1 at the lower left, to the ' +
        'very front.',
      right: 'In a single step from the rear to the front.',
      wrong: 'Move the piece on a1 next to the foremost attack piece, b6: to b7, c6 or c7.',
    },
    fibonacciSwap: {
      task:
        'The red squares form a line from your attack piece on e8 to the green central piece on i8. With one ' +
        'step of a square, bring the attack piece next to the central piece.',
      right:
        'The square went to the rear of its line, and the attack piece came to where it had been: Green has ' +
        'a step less.',
      wrong: 'Move the foremost square, h8, onto your own attack piece, e8.',
    },
    fibonacciRing: {
      task:
        'Win in three steps. First bring the green central piece near your attack pieces with a square, then ' +
        'into their ' +
        'midst, then close the ring.',
      right: 'The central piece is surrounded by all six attack pieces.',
      wrong: 'The square on g7 belongs to a line that reaches the central piece. Land on it, and it comes to g7.',
    },
    fibonacciCards: {
      task: 'A card gave you two steps. Join all six attack pieces, with three next to the green star.',
      right: 'All six are one group, and three of them touch the central piece.',
      wrong: 'Two attack pieces are still apart. Bring both to the others.',
    },
    mixtourEnter: {
      task: 'You are White. Enter a piece anywhere.',
      right: 'Now Red enters a piece, or moves yours.',
      wrong: 'Click an empty cell.',
    },
    mixtourDistance: {
      task:
        'The stack on b4 is three high, so it is reached from exactly three cells away. Which stack can land ' +
        'on it?',
      right:
        'From e4 it is three cells, and the way is free. From e1 it is three as well, but c3 and d2 are in the way.',
      wrong: 'Try to land on b4. Choose a stack that stands three cells away with nothing in between.',
    },
    mixtourNeighbours: {
      task: 'The piece on b2 is one high. Cover it with any stack next to it, however high.',
      right: 'Every neighbour reaches a single piece. Only the height of what is landed on counts.',
      wrong: 'Land on b2, from a1, a3, c1 or c3.',
    },
    mixtourSplit: {
      task: 'Take just the two upper pieces of the stack on c2, and lay them on d3.',
      right: 'Two have gone, two have stayed. Now White is on top at c2.',
      wrong: 'Choose c2, then how many: two. Then d3.',
    },
    mixtourTower: {
      task: 'The first tower wins. Two stacks of two can be laid on the three of b4: take the right one.',
      right: 'Five pieces with white on top: a tower, and the game.',
      wrong: 'That is no tower yet: take both pieces.',
      lost: 'A tower, but with red on top. The point is Red’s, although White has moved.',
    },
    mixtourUndo: {
      task: 'Red has just moved the top piece of a1 onto b1. Try to move from b1 back to a1.',
      right: 'Both pieces may go, which makes something new. The upper one alone may not: all would be as before.',
      wrong: 'That is allowed, of course. But try b1, then a1.',
    },
  },
};
