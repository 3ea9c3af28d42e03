// The analysis page while it is used: nothing moves under the pointer, what was found is seen on the board and in the
// moves, and whoever has no server has their own processor.
import type { Page } from '@playwright/test';

import { expect, test } from './house';

/** A game of Mixtour in which both sides go wrong. */
const GAME =
  '[Game "mixtour"]\n[Variant "20/1"]\n\n' +
  'c2 e3 e1 d3 c2-d3 b4 b1 d1 b1-d3 d4 b5 d2 b3 c1 d3:3-e3 e3-d4 b3-e3 d2-d4 e1-d1 d1:2-c1 b3 a5 d1 b3-b4 d1-d4 d4-b4 *';

/** Loads a text in the analysis of a game. */
async function load(page: Page, game: string, text: string): Promise<void> {
  await page.goto(`/${game}/analysis`);
  await page.getByText('Load a game or a position').click();
  await page.getByLabel('A record, a position or moves').fill(text);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(page.locator('.moves [aria-current]')).toBeVisible();
}

/** Waits until the engine has said something of the position. */
async function thought(page: Page): Promise<void> {
  await expect(page.locator('.analysis')).not.toHaveAttribute('data-depth', '0');
}

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
for (const screen of SCREENS) {
  test(`ten clicks on one spot go ten moves back while lines arrive, at ${screen.width}`, async ({ page }) => {
    await page.setViewportSize(screen);
    await load(page, 'mixtour', GAME);
    const [now, back] = [page.locator('.moves [aria-current]'), page.getByRole('button', { name: 'One back' })];
    await page.evaluate(() => scrollTo(0, 0));
    const box = await back.boundingBox();
    const board = await page.locator('.board > svg').boundingBox();
    if (!box || !board) throw new Error('there are no buttons, or no board');
    for (let left = 25; left >= 16; left--) {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await expect(now).toHaveAttribute('data-ply', String(left));
      // Sometimes there are lines before the next click, sometimes there are none.
      if (left % 3 === 0) await thought(page);
      expect([await back.boundingBox(), await page.locator('.board > svg').boundingBox()]).toEqual([box, board]);
    }
    await page.getByRole('button', { name: 'Analyse the whole game' }).click();
    await expect(page.locator('.analysis')).toHaveAttribute('data-whole', 'done', { timeout: 120_000 });
    await page.evaluate(() => scrollTo(0, 0));
    expect([await back.boundingBox(), await page.locator('.board > svg').boundingBox()]).toEqual([box, board]);
  });
}

test('at 1280 x 800 the board, the graph, the lines and the moves are in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await load(page, 'mixtour', GAME);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await expect(page.locator('.analysis')).toHaveAttribute('data-whole', 'done', { timeout: 120_000 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'One back' }).click();
  await thought(page);
  for (const part of [
    page.locator('.board > svg'),
    page.getByRole('img', { name: 'Probability of winning over the game' }),
    page.locator('.lines li').first(),
    page.getByRole('button', { name: 'One back' }),
    page.locator('.moves'),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
});

test('on a telephone the board and its buttons stay while the rest scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await load(page, 'mobius', 'a1 b2 c3');
  await page.locator('footer').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, -300);
  await expect(page.locator('.board > svg')).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('button', { name: 'One back' }).click();
  await expect(page.locator('.moves [aria-current]')).toHaveText('b2');
});

test('a game is judged in its graph, in its moves and in words', async ({ page }) => {
  await load(page, 'mixtour', GAME);
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await expect(page.locator('.analysis')).toHaveAttribute('data-whole', 'done', { timeout: 120_000 });
  await expect(page.getByTestId('said')).toHaveText(/^The analysis is done: \d turning points\.$/);
  const graph = page.getByRole('img', {
    name: /over the game: White begins with \d+% and ends with \d+%; \d turning points/,
  });
  await expect(graph).toBeVisible();
  // A mark of the graph leads to its move, at which the same is said.
  const mark = page.locator('.graph button').first();
  const words = (await mark.getAttribute('aria-label')) ?? '';
  expect(words).toMatch(/^\d+\. (White|Red): \S+, (blunder|mistake|inaccuracy), gave away \d+% of the chances$/);
  const box = await mark.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(mark).toHaveAttribute('aria-current', 'step');
  const step = page.locator('.moves .step', { has: page.locator('[aria-current]') });
  const judged = (await step.locator('.judged').getAttribute('title')) ?? '';
  expect(words).toContain(judged);
  await expect(page.locator('.whole')).toContainText(judged);
  await expect(page.getByTestId('said')).toContainText(judged);
  // What was better is a variation with the turn's own number.
  const number = await step.locator('.turn').innerText();
  await page
    .locator('.whole')
    .getByRole('button', { name: /^Better: / })
    .click();
  await expect(page.locator('.moves .variation .turn').first()).toHaveText(number);
});

