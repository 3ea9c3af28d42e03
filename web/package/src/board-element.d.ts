// What `halte/board` declares: the element `<halte-board>`, and what it tells.

/** Where a board has come to: the detail of the event `halte-position`. */
export interface HaltePosition {
  /** The game with its variant. */
  game: string;
  /** The position that the line starts from; none if it is the game's own. */
  start: string | null;
  /** The moves so far. */
  moves: string[];
  /** How many moves the whole line has. */
  total: number;
  /** The position, in the game's notation. */
  position: string;
  /** What came of the game, if it is over. */
  outcome: 'first' | 'second' | 'draw' | null;
}

/** A board. Its attributes are `game`, `record`, `moves`, `start`, `puzzle`, `language`, `theme` and `board`. */
export declare class HalteBoard extends HTMLElement {
  static readonly observedAttributes: readonly string[];
  connectedCallback(): void;
  disconnectedCallback(): void;
  attributeChangedCallback(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'halte-board': HalteBoard;
  }
  interface HTMLElementEventMap {
    'halte-position': CustomEvent<HaltePosition>;
  }
}
