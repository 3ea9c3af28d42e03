// The book of the server's sentences.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { inFrench, PHRASES } from './phrases';

test('sentences are found, with what they name', () => {
  const check = (english: string, french: string) => expect(inFrench(english)).toBe(french);
  check('it is not your turn', 'ce n’est pas à vous de jouer');
  check('row 3 does not have 5 cells', 'la rangée 3 n’a pas 5 cases');
  check(
    "row 3: 'x' is neither a marble nor a number",
    'rangée 3\u00a0: «\u00a0x\u00a0» n’est ni une bille ni un nombre',
  );
  check(
    'illegal move "a1-c1": c1 has 1 piece, but is 2 away',
    'le coup a1-c1 est interdit\u00a0: c1 porte 1 pion, mais est à 2 de distance',
  );
  check('bad move "z z": the cell is not free', 'coup «\u00a0z z\u00a0»\u00a0: la case n’est pas libre');
  check('too many attempts to log in: try again in 7 seconds', 'trop de demandes\u00a0: réessayez dans 7\u00a0s');
  check('nobody ever said this', 'nobody ever said this');
});

test('no sentence hides another', () => {
  const filled = (sentence: string) => sentence.replaceAll(/\{(\.\.\.|\d*)\}/g, '7');
  for (const [english, french] of PHRASES) expect(inFrench(filled(english))).toBe(filled(french));
});

/** The sentences in a part of the server's source, with something put in. */
function sentences(file: string): string[] {
  const lines = readFileSync(`../crates/${file}`, 'utf8').split('\n');
  const code = lines.filter((line) => !/^\s*\/\/|expect\(|assert|doc =/.test(line)).join('\n');
  const literals = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, text]) => text ?? '');
  const counts: Record<string, string> = {
    pieces: '7 pieces',
    points: '7 points',
    moves: '7 moves have',
    noun: 'steps',
    verb: 'are',
  };
  const said = literals.map((text) =>
    text.replaceAll(/\{\w*:\?\}/g, "'7'").replaceAll(/\{(\w*)\}/g, (_, name: string) => counts[name] ?? '7'),
  );
  return said.filter((text) => /^(\S+ ){2,}\S+$/.test(text) && /[a-z]{4}/.test(text) && !/ (has|have)$/.test(text));
}

test('everything that a table or a game refuses has its words', () => {
  const files = ['table/src/command.rs', 'table/src/terms.rs'];
  for (const game of ['mobius', 'move_game', 'fibonacci', 'mixtour']) files.push(`games/src/${game}/fault.rs`);
  const said = files.flatMap(sentences);
  expect(said.length).toBeGreaterThan(90);
  const isKnown = (sentence: string) => inFrench(sentence) !== sentence;
  expect(said.filter((sentence) => !isKnown(sentence))).toEqual([]);
});
