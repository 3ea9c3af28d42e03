// The rules as the page shows them.
import { expect, test } from 'vitest';

import { PAGES } from '../data';
import { need, speak, type Part } from '../messages/index.svelte';
import { allFigures, figureWords, notation, sectionsOf } from './words';

test('every game has its rules, and every figure its words and its place', async () => {
  for (const game of Object.keys(PAGES)) {
    await need(`${game}/rules` satisfies Part);
    for (const language of ['en', 'fr'] as const) {
      await speak(language);
      const sections = sectionsOf(game);
      expect(sections.length, game).toBeGreaterThan(4);
      const shown = sections.flatMap(({ figures }) => figures.map(([name]) => name));
      expect(shown.toSorted()).toEqual(
        allFigures(game)
          .map(([name]) => name)
          .toSorted(),
      );
      for (const figure of shown) {
        const { task, right, wrong } = figureWords(game, figure);
        expect([task, right, wrong].every(Boolean), `${game} ${figure}`).toBe(true);
      }
    }
  }
});

test('examples of moves are told from their meaning', () => {
  const check = (passage: string, moves: string[], meaning: string) =>
    expect(notation(passage)).toEqual({ moves, meaning });
  check('`b^` `bv` push column b up, down', ['b^', 'bv'], 'push column b up, down');
  check('no example', [], 'no example');
});
