// The figures of the rules, from games/GAME/figures.json.
import { byGame, type Figure } from '../data';

const files = import.meta.glob<Record<string, Figure>>('../../../games/*/figures.json', {
  eager: true,
  import: 'default',
});

/** All figures by the game's name and their own: `mobiusHalves`. */
export const FIGURES: Readonly<Record<string, Figure>> = Object.fromEntries(
  Object.entries(byGame(files)).flatMap(([game, figures]) =>
    Object.entries(figures).map(([name, figure]) => [game + (name[0]?.toUpperCase() ?? '') + name.slice(1), figure]),
  ),
);
