// One table, as it is now: what the server tells, event by event, and commands until they are answered.
import { tick } from 'svelte';

import {
  answered,
  api,
  ApiFailure,
  type Action,
  type Geometry,
  type LegalMove,
  type MoveMade,
  type Outgoing,
  type Player,
  type Presence,
  type Score,
  type Snapshot,
  type Standing,
  type TableEvent,
  type Turn,
  type View,
} from '../api/client';
import { isPlayer, opponentOf } from '../board/players';
import { board } from '../games';
import { Line } from '../line/line.svelte';
import { KeptConnection } from '../local/kept.svelte';
import { MODULE } from '../local/module';
import { isKept } from '../local/names';
import { Connection, type Link } from './connection.svelte';
import { newNumber, remember, rememberTakeback } from './number';

/** What has happened at a table, told at once, and how it stood before. */
export type Happened = (events: readonly TableEvent[], before: Snapshot) => void;

/** Moves on their way to the server. */
interface Pending {
  moves: readonly MoveMade[];
  /** How many of them are shown, and the table's view after those: what all of them come to may not be known yet. */
  shown: number;
  view: View | null;
}

/** How long to wait before a number that was refused is sent again, in milliseconds: the game waits for it a few times that. */
const BEFORE_NEXT_NUMBER = 2000;

/** A name for a command, by which it acts once even if it is sent twice. */
function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

export class LiveTable {
  snapshot: Snapshot | null = $state.raw(null);
  presence: Presence | null = $state.raw(null);
  /** When the clocks were last told, by the browser's own clock. */
  toldAt = $state(0);
  /** The visitor's moves that the server has not confirmed yet, and what they make, where the browser knows. */
  #pending = $state.raw<Pending | null>(null);
  /** The game, and what one looks at or tries out beside it. */
  readonly line = new Line();

