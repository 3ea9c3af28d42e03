// Fingers on a board, as a telephone reports them: what they push, what they aim at, and that the page stays where it is.
import type { Browser, CDPSession, Page } from '@playwright/test';

import { expect, expectPly, openTable, place, test, type House } from './house';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

interface Spot {
  x: number;
  y: number;
}

/** A telephone at a table. */
async function telephone(browser: Browser, house: House, terms: Parameters<typeof openTable>[1]) {
  const context = await browser.newContext({ baseURL: house.url, ...PHONE });
  const page = await context.newPage();
  await openTable(page, terms);
  await expect(page.locator('.board svg.active')).toHaveCount(1);
  return { context, page, finger: await context.newCDPSession(page) };
}

async function middleOf(page: Page, name: string): Promise<Spot> {
  const box = await place(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const touch = (finger: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Spot[]) =>
  finger.send('Input.dispatchTouchEvent', { type, touchPoints });

/** A finger that goes from a place to another without a rest. */
async function swipe(page: Page, finger: CDPSession, from: Spot, by: Spot): Promise<void> {
  await touch(finger, 'touchStart', from);
  for (const share of [0.2, 0.4, 0.6, 0.8, 1])
    await touch(finger, 'touchMove', { x: from.x + by.x * share, y: from.y + by.y * share });
  await touch(finger, 'touchEnd');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

const scrolled = (page: Page) => page.evaluate(() => scrollY);

test('a swipe pushes a row, and neither scrolls the page nor goes back', async ({ browser, house }) => {
  const start = 'oogng/nknon/oggog/ngogg/nnnon o o bv';
  const { context, page, finger } = await telephone(browser, house, { game: 'move', start });
  const { href } = new URL(page.url());
  // There is something to scroll, and somewhere to go back to.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeGreaterThan(50);
  expect(await page.evaluate(() => history.length)).toBeGreaterThan(1);
  await swipe(page, finger, await middleOf(page, 'c2'), { x: -120, y: 0 });
  await expect(page.locator('[data-ply="1"][aria-current]')).toHaveText('2←');
  await expect(page.locator('.board svg.active')).toHaveCount(1);
  await swipe(page, finger, await middleOf(page, 'd4'), { x: 4, y: -140 });
  await expect(page.locator('[data-ply="2"][aria-current]')).toHaveText('d↑');
  expect(await scrolled(page)).toBe(0);
  expect(page.url()).toBe(href);
  await context.close();
});

test('the push that is forbidden says why when it is swiped, and is named', async ({ browser, house }) => {
  const start = 'oogng/nknon/oggog/ngogg/nnnon o o bv';
  const { context, page, finger } = await telephone(browser, house, { game: 'move', start });
  await expect(
    page.getByRole('button', { name: 'Push column b up, forbidden: it would undo the last move' }),
  ).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Push row 3 to the right', exact: true })).toHaveCount(1);
  await swipe(page, finger, await middleOf(page, 'b3'), { x: 0, y: -120 });
  await expect(page.getByRole('alert')).toHaveText(/forbidden/);
  await expectPly(page, 0);
  await context.close();
});

test('a finger aims at small cells: it slides to the one that is meant, and lifts', async ({ browser, house }) => {
  const { context, page, finger } = await telephone(browser, house, { game: 'mobius' });
  // The board is as wide as the screen.
  const board = await page.locator('.board svg').first().boundingBox();
  expect([board?.x, board?.width]).toEqual([0, 390]);
  expect((await place(page, 'e5').boundingBox())?.width).toBeGreaterThan(28);
  const [from, to] = [await middleOf(page, 'e5'), await middleOf(page, 'g7')];
  await touch(finger, 'touchStart', from);
  await expect(page.locator('[data-aimed="e5"]')).toHaveCount(1);
  await touch(finger, 'touchMove', { x: from.x + 4, y: from.y + 4 });
  await touch(finger, 'touchMove', to);
  await expect(page.locator('[data-aimed="g7"]')).toHaveCount(1);
  expect(await scrolled(page)).toBe(0);
  await touch(finger, 'touchEnd');
  await expect(page.locator('[data-ply="1"][aria-current]')).toHaveText('g7');
  await expect(page.locator('[data-aimed]')).toHaveCount(0);
  // What is taken cannot be chosen, and beside the board nothing is.
  await touch(finger, 'touchStart', from);
  await expect(page.locator('[data-aimed="e5"]')).toHaveCount(1);
  await touch(finger, 'touchMove', { x: from.x + 4, y: from.y + 4 });
  await touch(finger, 'touchMove', to);
  await expect(page.locator('[data-aimed=""]')).toHaveCount(1);
  await touch(finger, 'touchEnd');
  await expect(page.locator('[data-aimed]')).toHaveCount(0);
  await expectPly(page, 1);
  await context.close();
});

test('a tap on a small cell is confirmed by a second one, and a flick scrolls', async ({ browser, house }) => {
  const { context, page, finger } = await telephone(browser, house, { game: 'mobius' });
  await place(page, 'e5').tap();
  await expect(page.locator('svg[data-tapped]')).toHaveCount(1);
  await expect(page.getByTestId('said')).toHaveText('e5: tap once more to play here');
  await place(page, 'f5').tap();
  await expectPly(page, 0);
  await place(page, 'f5').tap();
  await expect(page.locator('[data-ply="1"][aria-current]')).toHaveText('f5');
  await expect(page.locator('svg[data-tapped]')).toHaveCount(0);
  await expect(page.locator('.board svg.active')).toHaveCount(1);
  await swipe(page, finger, await middleOf(page, 'g9'), { x: 0, y: -200 });
  await expect.poll(() => scrolled(page)).toBeGreaterThan(20);
  await expectPly(page, 1);
  // Whoever is sure of their finger plays with one tap.
  await page.evaluate(() => localStorage.setItem('halte-settings', JSON.stringify({ language: 'en', aim: false })));
  await page.reload();
  await expect(page.locator('.board svg.active')).toHaveCount(1);
  await place(page, 'h3').tap();
  await expect(page.locator('[data-ply="2"][aria-current]')).toHaveText('h3');
  await context.close();
});

test('on the real strip, too, a second tap confirms the first', async ({ browser, house }) => {
  const { context, page } = await telephone(browser, house, { game: 'mobius' });
  await page.getByRole('button', { name: 'As a real strip' }).click();
  const canvas = page.locator('.solid canvas');
  const again = page.locator('.solid .again');
  await expect(canvas).toBeVisible();
  // A finger finds a cell somewhere below the middle.
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
  let position = { x: 0, y: 0 };
  for (let at = 0.3; at < 0.95 && (await again.count()) === 0; at += 0.05) {
    position = { x: width / 2, y: height * at };
    await canvas.tap({ position });
  }
  await expect(again).toHaveText(/tap once more to play here/);
  await expectPly(page, 0);
  await canvas.tap({ position });
  await expectPly(page, 1);
  await expect(again).toHaveCount(0);
  await context.close();
});

test('a piece that was dropped goes on from there, and not from home', async ({ page }) => {
  await openTable(page, { game: 'fibonacci classic' });
  await expect(page.locator('html')).toHaveAttribute('data-module', 'ready');
  // The board may come after the module.
  const [from, to] = [await middleOf(page, 'a2'), await middleOf(page, 'b4')];
  const sites = await page.evaluate(() => {
    const site = (name: string) => document.querySelector<SVGElement>(`[data-name="${name}"]`)?.dataset.site ?? '';
    // Where pieces are seen to start from, in the board's own measure.
    const starts: string[] = [];
    Object.assign(window, { starts });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
      const [first] = (frames as { transform?: string[] }).transform ?? [];
      if (this instanceof SVGElement && this.dataset.figure && first) starts.push(`${this.dataset.figure} ${first}`);
      return animate.call(this, frames, timing);
    };
    return { from: site('a2'), to: site('b4') };
  });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x + 6, to.y - 4, { steps: 5 });
  // In no picture from now on does anything stand at home.
  const atHome = page.evaluate(async ({ x, y }) => {
    let seen = 0;
    for (let frame = 0; frame < 20; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      for (const figure of document.querySelectorAll('[data-figure]')) {
        const box = figure.getBoundingClientRect();
        if (Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 8) seen++;
      }
    }
    return seen;
  }, from);
  await page.mouse.up();
  expect(await atHome).toBe(0);
  await expectPly(page, 1);
  // It may begin after the move was written down.
  const start = async (): Promise<string> => {
    const starts = await page.evaluate(() => (window as unknown as { starts: string[] }).starts);
    return starts.find((each) => each.startsWith(`${sites.to} `)) ?? '';
  };
  await expect.poll(start).not.toBe('');
  const started = await start();
  const [x = NaN, y = NaN] = [...started.matchAll(/(-?[\d.]+(?:e-?\d+)?)px/g)].map(([, value]) => Number(value));
  expect(Math.hypot(x, y)).toBeLessThan(0.4);
  expect(Math.hypot(x, y)).toBeGreaterThan(0.02);
});
