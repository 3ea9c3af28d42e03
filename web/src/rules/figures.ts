// The figures of the rules, from games/GAME/figures.json.
import { byGame, type Figure } from '../data';

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