test('a line of the engine is drawn on the board while it is pointed at, or has the focus', async ({ page }) => {
  await page.goto('/fibonacci/analysis');
  await thought(page);
  const drawing = page.locator('[data-drawn]');
  await expect(drawing).toHaveCount(0);
  await page.locator('.lines li button').first().hover();
  await expect(drawing).toBeVisible();
  // It lies where the board is.
  const board = await page.locator('.board > svg').boundingBox();
  await expect.poll(async () => drawing.boundingBox()).toEqual(board);
  await page.mouse.move(5, 5);
  await expect(drawing).toHaveCount(0);
  await page.locator('.lines li button').first().focus();
  await expect(drawing).toBeVisible();
});

test('variations within variations look different and have numbers', async ({ page }) => {
  await load(page, 'mixtour', 'c3 c4 (b2 a1 (a2 a3)) c3-c4 *');
  const [outer, inner] = [page.locator('.variation').first(), page.locator('.variation .variation')];
  await expect(outer.locator('> .step .turn')).toHaveText(['2', '3']);
  await expect(inner.locator('.turn')).toHaveText(['3', '4']);
  const styles = (of: typeof outer) => of.evaluate((element) => getComputedStyle(element).borderLeftStyle);
  expect(await styles(outer)).not.toBe(await styles(inner));
});

test('arrows walk wherever the board does not need them', async ({ page }) => {
  await load(page, 'mixtour', 'c3 c4 c3-c4 *');
  const now = page.locator('.moves [aria-current]');
  await page.getByRole('button', { name: 'Engine' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(now).toHaveText('c4');
  await page.keyboard.press('ArrowRight');
  await expect(now).toHaveText('c3→c4');
  // On the board they go from cell to cell, and in a text from letter to letter.
  await page.locator('[data-name="c3"]').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-name="b3"]')).toBeFocused();
  await page.getByLabel('Comment').fill('so');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('f');
  await expect(page.getByLabel('Comment')).toHaveValue('sfo');
  await expect(now).toHaveText('c3→c4');
});

test('the strip has its tools, and groups are shown', async ({ page }) => {
  await load(page, 'mobius', 'e3 a1 e4');
  await page.getByRole('button', { name: 'Show groups' }).click();
  await expect(page.locator('.board .tie').first()).toBeVisible();
  const cell = page.locator('[data-name="e3"]').first();
  const before = await cell.boundingBox();
  await page.getByRole('button', { name: 'Scroll the strip' }).click();
  await expect.poll(async () => (await cell.boundingBox())?.y).not.toBe(before?.y);
  await page.getByRole('button', { name: 'As a real strip' }).click();
  await expect(page.locator('canvas')).toBeVisible();
});

test('who loads the page again and again while a game is analysed is not locked out', async ({ page }) => {
  for (let times = 0; times < 4; times++) {
    await page.goto('about:blank');
    await load(page, 'mixtour', GAME);
    await page.getByRole('button', { name: 'Analyse the whole game' }).click();
    await expect(page.getByText('The server does the work.')).toBeVisible();
  }
  await expect(page.locator('.analysis')).toHaveAttribute('data-whole', 'done', { timeout: 120_000 });
});

test('without a server one’s own device analyses positions and whole games', async ({ page }) => {
  await load(page, 'mixtour', 'c2 e3 e1 d3 c2-d3 b4 *');
  await expect(page.locator('html')).toHaveAttribute('data-module', 'ready');
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'One back' }).click();
  await thought(page);
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await expect(page.getByText('Your own device does the work.')).toBeVisible();
  await expect(page.locator('.analysis')).toHaveAttribute('data-whole', 'done', { timeout: 120_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});