  #connection: Link;
  #waiting = new Map<string, { action: Action; done: (refusal: ApiFailure | null) => void }>();
  #geometry: Geometry | null = null;
  /** Whether a number was sent that was waited for. */
  #isNumbered = false;
  /** What the server said that the page has not heard yet, and when it was said. */
  #unheard: { message: Outgoing; at: number }[] = [];
  #isHearing = false;
  #motion: ReturnType<typeof setTimeout> | undefined;
  #numbering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly happened: Happened = () => {},
  ) {
    const heard = (message: Outgoing) => {
      this.#unheard.push({ message, at: performance.now() });
      void this.#listen();
    };
    this.#connection = isKept(id)
      ? new KeptConnection(id, heard)
      : new Connection({ address: () => this.#address(), heard, exists: () => this.#exists() });
  }

  /** Whether moves are on their way to the server. */
  readonly isPending = $derived(this.#pending !== null);
  /** The moves of the game, those on their way too. */
  readonly moves: readonly MoveMade[] = $derived([...(this.snapshot?.moves ?? []), ...shown(this.#pending)]);
  /** Whose turn it is after all of them; nobody's where that is not known. */
  readonly turn: Turn | undefined = $derived.by(() => {
    const pending = this.#pending;
    if (!pending) return this.snapshot?.view.turn;
    return pending.shown === pending.moves.length ? pending.view?.turn : undefined;
  });

  get connection(): Link['state'] {
    return this.#connection.state;
  }

  close(): void {
    clearTimeout(this.#motion);
    clearTimeout(this.#numbering);
    this.#connection.close();
  }

  /**
   * Hears nothing for so many milliseconds, while what has changed is seen to move: moves that come in quick succession
   * are shown one after the other.
   */
  hold(time: number): void {
    clearTimeout(this.#motion);
    this.#motion = setTimeout(() => {
      this.#motion = undefined;
      void this.#listen();
    }, time);
  }

  async #listen(): Promise<void> {
    if (this.#isHearing) return;
    this.#isHearing = true;
    for (let next; this.#motion === undefined && (next = this.#unheard.shift());) {
      await this.#hear(next.message, next.at);
      // The page is drawn anew, and may hold what comes next.
      await tick();
    }
    this.#isHearing = false;
  }

  /** Asks for something; tells what the table refused, or nothing once it is done. Sent again until it is answered. */
  command(action: Action): Promise<ApiFailure | null> {
    const id = newId();
    return new Promise((done) => {
      this.#waiting.set(id, { action, done });
      this.#connection.send({ type: 'command', id, action });
    });
  }

  /** Plays a move, which is shown at once where the browser knows the rules. Tells what the table refused. */
  async play(move: string): Promise<ApiFailure | null> {
    const before = this.#pending ?? { moves: [], shown: 0, view: null };
    const ply = (this.snapshot?.moves.length ?? 0) + before.moves.length;
    const command = this.command({ type: 'play', move, ply });
    if (isPlayer(this.turn)) this.#expect({ ...before, moves: [...before.moves, { by: this.turn, move }] });
    const refused = await command;
    if (refused) this.#expect(null);
    return refused;
  }

  /** Takes moves back that were not confirmed. Those that came through all the same will be told. */
  withdraw(): void {
    for (const [id, { action, done }] of this.#waiting) {
      if (action.type !== 'play') continue;
      this.#waiting.delete(id);
      done(null);
    }
    this.#expect(null);
  }

  /** Shows the table with moves that are on their way. */
  #expect(pending: Pending | null): void {
    this.#pending = pending;
    this.#follow();
    if (!pending || !MODULE.isReady) return;
    const asked = this.#told(pending.moves);
    this.line
      .ask(asked)
      .then(({ view }) => {
        // Some of them may have been confirmed meanwhile.
        const moves = this.#pending?.moves ?? [];
        if (moves.length === 0 || this.#told(moves).join(' ') !== asked.join(' ')) return;
        this.#pending = { moves, shown: moves.length, view };
        this.#follow();
      })
      // Then it is shown when the server says so.
      .catch(() => {});
  }

  /** The game's moves as they were told, and others. */
  #told(others: readonly MoveMade[]): string[] {
    return [...(this.snapshot?.moves ?? []), ...others].map(({ move }) => move);
  }

  #follow(): void {
    const { snapshot } = this;
    if (!snapshot) return;
    this.line.follow(snapshot.terms, this.#told(shown(this.#pending)), this.#pending?.view ?? snapshot.view);
  }

  /** What an engine would play now, and thinks of it; nothing if the game went on meanwhile. */
  async hint(): Promise<{ move: LegalMove; score: Score } | null> {
    const request = api.POST('/api/tables/{table}/hint', { params: { path: { table: this.id } } });
    const { line, ply } = await answered(request);
    const move = this.snapshot?.view.legal.find((legal) => legal.move === line.moves[0]);
    return move && ply === this.snapshot?.moves.length ? { move, score: line.score } : null;
  }

  /** Takes a free seat. This is not asked over the socket: a new guest becomes known by the answer. */
  async sit(seat: Player): Promise<void> {
    const seal = this.snapshot?.cards?.hash;
    const number = seal ? newNumber() : null;
    const body = { id: newId(), action: { type: 'sit' as const, seat, ...(number && { number }) } };
    await answered(api.POST('/api/tables/{table}/commands', { params: { path: { table: this.id } }, body }));
    if (seal && number) remember(this.id, { number, seal });
    // Everything is told anew, to the one who one has become.
    this.snapshot = null;
    this.#connection.startOver();
  }

  #address(): URL {
    // Whatever was not heard is told anew.
    this.#unheard = [];
    const address = new URL(`/api/tables/${encodeURIComponent(this.id)}/socket`, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    address.searchParams.set('choices', 'true');
    if (this.snapshot) address.searchParams.set('version', String(this.snapshot.version));
    return address;
  }

  async #exists(): Promise<boolean> {
    try {
      const { response } = await api.GET('/api/tables/{table}', { params: { path: { table: this.id } } });
      return response.status !== 404;
    } catch {
      return true;
    }
  }

  async #hear(message: Outgoing, at: number): Promise<void> {
    switch (message.type) {
      case 'snapshot':
        this.#geometry ??= await board(message.snapshot.terms.game).catch(() => null);
        // Without its board a table cannot be shown: connecting again asks for both.
        if (!this.#geometry) return this.#connection.startOver();
        this.presence = message.presence;
        this.#stands({ ...message.snapshot, geometry: this.#geometry }, at);
        break;
      case 'events':
        this.#apply(message, at);
        break;
      case 'presence':
        this.presence = message.presence;
        break;
      case 'done':
        this.#answer(message.id, null);
        this.#settle(message.version);
        break;
      case 'refused':
        if (message.id) this.#answer(message.id, new ApiFailure(message.error));
        break;
    }
  }

  #answer(id: string, refusal: ApiFailure | null): void {
    this.#waiting.get(id)?.done(refusal);
    this.#waiting.delete(id);
  }

  /** What was done was told before, if its last event is known: nothing is on its way any more. */
  #settle(version: number): void {
    const isWaiting = [...this.#waiting.values()].some(({ action }) => action.type === 'play');
    if (this.#pending && !isWaiting && version < (this.snapshot?.version ?? 0)) this.#expect(null);
  }

  /** How the table stands now. */
  #stands(snapshot: Snapshot, at: number): void {
    const wasOpen = this.connection === 'open';
    const known = this.snapshot?.moves.length ?? 0;
    [this.snapshot, this.toldAt] = [snapshot, at];
    this.#confirm(known);
    this.#follow();
    this.#connection.opened();
    void this.#addNumber();
    // What was sent twice acts once.
    if (!wasOpen) for (const [id, { action }] of this.#waiting) this.#connection.send({ type: 'command', id, action });
  }

  /** Adds to the sealed secret what this browser has announced, so that cards can be drawn. */
  async #addNumber(): Promise<void> {
    const { cards, yours } = this.snapshot ?? {};
    if (this.#isNumbered || !cards?.awaited?.some((seat) => yours?.includes(seat))) return;
    this.#isNumbered = true;
    const number = newNumber();
    const refusal = await this.command({ type: 'add_number', number });
    if (!refusal) return remember(this.id, { number, seal: cards.hash });
    // Another window of this browser may have been faster; anything else may work the next time.
    if (refusal.code === 'number_not_awaited') return;
    this.#numbering = setTimeout(() => {
      this.#isNumbered = false;
      void this.#addNumber();
    }, BEFORE_NEXT_NUMBER);
  }

  /** Forgets the moves that have come; all of them if something else has. */
  #confirm(known: number): void {
    const { snapshot } = this;
    if (!this.#pending || !snapshot) return;
    const { moves, view } = this.#pending;
    const come = snapshot.moves.slice(known);
    const isExpected = snapshot.moves.length >= known && come.every(({ move }, at) => move === moves[at]?.move);
    const left = moves.slice(come.length);
    const isShown = this.#pending.shown > come.length;
    const still = isShown ? { shown: this.#pending.shown - come.length, view } : { shown: 0, view: null };
    this.#pending = isExpected && left.length > 0 ? { moves: left, ...still } : null;
  }

  #apply({ events, standing, choices }: Extract<Outgoing, { type: 'events' }>, at: number): void {
    const before = this.snapshot;
    if (!before || standing.version < before.version) return;
    const unheard = events.filter((event) => event.version >= before.version);
    let { moves, chat, yours } = before;
    for (const event of unheard) {
      if (event.type === 'moved') moves = [...moves, { by: event.by, move: event.move }];
      else if (event.type === 'taken_back') {
        const [before, cards] = [cardsAmong(moves), cardsAmong(moves.slice(0, event.ply))];
        if (cards < before) rememberTakeback(this.id, event.version, cards);
        moves = moves.slice(0, event.ply);
      } else if (event.type === 'said') chat = [...chat, { by: event.by, text: event.text, at: event.at }];
      else if (event.type === 'started' && event.swapped && yours.length === 1) yours = yours.map(opponentOf);
    }
    const { view: whole, change, seats, turn, ...changed } = standing;
    const view = { ...(whole ?? after(before.view, change)), ...choices, turn };
    this.#stands({ ...before, ...changed, seats: seats ?? before.seats, view, moves, chat, yours }, at);
    if (unheard.length > 0) this.happened(unheard, before);
  }
}

function cardsAmong(moves: readonly MoveMade[]): number {
  return moves.filter(({ by }) => by === 'chance').length;
}

function shown(pending: Pending | null): readonly MoveMade[] {
  return pending?.moves.slice(0, pending.shown) ?? [];
}

/** A position after what moves have changed. What can be done in it is told apart. */
function after(view: View, change: Standing['change']): View {
  if (!change) return view;
  const { stacks, emptied, holdings, winning, scored, ...changed } = change;
  const gone = new Set([...emptied, ...stacks.map(({ site }) => site)]);
  const kept = view.scene.stacks.filter(({ site }) => !gone.has(site));
  return {
    ...view,
    ...changed,
    scene: { stacks: [...kept, ...stacks].sort((one, other) => one.site - other.site), holdings, winning },
    scored: [...view.scored, ...scored],
  };
}
