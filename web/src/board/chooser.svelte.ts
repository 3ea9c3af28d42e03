// What is being entered on a board: the clicks so far, the place that is pointed at, and what a move would make. It asks
// nobody: what a move would make, and why one cannot be played, is handed in.
import type { Click, Geometry, View } from '../api/client';
import { Latest } from '../parts/latest';
import { say } from '../messages/index.svelte';
import { choices, enter, type Choices } from './entry';
import type { Seen } from './motion';
import { siteName } from './names';

export interface Playable {
  geometry: Geometry;
  view: Pick<View, 'scene' | 'legal' | 'forbidden' | 'groups' | 'touched'>;
  /** Whether moves may be entered. */
  isActive?: boolean;
  /** What a move would make, to show it before it is played. */
  preview?: (move: string) => Promise<Seen>;
  /** Is told which move a press would make, while the finger is still down: there is time to find out where it leads. */
  prepare?: (move: string) => void;
  /** Why what was entered cannot be played. */
  explain?: (entered: readonly Click[]) => Promise<string>;
  onmove?: (move: string) => void;
  /** What those who listen should hear. */
  onsay?: (text: string) => void;
  /** Why a click did nothing, for everybody. */
  onhint?: (text: string) => void;
}

interface Entered {
  view: Playable['view'] | null;
  clicks: readonly Click[];
  pointed: number | null;
  foreseen: Seen | null;
}

const NOTHING: Entered = { view: null, clicks: [], pointed: null, foreseen: null };

export class Chooser {
  /** The place that has the focus, or had it last. */
  focused = $state(0);
  /** The line that arrow keys walk along, as long as they go on from there. */
  lane: { site: number; isDown: boolean; at: number } | null = null;
  #entered = $state.raw(NOTHING);
  #explaining = new Latest();
  #foreseeing = new Latest();

  /** What was begun is of its position alone. */
  readonly #now = $derived(this.#entered.view === this.board.view ? this.#entered : NOTHING);
  readonly clicks = $derived(this.#now.clicks);
  readonly pointed = $derived(this.#now.pointed);
  readonly foreseen = $derived(this.#now.foreseen);
  /** What may be clicked now, and what a move may begin with. */
  readonly next: Choices = $derived(this.#choices(this.clicks));
  readonly starts: Choices = $derived(this.#choices([]));
  /** How many pieces may be taken from the stack that is chosen. */
  readonly takes = $derived(this.last ? (this.#choices(this.clicks.slice(0, -1)).get(this.last.site) ?? []) : []);
  /** The place that would complete the move which is forbidden now. */
  readonly forbidden = $derived.by(() => {
    const { isActive, view } = this.board;
    const ends = view.forbidden?.clicks ?? [];
    const isBegun = ends.length === this.clicks.length + 1;
    const isSame = this.clicks.every(({ site, take }, at) => {
      const wanted = ends[at];
      return wanted?.site === site && (wanted.take ?? null) === (take ?? null);
    });
    return isActive && isBegun && isSame ? (ends.at(-1)?.site ?? null) : null;
  });
  readonly selected = $derived(new Set(this.clicks.map((click) => click.site)));
  readonly heights = $derived(new Map(this.board.view.scene.stacks.map(({ site, pieces }) => [site, pieces.length])));

  constructor(readonly read: () => Playable) {}

  get board(): Playable {
    return this.read();
  }

  get last(): Click | undefined {
    return this.clicks.at(-1);
  }

  #choices(clicks: readonly Click[]): Choices {
    return this.board.isActive ? choices(this.board.view.legal, clicks) : new Map();
  }

  #change(changes: Partial<Entered>): void {
    this.#entered = { ...this.#now, view: this.board.view, ...changes };
  }

  /** A click, a key or the end of a drag: the one way to enter something. */
  choose(site: number, take: number | null = null): void {
    const { geometry, view, isActive, onmove, onsay, onhint } = this.board;
    if (!isActive) return;
    const begun = geometry.sites[site]?.kind === 'button' ? [] : this.clicks;
    const { clicks, move, isLost } = enter(view.legal, begun, site, take);
    if (isLost) {
      void this.explain([...begun, { site }]);
      return;
    }
    this.#explaining.forget();
    onhint?.('');
    if (clicks.length > 0) onsay?.(say('chosen', { name: siteName(geometry, view.scene, site) }));
    else if (this.clicks.length > 0 && !move) onsay?.(say('let-go'));
    this.#change({ clicks, foreseen: null });
    if (move) onmove?.(move);
  }

  /** Says which move a click would make, if it makes one. */
  prepare(site: number): void {
    const { view, prepare } = this.board;
    const { move } = enter(view.legal, this.clicks, site, null);
    if (move) prepare?.(move);
  }

  /** Picks something up, whatever was chosen before; how many are taken may have been said already. */
  pickUp(site: number, take: number | null): void {
    if (this.last?.site === site) return;
    this.#change({ clicks: [] });
    this.choose(site, take);
  }

  letGo(): void {
    if (this.clicks.length === 0) return;
    this.board.onsay?.(say('let-go'));
    this.#change({ clicks: [], foreseen: null });
  }

  /** Takes so many pieces of the stack that is chosen. */
  takeOnly(take: number): void {
    if (!this.last) return;
    this.#change({ clicks: [...this.clicks.slice(0, -1), { site: this.last.site, take }] });
    this.board.onsay?.(say('site-take', { count: take }));
  }

  /** Says why what was entered cannot be played. */
  async explain(entered: readonly Click[]): Promise<void> {
    const { view, explain, onhint } = this.board;
    const told = explain && (await this.#explaining.settled(explain(entered)));
    if (told?.status === 'fulfilled' && view === this.board.view) onhint?.(told.value);
  }

  /** Points at a place, and shows what a push from there would make. */
  async pointAt(site: number | null): Promise<void> {
    const { geometry, view, isActive, preview } = this.board;
    this.#change({ pointed: site, foreseen: null });
    this.#foreseeing.forget();
    if (site === null || !preview || !isActive || geometry.sites[site]?.kind !== 'edge') return;
    const move = view.legal.find(({ clicks }) => clicks.length === 1 && clicks[0]?.site === site);
    const seen = move && (await this.#foreseeing.settled(preview(move.move)));
    if (seen?.status === 'fulfilled' && view === this.board.view) this.#change({ foreseen: seen.value });
  }
}
