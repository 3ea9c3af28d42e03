// What is said of one game, and of its variants.
import { find, say } from './index.svelte';

/** A game in a sentence. */
export function summaryOf(game: string): string | undefined {
  return find(`${game}-summary`);
}

/** What the author asks to be said besides the name. */
export function creditOf(game: string): string {
  return find(`${game}-credit`) ?? '';
}

/** What a variant is, in a line or in a few words. */
export function variantName(game: string, variant: string, ending: '' | '-short' = ''): string {
  return find(`${game}-variant-${variant.replace('/', '-')}${ending}`) ?? variant;
}

/** The aim of a game, by its name with its variant. */
export function goalOf(game: string): string | undefined {
  return find(game.replace(' ', '-goal-')) ?? find(`${game.split(' ')[0]}-goal`);
}

/** What to do in one's turn, for somebody who has never played; by where a move begins. */
export function doingOf(game: string, begins: string): string | undefined {
  return find(`${game}-doing-${begins}`);
}

/** How a game ended by its rules. */
export function endingOf(game: string, ending: string | null | undefined): string {
  return find(`${game}-ending-${ending}`) ?? say('reason-rules');
}
