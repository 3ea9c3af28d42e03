// The figures of the rules, from games/GAME/figures.json.
import { byGame, type Figure } from '../data';

const FIGURES = byGame(
  import.meta.glob<Record<string, Figure>>('../../../games/*/figures.json', { eager: true, import: 'default' }),
);

/** The figures of a section, by their names. */
export function figuresOf(game: string, section: string): [name: string, figure: Figure][] {
  return Object.entries(FIGURES[game] ?? {}).filter(([, figure]) => figure.section === section);
}
