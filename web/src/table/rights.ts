// What a visitor may do at a table, and what kind of table it is.
import type { Snapshot, Turn } from '../api/client';
import { isPlayer } from '../board/players';

export function rightsOf({ stage, yours, view, seats, terms, moves, cards }: Snapshot) {
  const isYours = (by: Turn) => isPlayer(by) && yours.includes(by);
  const mayMove = stage === 'playing' && isYours(view.turn);
  const isAgainstEngine = seats.some((seat) => seat?.kind === 'engine');
  /** Whether one person has both seats. */
  const isAlone = yours.length === 2;
  return {
    mayMove,
    isAgainstEngine,
    isAlone,
    /** Whether the last move was a step of the visitor's own turn, which still goes on. */
    mayUndo: mayMove && moves.at(-1)?.by === view.turn,
    /** Whether the visitor has made any move. */
    hasMoved: moves.some(({ by }) => isYours(by)),
    /** Whether moves may be tried out: not while people play each other, unless by days. */
    mayTry: stage === 'over' || isAgainstEngine || isAlone || terms.clock?.kind === 'correspondence',
    /** Whether somebody sits there who looks. */
    isSeated: yours.length > 0,
    /** Whether what was drawn binds the players: a rated game is not thrown away for other cards. */
    isBinding: terms.rated === true && (terms.by_lot === true || !!cards),
    isUnderWay: stage === 'playing' || stage === 'paused',
    /** The seat of whoever has exactly one. */
    seat: yours.length === 1 ? yours[0] : undefined,
  };
}
