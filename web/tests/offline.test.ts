// The page without a server: it is kept by the browser, and games, puzzles, analyses and rules go on.
import { clickAll, expect, expectPly, menu, pseudorandom, settled, snapshot, test, type House } from './house';
import type { Page } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

/** Comes to the page, waits until the browser keeps it, and pulls the plug of the server. */
async function alone(page: Page, house: House): Promise<void> {
  await page.goto('/');
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
  await house.close();
}

test.afterEach(async ({ house }) => {
  await house.close();
  await house.open();
});

/** Each game, and a level that soon finishes one against somebody without a plan. */
const GAMES = { mobius: 7, move: 7, fibonacci: 10, mixtour: 7 };

for (const [game, level] of Object.entries(GAMES))
  test(`a whole game of ${game} without a server`, async ({ page, house }) => {
    await alone(page, house);
    await page.goto(`/${game}`);
    await page.getByRole('button', { name: 'Play the engine' }).click();
    await page.getByRole('dialog').getByRole('slider').fill(String(level));
    await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForURL('**/table/local-*');
    const random = pseudorandom(5);
    let isReloaded = false;
    while (await settled(page, 'first')) {
      const { view, moves } = await snapshot(page);
      const move = view.legal[random(view.legal.length)];
      await clickAll(page, move?.clicks ?? []);
      await expect(page.locator('.play')).not.toHaveAttribute('data-ply', String(moves.length));
      if (isReloaded || moves.length < 4) continue;
      // It goes on where it was.
      await page.reload();
      isReloaded = true;
    }
    await expect(page.locator('.ending h2')).toBeVisible();
    expect((await snapshot(page)).ending?.reason).toBe('rules');
    const download = page.waitForEvent('download');
    await menu(page, 'More').click();
    await page.getByRole('button', { name: 'The game as text' }).click();
    expect((await download).suggestedFilename()).toContain(game);
    await page.getByRole('link', { name: 'Analyse' }).click();
    await expect(page.locator('.moves [aria-current]')).toBeVisible();
  });

test('rules, puzzles, analysis and a first game without a server', async ({ page, house }) => {
  await alone(page, house);
  await page.goto('/mixtour/rules');
  await expect(page.locator('.board svg').first()).toBeVisible();
  await page.goto('/move/puzzles');
  await page.locator('a[href*="/move/puzzles/"]').last().click();
  await expect(page.locator('.board svg').first()).toBeVisible();
  await page.goto('/mixtour/analysis');
  await expect(page.locator('[data-site="12"]').first()).toBeVisible();
  await clickAll(page, [{ site: 12 }]);
  await expect(page.locator('.moves [aria-current]')).toHaveText('c3');
  await expect(page.getByText(/%/).first()).toBeVisible();
  await page.goto('/fibonacci/first');
  await page.getByRole('button', { name: /Begin|Start/ }).click();
  await expectPly(page, 0);
});

test('what needs the server says so, and comes back with it', async ({ page, house }) => {
  await alone(page, house);
  const gone = 'The server cannot be reached';
  for (const address of ['/archive', '/player/Ada']) {
    await page.goto(address);
    await expect(page.locator('main').getByText(gone, { exact: false }).first(), address).toBeVisible();
    await expect(page.locator('main').getByRole('button', { name: 'Try again' }).first(), address).toBeVisible();
  }
  for (const address of ['/', '/account', '/table/abcdefghijkl', '/mixtour', '/mixtour/analysis']) {
    await page.goto(address);
    const condition = page.locator('#condition');
    await expect(condition.getByText(gone, { exact: false }), address).toBeVisible();
    await expect(condition.getByRole('button', { name: 'Try again' }), address).toBeVisible();
  }
  // Nothing covers a board: a sign leads to what there is to know.
  await page.locator('header').getByRole('button', { name: gone }).click();
  await expect(page.locator('#condition')).toBeFocused();
  await house.open();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('The server cannot be reached', { exact: false })).toHaveCount(0);
});

test('the browser finds nothing that keeps it from being installed', async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Tests have a window of their own, in which nothing is installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((error) => error !== 'in-incognito')).toEqual([]);
  const { url, errors } = await session.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []]);
});
