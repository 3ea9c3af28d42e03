// What the guide of a first game says, in the language that is asked for.
import type { Language } from '../../settings.svelte';
import { first as en, type FirstGame } from './en';
import { first as fr } from './fr';

const ALL: Record<Language, FirstGame> = { en, fr };

export function guideWords(language: Language): FirstGame {
  return ALL[language];
}
