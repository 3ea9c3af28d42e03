// Cards that two browsers and a server decide together, and a check that needs none of them.
import type { Page } from '@playwright/test';

import { act, expect, expectPly, type House, post, snapshot, test, type Terms, watch } from './house';
import { come, inspect, LOOKS } from './look';

/** What a browser remembers of the number that it has added. */
function sent(page: Page): Promise<Record<string, { number: string; seal: string }>> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('halte-numbers') ?? '{}'));
}

/** Whoever is to move takes a step, and ends the turn if it goes on. */
async function turn(pages: readonly Page[], id: string): Promise<void> {
  for (const page of pages) {
    const { view, moves } = await snapshot(page);
    const { yours } = await page.evaluate(
      async (address) => (await fetch(address)).json(),
      `/api/tables/${page.url().split('/').at(-1)}`,
    );
    if (!yours.includes(view.turn)) continue;
    const move = view.legal.find(({ move }) => move !== 'end')?.move ?? '';
    await act(page, { type: 'play', move, ply: moves.length }, `${id} a`);
    const { view: after, moves: more } = await snapshot(page);
    if (after.turn === view.turn) await act(page, { type: 'play', move: 'end', ply: more.length }, `${id} b`);
    return;
  }
}

/** A finished game between two browsers, in which a turn was taken back. */
async function played(pages: readonly [Page, Page], house: House): Promise<string> {
  const [first, second] = pages;
  await first.goto(house.url);
  const terms: Terms = {
    game: 'fibonacci cards',
    seats: [{ kind: 'opener' }, { kind: 'anyone' }],
    by_lot: true,
  };
  const { table } = await post<{ table: string }>(first, '/api/tables', { terms, number_follows: true });
  await first.goto(`/table/${table}`);
  // The page adds its number by itself, once the seal is there.
  await expect.poll(async () => (await sent(first))[table]?.number).toMatch(/^[0-9a-f]{64}$/);
  await second.goto(first.url());
  await second.locator('.state button.main').click();
  await expect(second.locator('.play')).toHaveAttribute('data-stage', 'playing');
  expect((await sent(second))[table]?.seal).toBe((await sent(first))[table]?.seal);
  for (const id of ['1', '2', '3']) await turn(pages, id);
  const before = (await snapshot(first)).moves.length;
  for (const page of pages) await act(page, { type: 'offer', offer: 'takeback' }, 'back');
  expect((await snapshot(first)).moves.length).toBeLessThan(before);
  for (let count = 4; count < 14; count += 1) await turn(pages, `${count}`);
  await expectPly(first, (await snapshot(first)).moves.length);
  await act(second, { type: 'resign' }, 'resign');
  await expect(first.locator('.ending')).toBeVisible();
  return table;
}

/** A record whose last card is another one, of which there is one left in the pack. */
function withOtherCard(record: string): string {
  const cards = [...record.matchAll(/#(\d)/g)];
  const last = cards.at(-1);
  const own = cards.filter((_, at) => at % 2 === (cards.length - 1) % 2).map(([, value]) => value);
  const other = ['1', '2', '3', '4', '5', '6'].find(
    (value) => value !== last?.[1] && own.filter((drawn) => drawn === value).length < 2,
  );
  return `${record.slice(0, last?.index)}#${other}${record.slice((last?.index ?? 0) + 2)}`;
}

test('what was drawn is checked in the browser', async ({ browser, house }) => {
  const [wide, , , narrow] = LOOKS;
  if (!wide || !narrow) throw new Error('there are looks');
  const pages = [await come(browser, house, wide), await come(browser, house, narrow)] as const;
  const errors = pages.map(watch);
  const table = await played(pages, house);
  for (const [page, look] of [
    [pages[0], wide],
    [pages[1], narrow],
  ] as const) {
    await page
      .locator('.state .row button', { hasText: look.language === 'en' ? 'Check the cards' : 'Vérifier les cartes' })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('[data-holds]')).toHaveAttribute('data-holds', 'true');
    // Ten turns, of which one was taken back, and the card after them.
    const cards = (await snapshot(page)).moves.filter(({ by }) => by === 'chance');
    await expect(dialog.locator('.cards li')).toHaveCount(cards.length);
    await expect(dialog.locator('.findings .bad')).toHaveCount(0);
    await inspect(page, 'check', look);
    await dialog.locator('summary').click();
    await expect(dialog.locator('dd').first()).toHaveText((await sent(page))[table]?.seal ?? '');
    await inspect(page, 'check-numbers', look);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }

  // A server that tells of other cards, or of another number, is found out.
  const [page] = pages;
  const check = async (forge: (record: string) => string, wrong: string) => {
    await page.route('**/record', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: forge(await response.text()) });
    });
    await page.locator('.state').getByRole('button', { name: 'Check the cards' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('[data-holds]')).toHaveAttribute('data-holds', 'false');
    await expect(dialog.locator(wrong).first()).toBeVisible();
    await inspect(page, 'check-forged', wide);
    await page.keyboard.press('Escape');
    await page.unroute('**/record');
  };
  const own = (await sent(page))[table]?.number ?? '';
  expect(own).not.toBe('');
  await check((record) => record.replace(own, '0'.repeat(64)), '.findings .bad');
  await check(withOtherCard, '.cards .wrong');
  // So is one that hands over another game's record, in which everything holds.
  const seats = [{ kind: 'opener' }, { kind: 'opener' }];
  const { table: other } = await post<{ table: string }>(page, '/api/tables', {
    terms: { game: 'fibonacci cards', seats },
  });
  await post(page, `/api/tables/${other}/commands`, { id: 'resign', action: { type: 'resign' } });
  const record = await page.evaluate(async (address) => (await fetch(address)).text(), `/api/tables/${other}/record`);
  expect(record).toContain('[Secret');
  await check(() => record, '.findings .bad');
  expect(errors.flat()).toEqual([]);
  await Promise.all(pages.map((page) => page.context().close()));
});

test('a game kept in the browser is checked, too', async ({ watched: page }) => {
  await page.goto('/fibonacci');
  await page.getByRole('button', { name: 'Play the engine' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/cards/i).first().check();
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/table/local-*');
  await page.getByRole('button', { name: /^(Cancel the game|Resign)$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Cancel the game|Resign)$/ })
    .click();
  await page.locator('.state').getByRole('button', { name: 'Check the cards' }).click();
  await expect(page.getByRole('dialog').locator('[data-holds]')).toHaveAttribute('data-holds', 'true');
  await expect(page.getByText('This browser dealt by itself')).toBeVisible();
});
