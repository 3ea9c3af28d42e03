// The words of the language that is spoken now.
import { settings, type Language } from '../settings.svelte';
import { en, type Messages } from './en';
import { fr } from './fr';

export const ALL: Record<Language, Messages> = { en, fr };

/** What the page says, in the language of now: whoever reads it is told when that changes. */
export function words(): Messages {
  return ALL[settings.language];
}

/** A number as it is written here. */
export function number(value: number): string {
  return value.toLocaleString(settings.language);
}

/** A date as it is written here. */
export function date(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString(settings.language, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A list of names: `one, two and three`. */
export function names(list: string): string {
  const each = list.split(/, | and /);
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(each);
}
