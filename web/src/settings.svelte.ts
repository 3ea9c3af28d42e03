// What a visitor prefers, kept in the browser: language, theme, board, sounds, aiming.
import { keep, kept } from './parts/kept';

export const LANGUAGES = ['en', 'fr'] as const;
export const THEMES = ['system', 'light', 'dark'] as const;
export const BOARDS = ['calm', 'wood', 'contrast'] as const;

export type Language = (typeof LANGUAGES)[number];
export type Theme = (typeof THEMES)[number];
export type BoardTheme = (typeof BOARDS)[number];

interface Settings {
  language: Language;
  theme: Theme;
  board: BoardTheme;
  sounds: boolean;
  /** Whether a finger aims at small cells before it plays. */
  aim: boolean;
}

const KEY = 'halte-settings';

/** What was kept, as far as it still makes sense. */
function read(): Settings {
  const { language, theme, board, sounds, aim } = kept(KEY);
  const one = <T>(list: readonly T[], value: unknown, otherwise: T) => list.find((item) => item === value) ?? otherwise;
  const spoken = navigator.languages.map((language) => language.slice(0, 2));
  const first = spoken.flatMap((each) => LANGUAGES.find((known) => known === each) ?? [])[0];
  return {
    language: one(LANGUAGES, language, first ?? 'en'),
    theme: one(THEMES, theme, 'system'),
    board: one(BOARDS, board, 'calm'),
    sounds: sounds === true,
    aim: aim !== false,
  };
}

export const settings: Settings = $state(read());

/** Changes something, here and for the next visit. */
export function prefer(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  applySettings();
  keep(KEY, settings);
}

/** Tells the document. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
}
