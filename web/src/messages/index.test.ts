// @vitest-environment happy-dom
// The catalogue as the page speaks it.
import { beforeEach, expect, test } from 'vitest';

import { explain } from './failure';
import { find, language, need, passages, say, sentence, speak } from './index.svelte';

beforeEach(() => speak('en'));

test('sentences name what they are told', async () => {
  const check = (count: number, expected: string) => expect(say('move-count', { count })).toBe(expected);
  check(0, '0 moves');
  check(1, '1 move');
  check(1234, '1,234 moves');
  expect(say('level-name', { level: 1 })).toBe('1: Just learned it');
  await speak('fr');
  check(0, '0 coup');
  check(2, '2 coups');
  check(1234, '1\u202f234 coups');
  expect(language()).toBe('fr');
});

test('what is needed is there in every language from then on', async () => {
  expect(find('puzzles-lead')).toBeUndefined();
  await need('later');
  expect(say('puzzles-lead')).toContain('force a win');
  await speak('fr');
  expect(say('puzzles-lead')).toContain('forcer le gain');
});

test('lines of a file are joined, paragraphs are not', async () => {
  await need('later');
  const paragraphs = say('about-text').split('\n\n');
  expect(paragraphs).toHaveLength(4);
  for (const paragraph of paragraphs) expect(paragraph).not.toContain('\n');
});

test('the language that was chosen last is spoken', async () => {
  await Promise.all([speak('fr'), speak('en'), need('mobius/first'), speak('fr')]);
  expect(language()).toBe('fr');
  expect(find('mobius-first')).toContain('Rouge');
});

test('sections keep their order and say what their parts are', async () => {
  await need('mobius/rules');
  const sections = passages('mobius-rules-');
  expect(sections.map(({ id }) => id).slice(0, 2)).toEqual(['mobius-rules-board', 'mobius-rules-turn']);
  const loop = sections.find(({ id }) => id === 'mobius-rules-loop');
  expect(loop?.title).toBe('Winning with two bars and a loop');
  expect(loop?.parts.map(({ kind }) => kind)).toEqual(['text', 'ruling']);
});

test('phrases become sentences', async () => {
  expect(sentence('by agreement')).toBe('By agreement.');
  await speak('fr');
  expect(sentence('égalité')).toBe('Égalité.');
});

test('errors are explained by their codes, from within', async () => {
  await need('errors');
  await speak('fr');
  const check = (explanation: Parameters<typeof explain>[0], expected: string) =>
    expect(explain(explanation)).toBe(expected);
  check({ code: 'not_your_turn', parameters: {}, message: 'it is not your turn' }, 'ce n’est pas à vous de jouer');
  // What a newer server says is told in its own words.
  const code = 'nobody_says_this' as 'internal';
  check({ code, parameters: {}, message: 'nobody says this' }, 'nobody says this');
});
