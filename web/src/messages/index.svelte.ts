// What the page says, in the language of now. The words are in the catalogue, which the terminal has as well: words/ and
// games/ at the top of the repository.
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { untrack } from 'svelte';
import { load, type Language, type Messages, type Part } from 'virtual:words';

export type { Language, Part } from 'virtual:words';

/** What can be said. */
export type MessageId = keyof Messages;

type Values = Record<string, string | number>;

/** A language as far as it was needed: its words, and their ids in the order of their files. */
interface Spoken {
  language: Language;
  bundle: FluentBundle;
  parts: Set<Part>;
  ids: Set<string>;
}

/** What has been needed so far, and the language that was chosen last. */
const needed = new Set<Part>(['page']);
let chosen: Language = 'en';
let spoken = $state.raw<Spoken>(unspoken(chosen));

function unspoken(language: Language): Spoken {
  // Marks around what is put in would protect text that runs the other way; there is none.
  const bundle = new FluentBundle(language, { useIsolating: false });
  return { language, bundle, parts: new Set(), ids: new Set() };
}

/** Fetches what is needed and not there yet; tells whether there was anything. */
async function learn({ language, bundle, parts, ids }: Spoken): Promise<boolean> {
  const missing = [...needed].filter((part) => !parts.has(part));
  const texts = await Promise.all(missing.map((part) => load(language, part)));
  for (const text of texts) {
    const resource = new FluentResource(text);
    bundle.addResource(resource, { allowOverrides: true });
    for (const { id } of resource.body) ids.add(id);
  }
  for (const part of missing) parts.add(part);
  return missing.length > 0;
}

/** Speaks a language from now on, once its words are there. */
export async function speak(language: Language): Promise<void> {
  chosen = language;
  // Whoever asks for words does not ask to be told when they change.
  const before = untrack(() => spoken);
  const learned = language === before.language ? before : unspoken(language);
  const hasLearned = await learn(learned);
  // Meanwhile another one may have been chosen.
  if (chosen === language && (hasLearned || learned !== before)) spoken = { ...learned };
}

/** Fetches the words of a part of the page, in this language and in every other that is spoken later. */
export async function need(...parts: Part[]): Promise<void> {
  for (const part of parts) needed.add(part);
  await speak(chosen);
}

/** The language that is spoken: whoever asks is told when that changes. */
export function language(): Language {
  return spoken.language;
}

/** A paragraph is written in several lines; an empty one stands between paragraphs. */
const unfolded = (text: string) => text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ');

/** What everything is said with: fingers touch, others point. Sentences may choose by it. */
function pointing(): Values {
  return { pointer: globalThis.matchMedia?.('(pointer: coarse)').matches ? 'touch' : 'mouse' };
}

/** What is said under an id that is made of a code; nothing if there are no words for it. */
export function find(id: string, values?: Values): string | undefined {
  const pattern = spoken.bundle.getMessage(id)?.value;
  return pattern ? unfolded(spoken.bundle.formatPattern(pattern, { ...pointing(), ...values })) : undefined;
}

/** What is said under an id, with what it names. Neither can be forgotten: the compiler knows the catalogue. */
export function say<Id extends MessageId>(
  id: Id,
  ...values: Messages[Id] extends undefined ? [] : [Messages[Id]]
): string {
  return find(id, ...values) ?? id;
}

/** A part of a message: `.ruling-2` is a ruling. */
export interface Passage {
  kind: string;
  text: string;
}

/** A message with its parts: a section of the rules, a figure, a lesson. */
export interface Passages {
  id: string;
  title: string;
  parts: readonly Passage[];
}

export function passage(id: string): Passages {
  const attributes = Object.entries(spoken.bundle.getMessage(id)?.attributes ?? {});
  const parts = attributes.map(([name, pattern]) => ({
    kind: name.replace(/-\d+$/, ''),
    text: unfolded(spoken.bundle.formatPattern(pattern, pointing())),
  }));
  return { id, title: find(id) ?? '', parts };
}

/** The messages whose ids begin so, in the order in which they are written. */
export function passages(beginning: string): Passages[] {
  return [...spoken.ids].filter((id) => id.startsWith(beginning)).map(passage);
}

/** A phrase that stands alone. */
export function capital(phrase: string): string {
  return phrase.slice(0, 1).toLocaleUpperCase(spoken.language) + phrase.slice(1);
}

/** A phrase as a sentence of its own. */
export function sentence(phrase: string): string {
  return `${capital(phrase)}.`;
}

/** A number as it is written here. */
export function number(value: number, how: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(spoken.language, how);
}

/** A date as it is written here, with the time unless told otherwise. */
export function date(
  milliseconds: number,
  how: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  return new Date(milliseconds).toLocaleString(spoken.language, how);
}

/** Several things: `one, two and three`. */
export function list(each: readonly string[]): string {
  return new Intl.ListFormat(spoken.language, { type: 'conjunction' }).format(each);
}

/** A list of names as it is written in English. */
export function names(written: string): string {
  return list(written.split(/, | and /));
}
