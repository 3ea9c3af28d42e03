// `<halte-board>`: a board for anybody's page, which shows and replays a record or a puzzle. The rules are in the package.
import { mount, unmount } from 'svelte';

import '../../src/style.css';
import './board.css';
import { LANGUAGES } from '../../src/settings.svelte';
import type { HalteBoard as Declared, HaltePosition } from './board-element';
import { Given } from './given.svelte';
import Shown from './Shown.svelte';

export type { HaltePosition } from './board-element';

/** All styles, put here when the package is built: a page may forbid any in its own text. */
declare const HALTE_STYLES: string;

let sheet: CSSStyleSheet | null = null;

/** The styles, which all boards share. */
function styles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(HALTE_STYLES);
  }
  return sheet;
}
const NAMES = ['game', 'record', 'moves', 'start', 'puzzle', 'language'] as const;

export class HalteBoard extends HTMLElement implements Declared {
  static readonly observedAttributes = NAMES;

  #given = new Given();
  #shown: object | null = null;
  /** What stands between the tags may come later. */
  #inside = new MutationObserver(() => this.#read());

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [styles()];
  }

  connectedCallback(): void {
    this.#read();
    this.#inside.observe(this, { childList: true, characterData: true, subtree: true });
    if (!this.shadowRoot || this.#shown) return;
    const onposition = (detail: HaltePosition) =>
      this.dispatchEvent(new CustomEvent('halte-position', { detail, bubbles: true, composed: true }));
    this.#shown = mount(Shown, { target: this.shadowRoot, props: { given: this.#given, onposition } });
  }

  disconnectedCallback(): void {
    this.#inside.disconnect();
    if (this.#shown) void unmount(this.#shown);
    this.#shown = null;
  }

  attributeChangedCallback(): void {
    if (this.#shown) this.#read();
  }

  #read(): void {
    const value = (name: (typeof NAMES)[number]) => this.getAttribute(name)?.trim() ?? '';
    const [game, moves, start, puzzle] = [value('game'), value('moves'), value('start'), value('puzzle')];
    // A record may also stand between the tags, where its quotes need no care.
    const record = value('record') || (moves ? '' : (this.textContent?.trim() ?? ''));
    const spoken = [value('language'), this.closest('[lang]')?.getAttribute('lang') ?? '', ...navigator.languages];
    const codes = spoken.map((language) => language.slice(0, 2).toLowerCase());
    const language = codes.flatMap((code) => LANGUAGES.find((known) => known === code) ?? [])[0] ?? 'en';
    this.#given.values = { game, record, moves, start, puzzle, language };
  }
}

if (!customElements.get('halte-board')) customElements.define('halte-board', HalteBoard);
