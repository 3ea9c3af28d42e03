// The rules of the games in the language of now. They come with the page that shows them, not with the first visit.
import type { Language } from '../../settings.svelte';
import { rules as en, type RuleBook } from './en';
import { rules as fr } from './fr';

const ALL: Record<Language, RuleBook> = { en, fr };

export function ruleBook(language: Language): RuleBook {
  return ALL[language];
}
