// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import { go, isOurs, listen, parts } from './router.svelte';

const scrolled = vi.fn();
vi.stubGlobal('scrollTo', scrolled);
listen();

beforeEach(() => go('/'));

test('an address in its parts', () => {
  const check = (address: string, expected: string[]) => {
    go(address);
    expect(parts()).toEqual(expected);
  };
  check('/', []);
  check('/mixtour/rules/', ['mixtour', 'rules']);
  check('/player/%C3%89mile', ['player', 'Émile']);
  check('/player/%ZZ', ['player', '%ZZ']);
  check('/move/analysis#moves=a1', ['move', 'analysis']);
});

test('a new page begins at its top, and the browser goes back', () => {
  go('/move');
  expect(scrolled).toHaveBeenLastCalledWith(0, 0);
  history.replaceState(null, '', '/mixtour');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(parts()).toEqual(['mixtour']);
});

test('links within the page load nothing, all others are the browser’s', () => {
  const check = (attributes: Record<string, string>, expected: boolean, click: MouseEventInit = {}) => {
    const link = document.createElement('a');
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
    expect([attributes, isOurs(link, new MouseEvent('click', click))]).toEqual([attributes, expected]);
  };
  check({ href: '/move' }, true);
  check({ href: '/move?a=b#c' }, true);
  check({ href: '/move' }, false, { ctrlKey: true });
  check({ href: '/move' }, false, { button: 1 });
  check({ href: '/move', target: '_blank' }, false);
  check({ href: '/move', download: '' }, false);
  check({ href: '/api/games' }, false);
  check({ href: 'https://example.org/move' }, false);
  check({ href: '#content' }, false);
});
