// The rules of a game as they are said: sections with their figures, and what a figure says.
import type { Figure } from '../data';
import { passage, passages, type Passage } from '../messages/index.svelte';
import { figuresOf } from './figures';

export interface Section {
  title: string;
  parts: readonly Passage[];
  figures: readonly [name: string, figure: Figure][];
}

/** The sections of a game's rules, in their order. */
export function sectionsOf(game: string): Section[] {
  const beginning = `${game}-rules-`;
  return passages(beginning).map(({ id, title, parts }) => ({
    title,
    parts,
    figures: figuresOf(game, id.slice(beginning.length)),
  }));
}

/** What is said of a figure: what to try, and what comes of it. */
export function figureWords(game: string, figure: string): { task: string } & Record<string, string | undefined> {
  const { title, parts } = passage(`${game}-figure-${figure}`);
  return { ...Object.fromEntries(parts.map(({ kind, text }) => [kind, text])), task: title };
}

/** The moves that a passage begins with, and what they mean. */
export function notation(passage: string): { moves: string[]; meaning: string } {
  const [quoted = ''] = /^(`[^`]+` )*/.exec(passage) ?? [];
  return { moves: quoted.split('`').filter((each) => each.trim() !== ''), meaning: passage.slice(quoted.length) };
}
