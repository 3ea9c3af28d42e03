// What a visitor may do at a table, and what kind of table it is.
import type { Player, Snapshot } from '../api/client';

export interface Rights {
  /** Whether it is the visitor's turn. */
  mayMove: boolean;
  /** Whether the last move was a step of the visitor's own turn, which still goes on. */
  mayUndo: boolean;
  /** Whether the visitor has made any move. */
  hasMoved: boolean;
  /** Whether moves may be tried out: not while people play each other, unless by days. */
  mayTry: boolean;
  isAgainstEngine: boolean;
  /** Whether one person has both seats. */
  isAlone: boolean;
  /** Whether somebody sits there who looks. */
  isSeated: boolean;
  isUnderWay: boolean;
  /** The seat of whoever has exactly one. */
  seat: Player | undefined;
}

export function rightsOf({ stage, yours, view, seats, terms, moves }: Snapshot): Rights {
  const last = moves.at(-1);
  const isYours = (by: string) => yours.some((player) => player === by);
  const mayMove = stage === 'playing' && isYours(view.turn);
  const isAgainstEngine = seats.some((seat) => seat?.kind === 'engine');
  const isAlone = yours.length === 2;
  return {
    mayMove,
    mayUndo: mayMove && last?.by === view.turn,
    hasMoved: moves.some(({ by }) => isYours(by)),
    mayTry: stage === 'over' || isAgainstEngine || isAlone || terms.clock?.kind === 'correspondence',
    isAgainstEngine,
    isAlone,
    isSeated: yours.length > 0,
    isUnderWay: stage === 'playing' || stage === 'paused',
    seat: yours.length === 1 ? yours[0] : undefined,
  };
}
