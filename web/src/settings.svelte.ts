// What a visitor prefers, kept in the browser: language, theme, board, sounds.

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
}

const KEY = 'halte-settings';

/** What was kept, as far as it still makes sense. */
function read(): Settings {
  let kept: Partial<Record<keyof Settings, unknown>> = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    // A browser that keeps nothing, or something that is not ours.
  }
  const one = <T>(list: readonly T[], value: unknown, otherwise: T) => list.find((item) => item === value) ?? otherwise;
  const spoken = navigator.languages.map((language) => language.slice(0, 2));
  const language = LANGUAGES.find(
    (known) => known === spoken.find((each) => LANGUAGES.some((known) => known === each)),
  );
  return {
    language: one(LANGUAGES, kept.language, language ?? 'en'),
    theme: one(THEMES, kept.theme, 'system'),
    board: one(BOARDS, kept.board, 'calm'),
    sounds: kept.sounds === true,
  };
}

export const settings: Settings = $state(read());

/** Changes something, here and for the next visit. */
export function prefer(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  applySettings();
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Then it holds until the page is closed.
  }
}

/** Tells the document. */
export function applySettings(): void {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
}
