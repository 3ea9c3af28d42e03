// The board answers at once, whatever the network does.
import { clickAll, expect, expectPly, openTable, settled, test, watch } from './house';
import { SlowLine } from './line';

interface Shown {
  /** From the click until the board shows what was played, in milliseconds, by the browser's own frames. */
  time: number;
  /** Whether it is marked then as not yet confirmed. */
  isMarked: boolean;
}

async function show(page: import('@playwright/test').Page, site: number): Promise<Shown> {
  return page.evaluate(async (site) => {
    const board = document.querySelector<HTMLElement>('.play');
    const place = document.querySelector(`[data-site="${site}"] :is(polygon, rect)`);
    if (!board || !place) throw new Error('there is no such place');
    const label = () => document.querySelector(`[data-site="${site}"]`)?.getAttribute('aria-label');
    const before = label();
    const began = performance.now();
    const at = place.getBoundingClientRect();
    const point = { clientX: at.x + at.width / 2, clientY: at.y + at.height / 2, bubbles: true, pointerId: 1 };
    place.dispatchEvent(new PointerEvent('pointerdown', point));
    place.dispatchEvent(new PointerEvent('pointerup', point));
    place.dispatchEvent(new MouseEvent('click', point));
    while (label() === before && performance.now() - began < 20_000)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return { time: performance.now() - began, isMarked: board.dataset.pending === 'true' };
  }, site);
}

for (const delay of [100, 400])
  test(`a move stands at once although an answer takes ${2 * delay} ms`, async ({ browser, house }) => {
    const line = new SlowLine(new URL(house.url));
    const context = await browser.newContext({ baseURL: await line.open() });
    const page = await context.newPage();
    const errors = watch(page);
    await openTable(page, { game: 'mixtour 20/1' });
    await expect(page.locator('html')).toHaveAttribute('data-module', 'ready');
    // The rules may be there before the table.
    await expect(page.locator('[data-site="12"]')).toBeVisible();
    line.delay = delay;
    const all: Shown[] = [];
    for (const [ply, site] of [12, 0, 24, 4, 20].entries()) {
      all.push(await show(page, site));
      await expectPly(page, ply + 1);
      await expect(page.locator('.play')).toHaveAttribute('data-pending', 'false');
    }
    all.sort((one, other) => one.time - other.time);
    console.log(`${2 * delay} ms: a move stands after ${all.map(({ time }) => Math.round(time)).join(', ')} ms`);
    // The middle one: a busy machine may lose a frame. No answer can have come by then, and the board says so.
    expect(all[2]?.time).toBeLessThan(2 * delay);
    expect(all[2]?.isMarked).toBe(true);
    expect(errors).toEqual([]);
    await context.close();
    line.close();
  });

test('a move that cannot be sent waits, can be withdrawn, and is sent once', async ({ browser, house }) => {
  const line = new SlowLine(new URL(house.url));
  const context = await browser.newContext({ baseURL: await line.open() });
  const page = await context.newPage();
  await openTable(page, { game: 'mixtour 20/1' });
  await expect(page.locator('html')).toHaveAttribute('data-module', 'ready');
  line.isSilent = true;
  const silentSince = Date.now();
  await clickAll(page, [{ site: 12 }]);
  await expect(page.getByText('Your move is on its way')).toBeVisible();
  await expect(page.locator('[data-site="12"]')).not.toHaveAttribute('aria-label', /empty$/);
  await expect(page.getByText('The connection is lost')).toBeVisible({ timeout: 15_000 });
  // One thinks better of it: nothing was played.
  await page.getByRole('button', { name: 'Withdraw it' }).click();
  await expect(page.locator('[data-site="12"]')).toHaveAttribute('aria-label', /empty$/);
  await clickAll(page, [{ site: 0 }]);
  await expect(page.getByText('Your move is on its way')).toBeVisible();
  // Everything is lost for twenty seconds in all.
  await page.waitForTimeout(Math.max(0, silentSince + 20_000 - Date.now()));
  line.isSilent = false;
  await expect(page.locator('.play')).toHaveAttribute('data-pending', 'false');
  await expect(page.getByText('The connection is lost')).toHaveCount(0);
  await expectPly(page, 1);
  await expect(page.locator('[data-site="0"]')).not.toHaveAttribute('aria-label', /empty$/);
  await context.close();
  line.close();
});

test('without its module the page asks the server', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await openTable(page, { game: 'mixtour 20/1' });
  await settled(page, 'first');
  await clickAll(page, [{ site: 12 }]);
  await expectPly(page, 1);
  await expect(page.locator('html')).toHaveAttribute('data-module', 'none');
});

test('without a server the board still knows the rules, and the engine thinks', async ({ page, context }) => {
  await page.goto('/mixtour/analysis');
  await expect(page.locator('html')).toHaveAttribute('data-module', 'ready');
  await context.setOffline(true);
  for (const site of [12, 0, 24]) await clickAll(page, [{ site }]);
  await expect(page.locator('.moves [aria-current]')).toHaveText('e5');
  await expect(page.locator('aside ol button').first()).toHaveText(/%|win|draw|loss/i);
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await expect(page.getByRole('heading', { name: 'Turning points' })).toBeVisible();
});
