// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Click } from '../api/client';
import { speak } from '../messages/index.svelte';
import Board from './Board.svelte';
import type { Playable } from './chooser.svelte';
import { move, ROW, scene } from './fake';
import type { Seen } from './motion';

await speak('en');

const LEGAL = [move('c', [2]), move('a:2-b', [0, 2], [1]), move('a-b', [0, 1], [1]), move('>', [3])];
const view = (...stacks: [number, ...number[]][]): Playable['view'] => ({
  scene: scene(...stacks),
  legal: LEGAL,
  forbidden: null,
  groups: [],
  touched: [],
});

let played: string[] = [];
let hints: string[] = [];
let explained: (readonly Click[])[] = [];
/** Questions of the board that the test has not answered yet. */
let answers: (() => void)[] = [];
const props = $state({
  title: 'Toy',
  geometry: ROW,
  view: view([0, 0, 1], [1, 1]),
  isActive: true,
  onmove: (text: string) => void played.push(text),
  onhint: (text: string) => void hints.push(text),
  explain: (entered: readonly Click[]) => {
    explained.push(entered);
    return new Promise<string>((resolve) => answers.push(() => resolve('not that')));
  },
  preview: () => new Promise<Seen>((resolve) => answers.push(() => resolve(view([0, 1], [1, 1])))),
});
let board: object;

const at = (name: string) => {
  const found = document.querySelector<SVGElement>(`[data-name="${name}"]`);
  if (!found) throw new Error(`${name} is not drawn`);
  return found;
};
async function answer(): Promise<void> {
  answers.splice(0).forEach((resolve) => resolve());
  for (let ticks = 0; ticks < 9; ticks++) await Promise.resolve();
  flushSync();
}
function click(...names: string[]): void {
  for (const name of names) {
    at(name).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    flushSync();
  }
}
function press(...keys: string[]): void {
  for (const key of keys) {
    (document.activeElement ?? document).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    flushSync();
  }
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  [played, hints, explained, answers] = [[], [], [], []];
  props.view = view([0, 0, 1], [1, 1]);
  props.isActive = true;
  board = mount(Board, { target: document.body, props });
  flushSync();
});
afterEach(() => unmount(board));

test('a move is entered by clicks', () => {
  click('c');
  click('a', 'b');
  expect(played).toEqual(['c', 'a:2-b']);
});

test('a stack is split by its numbers, by mouse and by keys', () => {
  click('a');
  document.querySelector('[data-take="1"]')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  flushSync();
  expect(at('a').getAttribute('aria-label')).toBe('a, stack of 2, from top to bottom: red, white, 1 taken');
  click('b');
  at('a').focus();
  press('1', 'ArrowRight', 'Enter');
  expect(played).toEqual(['a-b', 'a-b']);
});

test('what is chosen is let go, and nothing is entered where nobody may', () => {
  click('a');
  expect(at('a').getAttribute('aria-pressed')).toBe('true');
  at('a').focus();
  press('Escape');
  expect(at('a').getAttribute('aria-pressed')).toBe('false');
  props.isActive = false;
  click('c');
  expect(played).toEqual([]);
});

test('what was begun is of its position alone', () => {
  click('a');
  props.view = view([0, 0, 1]);
  flushSync();
  expect(at('a').getAttribute('aria-pressed')).toBe('false');
});

test('why something cannot be played is said, unless it is too late', async () => {
  click('b');
  await answer();
  expect([explained, hints]).toEqual([[[{ site: 1 }]], ['not that']]);
  click('b');
  props.view = view([0, 0, 1]);
  flushSync();
  await answer();
  click('b', 'c');
  await answer();
  expect(hints).toEqual(['not that', '']);
});

test('a push is seen before it is made, and only while one points at it', async () => {
  const figures = () =>
    [...document.querySelectorAll('[data-figure]')].map((each) => each.querySelectorAll('.counter').length);
  at('>').dispatchEvent(new PointerEvent('pointerenter'));
  await answer();
  expect(figures()).toEqual([1, 1]);
  at('>').dispatchEvent(new PointerEvent('pointerleave'));
  flushSync();
  expect(figures()).toEqual([2, 1]);
  at('>').dispatchEvent(new PointerEvent('pointerenter'));
  at('>').dispatchEvent(new PointerEvent('pointerleave'));
  await answer();
  expect(figures()).toEqual([2, 1]);
});
