// What the engine says about the position one looks at, and about a whole game.
import { untrack } from 'svelte';

import type { AnalysisView, GameAnalysis } from '../api/client';
import { isPlayer } from '../board/players';
import type { Line } from '../line/line.svelte';
import { lineTo, mainLine } from '../line/tree';
import { watchAnalysis, type Worker } from './watch';

/** How long one stays at a position before the engine begins, in milliseconds. */
const PAUSE = 300;

/** What was said of a line of play, as long as it is that one. */
interface Said {
  of: string;
  view: AnalysisView;
  by: Worker;
}

function nameOf(line: Line, moves: readonly string[]): string {
  return JSON.stringify([line.game, line.start, moves]);
}

/** The engine at the position one looks at. */
export class Engine {
  isOn = $state(true);
  #said = $state.raw<Said | null>(null);

  constructor(
    readonly line: Line,
    onfail: (error: unknown) => void,
  ) {
    $effect(() => {
      const of = nameOf(line, line.moves);
      if (!this.isOn || line.isAsking || !isPlayer(line.view?.turn)) return;
      const position = untrack(() => ({ game: line.game, start: line.start, moves: [...line.moves] }));
      let stop = () => {};
      const timer = setTimeout(() => {
        stop = watchAnalysis(
          { kind: 'position', line: position, lines: 3 },
          (view, by) => (this.#said = { of, view, by }),
          onfail,
        );
      }, PAUSE);
      return () => {
        clearTimeout(timer);
        stop();
      };
    });
  }

  /** What it has found here, if it has begun. */
  get position() {
    return this.#said?.of === nameOf(this.line, this.line.moves) ? this.#said.view.position : null;
  }

  /** The best lines, the best one first. */
  get lines() {
    return this.position?.lines ?? [];
  }
}

/** The engine at all moves of the main line. */
export class WholeGame {
  #said = $state.raw<Said | null>(null);
  /** The game that somebody was asked to analyse. */
  #asked = $state('');
  #stop = () => {};

  constructor(
    readonly line: Line,
    readonly onfail: (error: unknown) => void,
  ) {
    $effect(() => () => this.#stop());
  }

  get #moves(): string[] {
    return lineTo(this.line.tree, mainLine(this.line.tree).at(-1) ?? 0);
  }

  get #name(): string {
    return nameOf(this.line, this.#moves);
  }

  get #now(): Said | null {
    return this.#said?.of === this.#name ? this.#said : null;
  }

  get found(): GameAnalysis | null {
    return this.#now?.view.game ?? null;
  }

  /** Whether it was begun and is not done. */
  get isUnderWay(): boolean {
    return this.#asked === this.#name && !this.found;
  }

  /** How far it is, once that is known, and who is at it. */
  get progress() {
    const { view, by } = this.#now ?? {};
    return view?.progress && by ? { ...view.progress, by } : null;
  }

  begin(): void {
    this.stop();
    const [moves, { game, start }] = [this.#moves, this.line];
    const of = nameOf(this.line, moves);
    const wanted = { kind: 'game' as const, line: { game, start, moves } };
    this.#asked = of;
    this.#stop = watchAnalysis(
      wanted,
      (view, by) => (this.#said = { of, view, by }),
      (error) => {
        this.#asked = '';
        this.onfail(error);
      },
    );
  }

  stop(): void {
    this.#stop();
    [this.#said, this.#asked] = [null, ''];
  }
}
