import { expect, test } from 'vitest';

import { shown } from './pages';

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
