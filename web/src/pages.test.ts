import { expect, test } from 'vitest';

import { framed, shown } from './pages';

test('every address has its page, and no other one', () => {
  const check = (address: string, expected: string, of = '') => {
    const parts = address.split('/').filter((part) => part !== '');
    expect([address, shown(parts, ['move', 'mixtour'])]).toEqual([address, { page: expected, of }]);
  };
  check('/', 'home');
  check('/move', 'game', 'move');
  check('/mixtour/rules', 'rules', 'mixtour');
  check('/move/first', 'first', 'move');
  check('/move/puzzles', 'puzzles', 'move');
  check('/move/puzzles/abc', 'puzzle', 'abc');
  check('/move/analysis', 'analysis', 'move');
  check('/table/abc', 'table', 'abc');
  check('/player/Ada', 'player', 'Ada');
  for (const page of ['archive', 'account', 'settings', 'about']) check(`/${page}`, page);
  check('/chess', 'missing');
  check('/table', 'missing');
  check('/move/nothing', 'missing', 'move');
  check('/move/rules/more', 'missing');
  check('/table/abc/more', 'missing', 'abc');
  check('/settings/more', 'missing', 'more');
});

test('tables and analyses are shown in frames, and nothing else', () => {
  const check = (address: string, expected: ReturnType<typeof framed>) =>
    expect([address, framed(address.split('/').slice(1), ['move'])]).toEqual([address, expected]);
  check('/embed/table/abc', { page: 'table', of: 'abc' });
  check('/embed/move/analysis', { page: 'analysis', of: 'move' });
  for (const address of [
    '/table/abc',
    '/move/analysis',
    '/embed',
    '/embed/move',
    '/embed/account',
    '/embed/chess/analysis',
  ])
    check(address, null);
});
