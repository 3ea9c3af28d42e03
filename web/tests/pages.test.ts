// Every page in both languages, both themes and at phone width: no violation of accessibility, nothing too wide, and a
// picture of each to look at.
import { expect, GAMES, openTable, playAll, settled, test, watch } from './house';
import { come, inspect, LOOKS, pictures } from './look';

const PAGES = ['/', '/mobius', '/fibonacci/first', '/settings', '/about', '/nowhere'];
const TABLES = ['mobius', 'move', 'fibonacci classic', 'fibonacci cards', 'mixtour 25/5'];

for (const each of LOOKS) {
  test(`every page at ${each.width} in ${each.language}, ${each.theme}`, async ({ browser, house }) => {
    const page = await come(browser, house, each);
    const errors = watch(page);
    const look = async (name: string) => {
      await page.waitForLoadState('networkidle');
      // Pictures are drawn when they are seen.
      for (const picture of await page.locator('.picture').all()) await picture.scrollIntoViewIfNeeded();
      await expect(page.locator('.picture:not(:has(svg))')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      await inspect(page, name, each);
    };
    for (const address of PAGES) {
      await page.goto(address);
      await look(address === '/' ? 'home' : address.slice(1).replace('/', '-'));
    }
    expect.soft(errors.filter((error) => !error.includes('404'))).toEqual([]);
    await page.goto('/mixtour');
    await page.locator('button.main').click();
    await look('new-table');
    await page.goto('/mobius/first');
    await page.locator('button.main').click();
    await expect(page.locator('[data-hint]').first()).toBeVisible();
    await look('first-game');
    for (const game of TABLES) {
      await openTable(page, { game, seats: [{ kind: 'opener' }, { kind: 'engine', level: 1 }] });
      await settled(page, 'first');
      await look(`table-${game.replace(/\W/g, '-')}`);
    }
    await page.context().close();
  });
}

test('the pictures of the README', async ({ browser, house }) => {
  for (const [name, colorScheme] of [
    ['home', 'light'],
    ['table', 'dark'],
  ] as const) {
    const context = await browser.newContext({
      baseURL: house.url,
      viewport: { width: 1200, height: 920 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto('/');
    // Boards are drawn when they are seen.
    await expect(page.locator('.picture svg')).toHaveCount(4);
    if (name === 'table') {
      await openTable(page, { game: 'mixtour 20/1' });
      await playAll(page, 'mixtour', 20);
      await expect(page.locator('.play')).toHaveAttribute('data-turn', 'first');
    }
    await page.screenshot({ path: `${pictures}/${name}.png` });
    await context.close();
  }
});

test('a part that cannot be loaded says so, and is tried again', async ({ page }) => {
  await page.goto('/mixtour');
  await page.route('**/assets/Rules-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Rules' }).first().click();
  await expect(page.getByRole('alert')).toContainText('A part of this page could not be loaded.');
  await page.unroute('**/assets/Rules-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('figure').first()).toBeVisible();
});

test('the language is the browser’s, and is switched in place', async ({ browser, house }) => {
  const context = await browser.newContext({ baseURL: house.url, locale: 'fr-CA' });
  const page = await context.newPage();
  const words: string[] = [];
  page.on('request', (request) => void (/\/page-[^/]*\.js$/.test(request.url()) && words.push(request.url())));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Jouer contre l’ordinateur' })).toHaveCount(4);
  // No other language is loaded before it is asked for.
  expect(words).toHaveLength(1);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Play the engine' })).toHaveCount(4);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(words).toHaveLength(2);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play the engine' })).toHaveCount(4);
  await context.close();
});

// What the boards look like is kept in tests/boards, without colours; --update-snapshots writes it anew.
for (const game of GAMES) {
  test(`the board of ${game} is drawn as before`, async ({ page }) => {
    await page.goto(`/${game}`);
    const drawing = await page
      .locator('.picture svg')
      .first()
      .evaluate((svg) => svg.outerHTML);
    const plain = drawing
      .replace(/ ?svelte-\w+/g, '')
      .replace(/<!---->/g, '')
      .replace(/></g, '>\n<');
    expect(`${plain}\n`).toMatchSnapshot(`${game}.svg`);
  });
}
