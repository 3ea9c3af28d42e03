// What the guide of a first game knows of the position that is there. Everything is known of one position, by the moves
// that led to it, and is said of no other.
import type { LegalMove, Player, Score } from '../api/client';
import { deed, type Deed } from '../board/deeds';
import { stepsLeft } from '../board/holdings';
import { outlook, type Outlook } from '../local/outlook';
import type { LiveTable } from '../table/live.svelte';
import { mood, prospect, turnStart, type Mood, type Prospect } from './guide';

/** What is known of the position after certain moves. */
type Known<T> = T & { key: string };

interface Hint {
  move: LegalMove;
  score: Score;
}

/** What lies ahead, and how the opponent would win. */
interface Ahead extends Outlook {
  deeds: readonly Deed[];
}

/** What the opponent did in the last turn, and the win that this stopped. */
interface Turn {
  deeds: readonly Deed[];
  stopped: readonly Deed[];
}

export class Guide {
  #hint = $state.raw<Known<Hint> | null>(null);
  #ahead = $state.raw<Known<Ahead> | null>(null);
  #turn = $state.raw<Known<Turn> | null>(null);
  /** What the engine thought of the own chances when turns began, by their moves. */
  #chances = new Map<string, number>();
  /** One thing is asked at a time. */
  #asking: Promise<void> = Promise.resolve();

  constructor(
    readonly table: LiveTable,
    readonly player: Player,
  ) {}

  readonly #moves: readonly string[] = $derived.by(() => this.table.moves.map(({ move }) => move));
  readonly #key = $derived(this.#moves.join(' '));
  readonly #start = $derived.by(() => turnStart(this.table.moves, this.player));

  readonly hint: Hint | null = $derived(this.#hint?.key === this.#key ? this.#hint : null);
  readonly ahead: Ahead | null = $derived(this.#ahead?.key === this.#key ? this.#ahead : null);
  /** The opponent's last turn stays what it was while the own one goes on. */
  readonly turn: Turn | null = $derived(this.#turn?.key === this.#keyOf(this.#start) ? this.#turn : null);
  readonly prospect: Prospect = $derived(this.#isWinSeen() ? 'win' : this.ahead ? prospect(this.ahead) : 'calm');
  readonly isTurnsBeginning = $derived(this.#start === this.#moves.length);
  /** How things go, at the beginning of a turn. */
  readonly mood: Mood = $derived(this.hint && this.isTurnsBeginning ? mood(this.#before(), this.hint.score) : 'even');

  /** Finds out what there is to say of the position, and what is good in it if that is wanted. */
  look(isHintWanted: boolean): void {
    const [key, start] = [this.#key, this.#start];
    this.#then(key, () => this.#tell(start));
    this.#then(key, () => this.#lookAhead());
    if (isHintWanted || this.isTurnsBeginning) this.advise();
  }

  /** Finds out what is good now. */
  advise(): void {
    this.#then(this.#key, () => this.#advise());
  }

  /** Does something when all before it is done, unless the game has gone on. Without an answer the guide says less. */
  #then(key: string, work: () => Promise<void>): void {
    this.#asking = this.#asking.then(() => (key === this.#key ? work() : undefined)).catch(() => {});
  }

  #keyOf(ply: number): string {
    return this.#moves.slice(0, ply).join(' ');
  }

  /** Whether the engine, which looks longer, has seen a win within the turn. */
  #isWinSeen(): boolean {
    const score = this.hint?.score;
    return score?.proven === 'win' && (score.moves ?? Infinity) <= (stepsLeft(this.table.line.view?.scene) ?? 1);
  }

  /** What the engine thought of the own chances when the turn before began. */
  #before(): number | null {
    const { moves } = this.table;
    const last = moves.slice(0, this.#start).findLastIndex(({ by }) => by === this.player);
    return this.#chances.get(this.#keyOf(turnStart(moves.slice(0, last + 1), this.player))) ?? null;
  }

  /** Tells moves after others. */
  async #told(before: readonly string[], moves: readonly string[]): Promise<Deed[]> {
    const { line, snapshot } = this.table;
    if (!snapshot) return [];
    const list = moves.map(async (move, at) => {
      const { view } = await line.ask([...before, ...moves.slice(0, at)]);
      const found = view.legal.find((legal) => legal.move === move);
      return found ? [deed(snapshot.geometry, found, view.scene)] : [];
    });
    return (await Promise.all(list)).flat();
  }

  #outlook(moves: readonly string[]): Promise<Outlook | null> {
    return outlook({ game: this.table.line.game, start: this.table.line.start, moves });
  }

  /** What did the opponent do, and did it stop a win? */
  async #tell(start: number): Promise<void> {
    const key = this.#keyOf(start);
    if (this.#turn?.key === key) return;
    const moves = this.#moves.slice(0, start);
    const own = this.table.moves.slice(0, start).findLastIndex(({ by }) => by === this.player) + 1;
    const [before, last] = [moves.slice(0, own), moves.slice(own)];
    const deeds = await this.#told(before, last);
    this.#turn = { key, deeds, stopped: [] };
    if (last.length === 0) return;
    const [then, now] = [await this.#outlook(before), await this.#outlook(moves)];
    if (!then?.threat || !now || prospect(then) !== 'threat' || now.win.length > 0) return;
    const stopped = await this.#told([...before, ...then.threat.after], then.threat.moves);
    if (this.#turn.key === key) this.#turn = { key, deeds, stopped };
  }

  async #lookAhead(): Promise<void> {
    const [key, moves] = [this.#key, this.#moves];
    if (this.#ahead?.key === key) return;
    const found = await this.#outlook(moves);
    if (!found) return;
    const deeds = found.threat ? await this.#told([...moves, ...found.threat.after], found.threat.moves) : [];
    this.#ahead = { ...found, key, deeds };
  }

  async #advise(): Promise<void> {
    const [key, { isTurnsBeginning }] = [this.#key, this];
    if (this.#hint?.key === key || this.table.isPending) return;
    const found = await this.table.hint();
    if (!found || key !== this.#key) return;
    if (isTurnsBeginning) this.#chances.set(key, found.score.probability);
    this.#hint = { key, ...found };
  }
}
