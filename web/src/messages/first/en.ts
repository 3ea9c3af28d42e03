// What the guide of a first game says, in English and in our own words.
import type { DeedWords } from '../../board/deeds';

export interface Lesson {
  title: string;
  text: string;
  /** Whether groups are shown on the board with it. */
  hasGroups?: boolean;
}

export interface FirstGame {
  pageTitle: (game: string) => string;
  begin: string;
  lead: string;
  intro: Record<string, readonly string[]>;
  /** By the game and by where a move begins; a lesson for each move until the guide steps back. */
  lessons: Record<string, readonly Lesson[]>;
  free: Lesson;
  deeds: DeedWords;
  engineDid: (deeds: string) => string;
  thinking: string;
  finding: string;
  lit: (move: string) => string;
  moods: { winning: (moves: number) => string; losing: string; better: string; worse: string; even: string };
  show: string;
  playIt: string;
  won: string;
  wonText: string;
  lost: string;
  lostText: string;
  drawn: string;
  drawnText: string;
  again: string;
  next: string;
}

export const first: FirstGame = {
  pageTitle: (game) => `A first game of ${game}`,
  begin: 'Begin',
  lead:
    'A real game against an engine that has just learned it, too. A guide sits beside you: first it leads you by ' +
    'the hand, then it lets you play.',
  intro: {
    mobius: [
      'You are Red and begin. There are three red bars along the edge of the strip: link them with one group of ' +
        'red stones, and you have won.',
      'There is another way: link two of them, and lay a loop with the same group. A loop is a closed chain that ' +
        'goes round the strip, out at the top and in again at the bottom.',
      'The strip is glued together, top to bottom, with half a twist. That is all there is to it.',
    ],
    move: [
      'You are Orange and begin. You win when five of your marbles stand in a line: a row, a column or a long ' +
        'diagonal.',
      'First both of you lay out your marbles. Then you push: the marble in hand goes in at the edge, and what ' +
        'falls out on the other side is what your opponent must push with.',
    ],
    fibonacci: [
      'You are Red and begin. You win when your six attack pieces, the triangles, stand on all six points around ' +
        'the green central piece, the star.',
      'In its corner the star has only three points around it, so it cannot be surrounded there: it has to be ' +
        'drawn out first. A piece that steps onto the star changes places with it.',
      'Your first turn has one step. The turns become longer as the game goes on, up to six steps.',
    ],
    mixtour: [
      'You are White and begin. Pile up a stack of five or more with a white piece on top: it leaves the board ' +
        'as a tower. In this short game the first tower wins.',
      'All stacks belong to both of you. What counts is the piece on top.',
    ],
  },
  lessons: {
    'mobius cell': [
      {
        title: 'Your first stone',
        text:
          'Lay a stone on any empty cell. Stones never move and are never taken. In the middle a ' +
          'stone keeps all ways ' +
          'open, at the edge it is close to a bar. The lit cell is where a strong player would lay it.',
      },
      {
        title: 'Do not crawl',
        text:
          'Stones that touch are one group. You need not lay them side by side: if two free cells lie between ' +
          'two of your stones, they are as good as linked. Should your opponent take one of the cells, you take ' +
          'the other.',
      },
      {
        title: 'The seam',
        text:
          'The half cells at the top and at the bottom are the same cells, in reverse order: the letters tell ' +
          'which halves belong together. A chain that leaves at the top comes in again at the bottom, on the ' +
          'other side. Look at it as a real strip, and turn it.',
      },
      {
        title: 'A good cell is good for both',
        text:
          'Where your opponent wants to get through is where you can stop them, and the other way round. Often ' +
          'one stone does both: it links yours and stands in their way.',
      },
      {
        title: 'Your groups',
        text:
          'Now your groups are shown by thick lines. Bring them together, and bring them to the red bars: a bar ' +
          'that two groups touch links them, too.',
        hasGroups: true,
      },
    ],
    'move cell': [
      {
        title: 'Laying out',
        text:
          'The neutral marbles stand as a cross. Lay one of your orange marbles on a free cell. Marbles that ' +
          'stand in one row or column already are on their way to a line.',
      },
      {
        title: 'Keep together, keep apart',
        text:
          'Go on laying out until the board is full. Think of the row or column that you would like to fill, and ' +
          'disturb the one that Green fills.',
      },
    ],
    'move edge': [
      {
        title: 'Your first push',
        text:
          'The board is full, and you hold the black marble, the joker: it counts for either of you. Click an ' +
          'arrow to push it in. With a mouse, point at an arrow first: you see the row as it will be, and the ' +
          'marble that falls out. Moves are written so: 3→ pushes into row 3 from the left, b↓ into column b ' +
          'from above.',
      },
      {
        title: 'What falls out is theirs',
        text:
          'The marble that falls out is what Green must push with. An orange one helps you even in Green’s hand; ' +
          'a green one helps Green. So look at both ends of a push.',
      },
      {
        title: 'Nothing is simply undone',
        text:
          'The push that would undo the last one is forbidden: its arrow is dashed. All others are allowed. Look ' +
          'for rows with three or four of yours, and for what would bring the next one there.',
      },
      {
        title: 'Look at their lines',
        text: 'Before you push, look whether Green has four in a line. A push through that line breaks it.',
      },
    ],
    'fibonacci cell': [
      {
        title: 'One step',
        text:
          'Choose a triangle or a square, then a point. Pieces of a kind that touch are a group, and a piece may ' +
          'go to any point next to its group: even from one end to the other in a single step. The lit places ' +
          'are where from and where to.',
      },
      {
        title: 'Build a bridge',
        text:
          'Now your turn has several steps. A chain of triangles is a bridge: the rearmost one leaps to the ' +
          'front, again and again. So bring them towards the green star as one group.',
      },
      {
        title: 'Changing places',
        text:
          'A point may be taken already, by anybody’s piece: then the two change places. In this way even a star ' +
          'is moved, and only in this way. The green star is safe in its corner, so step onto it with a triangle ' +
          'from further out: it comes out to where the triangle was.',
      },
      {
        title: 'A siege costs steps',
        text:
          'For every triangle of yours next to the green star Green has a step less in each turn. It is the same ' +
          'the other way round, so the squares beside your own star are well placed.',
      },
      {
        title: 'Steps left',
        text: 'How many steps you have left is shown above. You may end a turn early once you have made a step.',
      },
    ],
    'mixtour cell': [
      {
        title: 'Enter a piece',
        text:
          'The board is empty, so there is only one thing to do: put one of your pieces on any cell. A single ' +
          'piece is a stack of height one.',
      },
      {
        title: 'The one rule about distance',
        text:
          'A stack moves in a straight line onto another one, and the way is exactly as long as that other stack ' +
          'is high: one cell to a single piece, two cells to a stack of two. Point at a stack: numbers show from ' +
          'where it can be reached.',
      },
      {
        title: 'Everything belongs to everybody',
        text:
          'You may move any stack, your opponent’s as well. And you may take only the upper part: choose a stack, ' +
          'and numbers above it say how many of its pieces you lift.',
      },
      {
        title: 'Stay on top',
        text:
          'Towers belong to the piece on top. High stacks are hard to reach, and worth a look in every turn: who ' +
          'could make five of them?',
      },
      {
        title: 'Careful with three and four',
        text:
          'Where a stack of three or four can be reached by a red top, Red may be about to win. Then reach it ' +
          'yourself, take some of it away, or put something in the way.',
      },
    ],
  },
  free: {
    title: 'Now you',
    text:
      'You know enough to go on by yourself. The guide still looks on: it warns you, and shows you a move ' +
      'whenever you like.',
  },
  deeds: {
    place: (at) => `played on ${at}`,
    push: (at) => `pushed ${at}`,
    move: (steps) => `moved ${steps}`,
    swap: (from, to, piece) => `exchanged ${from} with ${to} (${piece})`,
    take: (from, to, count) => `moved ${count === 1 ? 'a piece' : `${count} pieces`} from ${from} onto ${to}`,
    buttons: { end: 'ended its turn', pass: 'passed' },
  },
  engineDid: (deeds) => `The engine ${deeds}.`,
  thinking: 'The engine thinks. Wait a moment and see what it does.',
  finding: 'Looking for a good move …',
  lit: (move) => `A good move is lit on the board: ${move}. You may play any other.`,
  moods: {
    winning: (moves) => (moves <= 1 ? 'You can win with your next move!' : 'You can force a win from here!'),
    losing: 'Careful: with the best play the engine wins from here. It is a beginner, though. Make it hard to find.',
    better: 'That went well: you stand better than a turn ago.',
    worse: 'Careful: the engine’s last turn was a good one. Look at what it is up to.',
    even: '',
  },
  show: 'Show me a move',
  playIt: 'Play it for me',
  won: 'You have won your first game!',
  wonText: 'The places that decided it are lit. Now you know the game; the engine has nine more levels.',
  lost: 'The engine was faster this time.',
  lostText:
    'The places that decided it are lit. You have seen everything the game has; the second game is always better.',
  drawn: 'A draw in your first game.',
  drawnText: 'Neither of you let the other through. The second game is always better.',
  again: 'Once more with the guide',
  next: 'And now?',
};
