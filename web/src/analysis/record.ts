// Records of games as text, in the syntax that the server writes. What moves mean is for the server to say.
import type { Outcome } from '../api/client';
import { EMPTY, withComment, withMove, type Tree } from './tree';

export interface GameRecord {
  game: string;
  variant: string | null;
  /** The position it starts from, if not the game's own. */
  start: string | null;
  tags: Readonly<Record<string, string>>;
  tree: Tree;
}

/** What is wrong with a record's text. */
export class RecordProblem extends Error {}

const TOKEN = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{([^}]*)\}|;([^\n]*)|(^%[^\n]*)|([()])|([^\s(){};]+)/gmu;
const RESULT = /^(1-0|0-1|1\/2-1\/2|\*)$/;
const NUMBER = /^\d+\.*$/;

/** The first record in a text. */
export function readRecord(text: string): GameRecord {
  const tags: Record<string, string> = {};
  let tree: Tree = EMPTY;
  let at = 0;
  const open: number[] = [];
  let hasMoves = false;
  for (const [, name, value, braces, semicolon, escaped, bracket, word] of text.matchAll(TOKEN)) {
    const comment = braces ?? semicolon;
    if (name !== undefined) {
      // Another record begins.
      if (hasMoves) break;
      tags[name] = (value ?? '').replace(/\\(.)/g, '$1');
    } else if (comment !== undefined) {
      const words = comment.trim().replace(/\s+/g, ' ');
      const before = tree[at]?.comment;
      tree = withComment(tree, at, before ? `${before} ${words}` : words);
    } else if (bracket === '(') {
      open.push(at);
      at = tree[at]?.parent ?? 0;
    } else if (bracket === ')') {
      const back = open.pop();
      if (back === undefined) throw new RecordProblem(')');
      at = back;
    } else if (word !== undefined && escaped === undefined) {
      if (RESULT.test(word) && open.length === 0) {
        if (hasMoves || word !== '*') break;
      }
      const move = word.replace(/^\d+\.+/, '').replace(/[!?]+$/, '');
      if (NUMBER.test(word) || word.startsWith('$') || move === '' || RESULT.test(word)) continue;
      hasMoves = true;
      // `--` stands for the next move of a main line that has ended: its variations follow what was played last.
      [tree, at] = withMove(tree, at, move);
    }
  }
  if (open.length > 0) throw new RecordProblem('(');
  return {
    game: tags.Game ?? '',
    variant: tags.Variant ?? null,
    start: tags.Position ?? null,
    tags,
    tree: withoutPlaceholders(tree),
  };
}

/** Takes out the moves `--`, which are none; what varies them is already beside them. */
function withoutPlaceholders(tree: Tree): Tree {
  return tree.map((node) => ({ ...node, children: node.children.filter((child) => tree[child]?.move !== '--') }));
}

/** A record as text. The outcome is that of the main line, by the rules. */
export function writeRecord(record: GameRecord, outcome: Outcome | null): string {
  const results = { first: '1-0', second: '0-1', draw: '1/2-1/2' };
  const result = outcome ? results[outcome] : (record.tags.Result ?? '*');
  const kept = Object.entries(record.tags).filter(
    ([name]) => !['Game', 'Variant', 'Position', 'Result', 'Termination'].includes(name),
  );
  const termination = record.tags.Termination;
  const isEndedOtherwise = !outcome && result !== '*' && termination;
  const tags: [string, string | null | undefined][] = [
    ['Game', record.game],
    ['Variant', record.variant],
    ...kept,
    ['Result', outcome || isEndedOtherwise ? result : '*'],
    ['Termination', isEndedOtherwise ? termination : null],
    ['Position', record.start],
  ];
  const lines = tags
    .filter((tag): tag is [string, string] => tag[1] != null)
    .map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`);
  const words = [...comment(record.tree, 0), ...moves(record.tree, 0)];
  return `${lines.join('\n')}\n\n${wrapped([...words, outcome || isEndedOtherwise ? result : '*'])}\n`;
}

function comment(tree: Tree, id: number): string[] {
  const text = tree[id]?.comment.replace(/[{}]/g, '');
  return text ? `{${text}}`.split(' ') : [];
}

/** The words of all that follows a node. */
function moves(tree: Tree, id: number): string[] {
  const words: string[] = [];
  for (let at = id; ;) {
    const [first, ...others] = tree[at]?.children ?? [];
    if (first === undefined) return words;
    words.push(tree[first]?.move ?? '', ...comment(tree, first));
    for (const other of others) {
      const inner = [tree[other]?.move ?? '', ...comment(tree, other), ...moves(tree, other)];
      inner[0] = `(${inner[0]}`;
      inner[inner.length - 1] += ')';
      words.push(...inner);
    }
    at = first;
  }
}

const WIDTH = 80;

function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
