// A line of play that is looked at: its moves with their variations, where one is, what can be played there, and whether
// the server is being asked. A table's line also follows the game that goes on there.
import { EMPTY, lineTo, nodesTo, withGame, withLine, type Tree } from './tree';
import type { Click, Explored, Objection, View } from '../api/client';
import { explored, objection, type LineOfPlay } from '../games';
import { MODULE } from '../local/module';
import { remembered } from '../parts/remembered';
import { Latest } from '../parts/latest';

/** Who knows the rules. */
export interface Rules {
  explored: (line: LineOfPlay) => Promise<Explored>;
  objection: (line: LineOfPlay, clicks: readonly Click[]) => Promise<Objection>;
}

export interface Beginning {
  /** The game with its variant. */
  game: string;
  /** The position it starts from, unless it is the game's own. */
  start?: string | null | undefined;
  tree?: Tree;
  /** The node to look at. */
  at?: number;
}

export class Line {
  game = $state('');
  start = $state<string | null>(null);
  tree: Tree = $state.raw(EMPTY);
  /** The node where one looks, or will as soon as the server has answered. */
  at = $state(0);
  /** What the server says about the node that is shown; nothing at a table's present, which the table itself tells. */
  found = $state.raw<Explored | null>(null);
  /** Whether the server is being asked: nothing is played before it has answered. */
  isAsking = $state(false);
  /** Why one did not get where one wanted. */
  failure: unknown = $state.raw(null);

  /** The game that goes on: the node of its last move, and what it shows. */
  #followed = $state.raw<{ last: number; view: View } | null>(null);
  /** Whether one stands at the last move of the game to try something out. */
  #isTried = $state(false);
  /** Where one was when the server last answered. */
  #shown = { at: 0, isTried: false };
  #latest = new Latest();
  #explored = remembered((line: LineOfPlay) => this.rules.explored(line));

  readonly moves = $derived(lineTo(this.tree, this.at));
  readonly view = $derived(this.found?.view ?? this.#followed?.view ?? null);
  readonly last = $derived(this.#followed?.last ?? 0);
  /** The nodes of the game that goes on. */
  readonly played = $derived<ReadonlySet<number>>(new Set([0, ...nodesTo(this.tree, this.last)]));
  /** How many moves lead to what is shown. */
  readonly ply = $derived(this.found?.movers.length ?? this.played.size - 1);
  /** Whether one looks at the game as it is now. */
  readonly isPresent = $derived(this.#followed !== null && this.at === this.last && !this.#isTried);
  /** Whether what is shown is not of the game, or what is played next will not be. */
  readonly isTrying = $derived(
    this.#followed !== null && (!this.played.has(this.at) || (this.at === this.last && this.#isTried)),
  );

  constructor(readonly rules: Rules = { explored, objection }) {
    // Whoever looks at lines will want to know at once where they lead.
    void MODULE.wake();
  }

  /** The game without its variant. */
  get name(): string {
    return this.game.split(' ')[0] ?? '';
  }

  get variant(): string | null {
    return this.game.split(' ')[1] ?? null;
  }

  /** Where moves lead, asked once. */
  ask(moves: readonly string[], { game, start = null }: Beginning = this): Promise<Explored> {
    return this.#explored({ game, start, moves });
  }

  /** Turns to another line altogether, once the server knows it. Tells whether it does. */
  async begin(beginning: Beginning): Promise<boolean> {
    const { game, start = null, tree = EMPTY, at = 0 } = beginning;
    return this.#show(this.ask(lineTo(tree, at), beginning), () => {
      [this.game, this.start, this.tree, this.at] = [game, start, tree, at];
    });
  }

  /** Looks at a node. Beside a game, also at the present one, to try something else. Tells whether one got there. */
  async look(node: number, isTried = this.isTrying): Promise<boolean> {
    [this.at, this.#isTried, this.failure] = [node, isTried, null];
    if (!this.isPresent) return this.#show(this.ask(this.moves));
    this.#latest.forget();
    [this.found, this.isAsking, this.#shown] = [null, false, { at: node, isTried }];
    return true;
  }

  /** Back to the game as it is now. */
  goToPresent(): void {
    if (this.#followed) void this.look(this.last, false);
  }

  /** Plays a move where one looks, if it can be played there. Tells whether one got there. */
  async play(move: string): Promise<boolean> {
    const isLegal = this.view?.legal.some((legal) => legal.move === move) || this.found?.cards.includes(move);
    return !this.isAsking && isLegal ? this.add([move]) : false;
  }

  /** Adds moves after a node that are known to be legal, and looks at the first, or the last. */
  async add(moves: readonly string[], from = this.at, to: 'first' | 'last' = 'first'): Promise<boolean> {
    const [tree, last] = withLine(this.tree, from, moves);
    this.tree = tree;
    return this.look(to === 'last' ? last : (withLine(tree, from, moves.slice(0, 1))[1] ?? last), true);
  }

  /** Hears how a game stands that goes on. Who tries something out stays there, unless the game went back. */
  follow({ game, start = null }: Beginning, moves: readonly string[], view: View): void {
    const [before, wasTrying, count] = [this.last, this.isTrying, this.played.size - 1];
    const [tree, last] = withGame(this.tree, before, moves);
    [this.game, this.start, this.tree, this.#followed] = [game, start, tree, { last, view }];
    if (last !== before && !(wasTrying && moves.length > count)) this.goToPresent();
  }

  /** What a move would make, without playing it. */
  readonly preview = async (move: string): Promise<View> => (await this.ask([...this.moves, move])).view;

  /** Finds out what a move would make, so that it is known when the move is played. Nobody else is asked for that. */
  readonly prepare = (move: string): void => {
    if (MODULE.isReady) this.preview(move).catch(() => {});
  };

  /** What clicks mean where one looks, and why it cannot be played. */
  objection(clicks: readonly Click[]): Promise<Objection> {
    return this.rules.objection(this, clicks);
  }

  /** Waits until the server has answered, unless something else is asked meanwhile. */
  async #show(question: Promise<Explored>, then = () => {}): Promise<boolean> {
    this.isAsking = true;
    const result = await this.#latest.settled(question);
    if (!result) return false;
    this.isAsking = false;
    if (result.status === 'rejected') {
      this.failure = result.reason;
      [this.at, this.#isTried] = [this.#shown.at, this.#shown.isTried];
      return false;
    }
    then();
    this.found = result.value;
    this.#shown = { at: this.at, isTried: this.#isTried };
    return true;
  }
}
