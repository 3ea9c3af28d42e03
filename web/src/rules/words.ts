// The rules of a game as they are said: sections with their figures, and what a figure says.
import { byGame, type Figure } from '../data';
import { passage, passages, type Passage } from '../messages/index.svelte';

const FIGURES = byGame(
  import.meta.glob<Record<string, Figure>>('../../../games/*/figures.json', { eager: true, import: 'default' }),
);

/** All figures of a game, by their names. */
export function allFigures(game: string): [name: string, figure: Figure][] {
  return Object.entries(FIGURES[game] ?? {});
}

/** The figures of a section. */
export function figuresOf(game: string, section: string): [name: string, figure: Figure][] {
  return allFigures(game).filter(([, figure]) => figure.section === section);
}

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
