// Everything at a table has its place, and keeps it; and what is said there is said to whoever looks.
import type { Page } from '@playwright/test';

import { act, clickAll, expect, expectPly, openTable, place, settled, snapshot, type Terms, test } from './house';

const AGAINST_ENGINE: Terms['seats'] = [{ kind: 'opener' }, { kind: 'engine', level: 1 }];
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** Makes a whole turn without touching the page; the engine answers. */
async function turn(page: Page): Promise<void> {
  const begun = (await snapshot(page)).moves.length;
  const isEngines = ({ by }: { by: string }) => by === 'second';
  let found = await snapshot(page);
  while (found.view.turn === 'first' && !found.moves.slice(begun).some(isEngines)) {
    const [move] = found.view.legal.slice(found.view.legal.length / 2);
    const ply = found.moves.length;
    await act(page, { type: 'play', move: move?.move ?? '', ply }, `${page.url()}-${ply}`);
    found = await snapshot(page);
  }
}

for (const game of ['mobius', 'fibonacci classic', 'mixtour 25/5']) {
  for (const viewport of SCREENS) {
    test(`ten clicks on one spot hit the same button: ${game} at ${viewport.width}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await openTable(page, { game, seats: AGAINST_ENGINE });
      for (let count = 0; count < 4; count++) {
        await settled(page, 'first');
        await turn(page);
      }
      await settled(page, 'first');
      for (const name of ['One back', 'One forward']) {
        const button = page.getByRole('button', { name });
        const before = await button.boundingBox();
        if (!before) throw new Error(`there is no button ${name}`);
        const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
        if (name === 'One forward') await page.getByRole('button', { name: 'To the start' }).click();
        for (let count = 0; count < 10; count++) {
          // Moves arrive meanwhile, one's own and the engine's.
          if (count === 3) await turn(page);
          if (count === 6) await settled(page, 'first');
          await page.mouse.click(x, y);
          expect(await button.boundingBox()).toEqual(before);
          const hit = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.ariaLabel, [
            x,
            y,
          ] as const);
          expect(hit).toBe(name);
        }
        await page.keyboard.press('Escape');
      }
    });
  }
}

test('the board has the height of the screen, and the buttons are in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openTable(page, { game: 'mixtour 25/5', seats: AGAINST_ENGINE });
  await settled(page, 'first');
  const box = await page.locator('.wood .board > svg').boundingBox();
  expect(box?.height).toBeGreaterThan(700);
  await expect(
    page.getByRole('button', { name: 'Resign' }).or(page.getByRole('button', { name: 'Cancel the game' })),
  ).toBeInViewport();
  await expect(page.locator('[data-seat="first"]')).toBeInViewport();
  // What is seldom used lies over the page: nothing is scrolled, nothing moves.
  const more = page
    .locator('summary', { has: page.locator('svg') })
    .filter({ visible: true })
    .last();
  const before = await more.boundingBox();
  await more.click();
  await expect(page.getByRole('button', { name: 'The game as text' })).toBeInViewport();
  expect(await more.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'The game as text' })).toBeHidden();
});

test('on a telephone the board stays in sight', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openTable(page, { game: 'fibonacci classic', seats: AGAINST_ENGINE });
  await settled(page, 'first');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(page.locator('.wood .board > svg')).toBeInViewport({ ratio: 0.95 });
});

test('while one tries out, taking back undoes the trial', async ({ watched: page }) => {
  await openTable(page, { game: 'mixtour 25/5', seats: AGAINST_ENGINE });
  await settled(page, 'first');
  await place(page, 'c3').click();
  await expectPly(page, 2);
  await settled(page, 'first');
  await page.getByRole('button', { name: 'Try out' }).click();
  const free = page.locator('[data-site][aria-label$=", empty"] polygon');
  await free.first().click();
  await expect(page.locator('.moves .tried')).toHaveCount(1);
  const takeBack = page.getByRole('button', { name: 'Take back' });
  await expect(page.locator('.moves .tried[aria-current]')).toHaveCount(1);
  await takeBack.click();
  await expect(page.locator('.moves .tried[aria-current]')).toHaveCount(0);
  await expect(page.getByTestId('turn')).toHaveText('You are trying out.');
  // By its key as well, and then one is back in the game, of which nothing was taken back.
  await page.keyboard.press('u');
  await expect(page.getByTestId('turn')).toHaveText('Your turn, White');
  expect((await snapshot(page)).moves).toHaveLength(2);
  await page.keyboard.press('u');
  await expectPly(page, 0);
});

test('an invitation says who invites to what; what is said meanwhile is counted', async ({ browser, house }) => {
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: house.url })));
  const [first, second] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!first || !second) throw new Error('two pages were asked for');
  await second.setViewportSize({ width: 360, height: 600 });
  const clock = { kind: 'live', initial: 600_000, increment: 5_000 } as const;
  await openTable(first, { game: 'mixtour 20/1', clock, seats: [{ kind: 'opener' }, { kind: 'anyone' }] });
  await second.goto(first.url());
  await expect(second.getByText(/^Guest \w+ invites you to a game of Mixtour$/)).toBeVisible();
  await expect(second.getByText(/the first tower wins · you play Red · 10 min \+ 5 s a turn/)).toBeVisible();
  await expect(second.getByText(/spectator/)).toHaveCount(0);
  await second.getByRole('button', { name: /^Play against Guest/ }).click();
  await expect(first.getByTestId('turn')).toHaveText('Your turn, White');
  // What is said before one is seated is not lost either.
  await second.evaluate(() => scrollTo(0, 0));
  for (const [at, words] of ['Hello', 'Good luck'].entries()) {
    await first.getByLabel('Say something').fill(words);
    await first.getByRole('button', { name: 'Send' }).click();
    await expect(second.getByTestId('unread')).toHaveText(String(at + 1));
  }
  await expect(second).toHaveTitle('(2) Mixtour – Halte');
  await second.getByRole('button', { name: 'Chat: 2 new lines' }).click();
  await expect(second.getByTestId('unread')).toHaveCount(0);
  await expect(second).toHaveTitle('Mixtour – Halte');
  await expect(second.getByText('Good luck')).toBeInViewport();
  await Promise.all(contexts.map((context) => context.close()));
});

test('who left is named, with the time until the game may be claimed', async ({ browser, house }) => {
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: house.url })));
  const [first, second] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!first || !second) throw new Error('two pages were asked for');
  // A minute is long: here it is three seconds.
  await first.routeWebSocket(/socket/, (line) => {
    const server = line.connectToServer();
    line.onMessage((message) => server.send(message));
    server.onMessage((message) => line.send(String(message).replace(/("claim_in":\[null,)\d+\]/, '$13000]')));
  });
  await openTable(first, { game: 'mixtour 20/1', seats: [{ kind: 'opener' }, { kind: 'anyone' }] });
  await second.goto(first.url());
  await second.getByRole('button', { name: /^Play against/ }).click();
  await expect(first.getByTestId('turn')).toHaveText('Your turn, White');
  await expect(first.getByTestId('away')).toHaveCount(0);
  await contexts[1]?.close();
  await expect(first.getByTestId('away')).toHaveText(/Guest \w+ has left\.\s+In [1-3] s you may claim the win\./);
  await expect(first.getByRole('button', { name: 'Claim the win' })).toBeVisible();
  await contexts[0]?.close();
});

test('an end is told to whoever reads it', async ({ watched: page }) => {
  // The marble in hand is the opponent's, and so are four in the third row.
  const start = 'oonon/nknog/ggggn/gonog/nonon g o bv';
  await openTable(page, { game: 'move', start, seats: AGAINST_ENGINE });
  await settled(page, 'first');
  await clickAll(page, (await snapshot(page)).view.legal.find(({ move }) => move === '3>')?.clicks ?? []);
  await expect(page.locator('.ending')).toHaveText(/You lost\s+Your push completed Green’s line\./);
  await openTable(page, { game: 'move', start });
  await clickAll(page, (await snapshot(page)).view.legal.find(({ move }) => move === '3>')?.clicks ?? []);
  await expect(page.locator('.ending')).toHaveText(/Green won\s+Orange’s push completed Green’s line\./);
});

test('keys: what they do is said on ?, and they do it', async ({ watched: page }) => {
  await openTable(page, { game: 'move', seats: AGAINST_ENGINE });
  await settled(page, 'first');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Turn the board');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Hint' })).toBeEnabled();
  await page.keyboard.press('h');
  await expect(page.locator('.hint')).toHaveCount(1);
  const seat = () => page.locator('[data-seat]').first().getAttribute('data-seat');
  expect(await seat()).toBe('second');
  await page.keyboard.press('f');
  expect(await seat()).toBe('first');
  // Who thinks better of it goes on where they were.
  await page.locator('button[aria-label="Cancel the game"]').first().focus();
  const pressed = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Keep playing' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(pressed);
  // Nothing of that while somebody writes.
  await page.getByLabel('Type a move').fill('');
  await page.keyboard.type('f?');
  expect(await seat()).toBe('first');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
