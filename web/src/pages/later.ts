// The pages that are loaded when they are needed.

export const LATER = {
  table: () => import('./Table.svelte'),
  rules: () => import('./Rules.svelte'),
  first: () => import('./First.svelte'),
  puzzles: () => import('./Puzzles.svelte'),
  puzzle: () => import('./Puzzle.svelte'),
  analysis: () => import('./Analysis.svelte'),
  player: () => import('./Player.svelte'),
  archive: () => import('./Archive.svelte'),
  account: () => import('./Account.svelte'),
  settings: () => import('./Settings.svelte'),
  about: () => import('./About.svelte'),
};

export function isLater(page: string): page is keyof typeof LATER {
  return Object.hasOwn(LATER, page);
}
