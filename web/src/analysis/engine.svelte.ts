// What the engine says about the position one looks at, and about a whole game.
import { untrack } from 'svelte';

import type { AnalysisView, GameAnalysis } from '../api/client';
import { isPlayer } from '../board/players';
import type { Line } from '../line/line.svelte';
import { lineTo, mainLine } from '../line/tree';
import { watchAnalysis } from './watch';

/** How long one stays at a position before the engine begins, in milliseconds. */
const PAUSE = 300;

/** What was said of a line of play, as long as it is that one. */
interface Said {
  of: string;
  view: AnalysisView;
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
          (view) => (this.#said = { of, view }),
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

  get #view(): AnalysisView | null {
    return this.#said?.of === nameOf(this.line, this.#moves) ? this.#said.view : null;
  }

  get found(): GameAnalysis | null {
    return this.#view?.game ?? null;
  }

  get progress() {
    return this.found ? null : this.#view?.progress;
  }

  begin(): void {
    this.stop();
    const [moves, { game, start }] = [this.#moves, this.line];
    const of = nameOf(this.line, moves);
    const wanted = { kind: 'game' as const, line: { game, start, moves } };
    this.#stop = watchAnalysis(wanted, (view) => (this.#said = { of, view }), this.onfail);
  }

  stop(): void {
    this.#stop();
    this.#said = null;
  }
}
