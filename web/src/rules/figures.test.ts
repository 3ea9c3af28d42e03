import { expect, test } from 'vitest';

import { rules as en } from '../messages/rules/en';
import { rules as fr } from '../messages/rules/fr';
import { FIGURES } from './figures';

test('every figure is told, and shown once', () => {
  const names = Object.keys(FIGURES).toSorted();
  expect(names.length).toBeGreaterThan(20);
  for (const book of [en, fr]) {
    const sections = Object.values(book.games).flatMap((game) => game?.sections ?? []);
    expect(sections.flatMap(({ figures = [] }) => figures).toSorted()).toEqual(names);
    expect(Object.keys(book.figures).toSorted()).toEqual(names);
  }
});
