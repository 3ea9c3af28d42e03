// Tables with several people, and what happens when the server goes away.
import {
  clickAll,
  expect,
  expectPly,
  House,
  openTable,
  place,
  settled,
  snapshot,
  type Terms,
  test,
  type,
  watch,
} from './house';

test('two browsers play each other, and a third looks on', async ({ browser, house }) => {
  const contexts = await Promise.all([1, 2, 3].map(() => browser.newContext({ baseURL: house.url })));
  const [first, second, third] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!first || !second || !third) throw new Error('three pages were asked for');
  const errors = [first, second, third].map(watch);
  await first.goto('/mixtour');
  await first.getByRole('button', { name: 'Play a friend' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  await first.waitForURL('**/table/*');
  await expect(first.getByText('Send this link to a friend')).toBeVisible();
  await second.goto(first.url());
  await second.getByRole('button', { name: /^Play against/ }).click();
  await third.goto(first.url());
  await expect(third.getByTestId('turn')).toHaveText('White to move');
  await expect(first.getByTestId('turn')).toHaveText('Your turn, White');
  await clickAll(first, [{ site: 12 }]);
  await expect(second.getByTestId('turn')).toHaveText('Your turn, Red');
  await clickAll(second, [{ site: 13 }]);
  await expectPly(third, 2);
  await expect(first.getByText('1 spectator')).toBeVisible();

  await first.getByLabel('Say something').fill('Good luck!');
  await first.getByRole('button', { name: 'Send' }).click();
  await expect(second.getByText('Good luck!')).toBeVisible();

  await first.getByRole('button', { name: 'Take back' }).click();
  await second.getByRole('button', { name: 'Accept' }).click();
  await expectPly(third, 0);
  await clickAll(first, [{ site: 0 }]);
  await expectPly(third, 1);
  await second.getByRole('button', { name: 'Offer a draw' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Offer a draw' }).click();
  await first.getByRole('button', { name: 'Decline' }).click();
  await expect(second.getByRole('status')).toHaveText('Your opponent declines the draw.');
  await clickAll(second, [{ site: 1 }]);
  // Who presses twice has not resigned, nor who would rather play on.
  await first.getByRole('button', { name: 'Resign' }).dblclick();
  await first.getByRole('dialog').getByRole('button', { name: 'Keep playing' }).click();
  await expect(first.getByRole('dialog')).toHaveCount(0);
  await expect(first.locator('.play')).toHaveAttribute('data-stage', 'playing');
  await first.getByRole('button', { name: 'Resign' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(second.locator('.ending h2')).toHaveText('You won');
  await expect(first.locator('.ending')).toHaveText(/You lost\s+You resigned\./);
  const before = first.url();
  await second.getByRole('button', { name: 'Rematch as White' }).click();
  await first.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => first.url() !== before && first.url() === second.url()).toBe(true);
  await expect(second.getByTestId('turn')).toHaveText('Your turn, White');
  expect(errors.flat()).toEqual([]);
  await Promise.all(contexts.map((context) => context.close()));
});

test('a server that was killed in the middle of a game loses nothing', async ({ browser }) => {
  const house = new House();
  await house.open();
  const context = await browser.newContext({ baseURL: house.url });
  const page = await context.newPage();
  await openTable(page, { game: 'mixtour 25/5', seats: [{ kind: 'opener' }, { kind: 'engine', level: 1 }] });
  await settled(page, 'first');
  const enter = async () => {
    const { view, moves } = await snapshot(page);
    const found = view.legal.find(({ clicks }) => clicks.length === 1);
    await clickAll(page, found?.clicks ?? []);
    await expectPly(page, moves.length + 2);
  };
  await enter();
  await enter();
  await house.close();
  await expect(page.getByText('The connection is lost')).toBeVisible();
  // What is played meanwhile is kept until it can be said.
  const free = page.locator('[data-site][aria-label$=", empty"] polygon').first();
  await free.click();
  await house.open();
  await expect(page.getByText('The connection is lost')).toBeHidden();
  await expectPly(page, 6);
  await enter();
  await context.close();
  await house.close();
  house.forget();
});

test('a dead line is noticed within ten seconds, and what was played on it is not lost', async ({ page }) => {
  // The line goes dead without being closed: nothing passes any more, either way, and there is no other one.
  let isDead = false;
  await page.routeWebSocket(/socket/, async (line) => {
    if (isDead) {
      await line.close();
      return;
    }
    const server = line.connectToServer();
    line.onMessage((message) => {
      if (!isDead) server.send(message);
    });
    server.onMessage((message) => {
      if (!isDead) line.send(message);
    });
  });
  await openTable(page, { game: 'mixtour 25/5' });
  await settled(page, 'first');
  isDead = true;
  await place(page, 'c3').click();
  await expect(page.getByText('The connection is lost')).toBeVisible({ timeout: 10_000 });
  isDead = false;
  await expectPly(page, 1);
  await expect(page.getByText('The connection is lost')).toBeHidden();
  await place(page, 'c4').click();
  await expectPly(page, 2);
});

test('a phone, by touch', async ({ browser, house }) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const context = await browser.newContext({ baseURL: house.url, ...phone });
  const page = await context.newPage();
  const errors = watch(page);
  await page.goto('/move');
  await page.getByRole('button', { name: 'Play the engine' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).tap();
  await page.waitForURL('**/table/*');
  let count = 0;
  while ((await settled(page, 'first')) && count++ < 14) {
    const before = await snapshot(page);
    await clickAll(page, before.view.legal[count % before.view.legal.length]?.clicks ?? [], 'tap');
    await expect(page.locator('.play')).not.toHaveAttribute('data-ply', String(before.moves.length));
  }
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isTooWide).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});

test('moves can be typed, looked back at, dragged and undone', async ({ watched: page }) => {
  await openTable(page, { game: 'fibonacci classic' });
  const ply = (count: number) => expectPly(page, count);
  await type(page, 'a1-z9');
  await expect(page.getByRole('alert')).toContainText('the points are a1 to a6');
  await type(page, 'a2-b4');
  await ply(1);
  await expect(page.getByTestId('turn')).toHaveText('Green: 2 steps left');
  await place(page, 'k10').dragTo(place(page, 'i6'));
  await ply(2);
  await expect(page.getByTestId('turn')).toHaveText('Green: 1 step left');
  await page.getByRole('button', { name: 'Undo the step' }).click();
  await ply(1);
  await page.getByRole('button', { name: 'One back' }).click();
  await expect(page.getByTestId('turn')).toHaveText('You look at move 0 of 1.');
  await expect(place(page, 'a2').locator('..')).toHaveAttribute('aria-label', 'a2, red attack piece');
  await page.getByRole('button', { name: 'To the present' }).click();
  await expect(place(page, 'a2').locator('..')).toHaveAttribute('aria-label', 'a2, empty, last move');
});

test('the moves are a tree: what is tried out is shown to nobody', async ({ watched: page }) => {
  await openTable(page, { game: 'mixtour 25/5' });
  const play = page.locator('.play');
  const now = page.locator('.moves [aria-current]');
  const said = page.getByTestId('turn');
  for (const [at, name] of ['c3', 'c4', 'a1'].entries()) {
    await place(page, name).click();
    await expect(play).toHaveAttribute('data-ply', String(at + 1));
  }
  // Arrow keys walk, Home and End lead to the start and to the present.
  await page.locator('.moves').focus();
  const press = async (key: string, expected: string | null, words: string | RegExp) => {
    await page.keyboard.press(key);
    if (expected === null) await expect(now).toHaveCount(0);
    else await expect(now).toHaveText(expected);
    await expect(said).toHaveText(words);
  };
  await press('ArrowLeft', 'c4', 'You look at move 2 of 3.');
  await press('Home', null, 'You look at move 0 of 3.');
  await press('ArrowRight', 'c3', 'You look at move 1 of 3.');
  await press('End', 'a1', 'Red to move');
  await press('ArrowLeft', 'c4', 'You look at move 2 of 3.');
  // A variation, and another one beside it.
  await place(page, 'e5').click();
  await expect(said).toHaveText('You are trying out.');
  await expect(now).toHaveText('e5');
  await place(page, 'e4').click();
  await expect(now).toHaveText('e4');
  await expect(page.locator('.moves .tried')).toHaveText(['e5', 'e4']);
  await page.locator('.moves').focus();
  await press('ArrowLeft', 'e5', 'You are trying out.');
  await press('ArrowUp', 'a1', 'You are trying out.');
  await press('Escape', 'a1', 'Red to move');
  // From the present on, once that is asked for; Escape leads back.
  await page.getByRole('button', { name: 'Try out' }).click();
  await place(page, 'b1').click();
  await expect(now).toHaveText('b1');
  await page.locator('.moves').focus();
  await press('ArrowLeft', 'a1', 'You are trying out.');
  await place(page, 'd1').click();
  await expect(now).toHaveText('d1');
  await press('Escape', 'a1', 'Red to move');
  expect((await snapshot(page)).moves.map(({ move }) => move)).toEqual(['c3', 'c4', 'a1']);
  await place(page, 'b2').click();
  await expect(play).toHaveAttribute('data-ply', '4');
  await expect(page.locator('.moves .tried')).toHaveText(['e5', 'e4', 'b1', 'd1']);
});

test('people who play each other look back, but try nothing out', async ({ browser, house }) => {
  const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: house.url })));
  const [first, second] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!first || !second) throw new Error('two pages were asked for');
  const clock = { kind: 'live', initial: 600_000, increment: 0 } as const;
  await openTable(first, { game: 'mixtour 25/5', clock, seats: [{ kind: 'opener' }, { kind: 'anyone' }] });
  await second.goto(first.url());
  await second.getByRole('button', { name: /^Play against/ }).click();
  await clickAll(first, [{ site: 12 }]);
  await expect(second.getByTestId('turn')).toHaveText('Your turn, Red');
  await expect(second.getByRole('button', { name: 'Try out' })).toHaveCount(0);
  await second.getByRole('button', { name: 'One back' }).click();
  await expect(second.getByTestId('turn')).toHaveText('You look at move 0 of 1.');
  await expect(second.locator('.board svg.active')).toHaveCount(0);
  await second.keyboard.press('Escape');
  await expect(second.locator('.board svg.active')).toHaveCount(1);
  await Promise.all(contexts.map((context) => context.close()));
});

test('a push is seen before it is made, and the forbidden one says why', async ({ watched: page }) => {
  const start = 'oogng/nknon/oggog/ngogg/nnnon o o bv';
  await openTable(page, { game: 'move', start });
  await place(page, '3>').hover();
  await expect(page.locator('.fallen')).toHaveCount(1);
  await place(page, 'b^').click();
  await expect(page.getByRole('alert')).toHaveText(/forbidden/);
  await expectPly(page, 0);
  // A row is pushed by a swipe along it.
  const box = await page.locator('[data-name="c2"] polygon').boundingBox();
  if (!box) throw new Error('c2 is not drawn');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator('[data-ply="1"][aria-current]')).toHaveText('2←');
});

test('what cannot be played is explained, and what was chosen stays chosen', async ({ watched: page }) => {
  const start = ',,,,/,wrwr,,,r/,,r,,/,,wr,w,/wr,,,,wr w 0:0 25/5 -';
  const here: Terms['seats'] = [{ kind: 'opener' }, { kind: 'opener' }];
  await openTable(page, { game: 'mixtour 25/5', start, seats: here });
  const click = (name: string) => place(page, name).click();
  const check = (sentence: string) => expect(page.getByRole('alert')).toHaveText(sentence);
  await click('b4');
  // The whole stack, unless one says otherwise, above the stack itself: nothing else on the page moves.
  await expect(page.locator('[data-take="4"]')).toHaveAttribute('aria-pressed', 'true');
  await page.locator('[data-take="2"]').click();
  await click('d2');
  await check('b4→d2 (2) cannot be played: d2 has 1 piece, but is 2 away.');
  await click('e5');
  await check('b4→e5 (2) cannot be played: e5 has no stack to land on.');
  await expect(page.locator('[data-name="b4"]')).toHaveAttribute('aria-pressed', 'true');
  await click('c3');
  await expect(page.locator('[data-ply="1"][aria-current]')).toHaveText('b4→c3 (2)');
  await openTable(page, { game: 'move', seats: here });
  await click('av');
  await check('a↓ cannot be played: the board is not full yet: place a marble.');
  await openTable(page, { game: 'fibonacci classic', seats: here });
  await click('k6');
  await check("k6 cannot be played: the piece on k6 is the opponent's.");
  await click('a1');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await click('k6');
  await check('a1→k6 cannot be played: k6 is not next to the group of a1.');
});

test('a strip is played on flat and scrolled', async ({ watched: page }) => {
  await openTable(page, { game: 'mobius' });
  const ply = (count: number) => expectPly(page, count);
  // Both halves of a half cell are the same cell.
  await expect(page.locator('[data-name="c0"] polygon')).toHaveCount(2);
  await page.locator('[data-name="c0"] polygon').last().click();
  await ply(1);
  await expect(page.locator('[data-figure="2"]')).toHaveCount(2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Scroll the strip' }).click();
  await expect(page.locator('[data-figure="2"]')).toHaveCount(1);
  await place(page, 'd0').click();
  await ply(2);
  await page.getByRole('button', { name: 'Show groups' }).click();
  await expect(page.getByRole('button', { name: 'Show groups' })).toHaveAttribute('aria-pressed', 'true');
});

test('a tower leaves the board to its owner’s side, and stays there', async ({ watched: page }) => {
  const start = ',,,,/,rwr,,,rw/,,,,/,,,,/,w,,,wr w 1:0 25/5 -';
  await openTable(page, { game: 'mixtour 25/5', start });
  const towers = (player: string) => page.locator(`[data-seat="${player}"] .score .scored`);
  await expect(page.getByRole('img', { name: '1 of 5 points', exact: true })).toBeVisible();
  // It is soon gone: the page itself sees it.
  const left = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => document.querySelector('[data-leaving]') && resolve();
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
      }),
  );
  await type(page, 'e4:2-b4');
  await left;
  await expect(page.locator('[data-leaving]')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText('Point for White: 2 of 5');
  await expect(page.getByTestId('said')).toContainText('Point for White');
  await expect(towers('first')).toHaveText('5');
  await expect(towers('second')).toHaveCount(0);
  await expect(page.getByRole('img', { name: '2 of 5 points, a tower of 5', exact: true })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'One back' }).click();
  await expect(towers('first')).toHaveCount(0);
  await page.reload();
  await expect(towers('first')).toHaveText('5');
});

test('a tower is seen to its end before the answer to it', async ({ watched: page }) => {
  const start = ',,,,/,rwr,,,rw/,,,,/,,,,/,w,,,wr w 1:0 25/5 -';
  await openTable(page, { game: 'mixtour 25/5', start, seats: [{ kind: 'opener' }, { kind: 'engine', level: 1 }] });
  const play = page.locator('.play');
  await settled(page, 'first');
  // What is seen when, by the page's own clock: a busy machine makes it later, never sooner.
  const seen = play.evaluate(
    (play) =>
      new Promise<{ flight: number }>((resolve) => {
        let left = NaN;
        const look = () => {
          if (play.querySelector('[data-leaving]') && Number.isNaN(left)) left = performance.now();
          if (play.getAttribute('data-ply') === '2') resolve({ flight: performance.now() - left });
        };
        new MutationObserver(look).observe(play, { subtree: true, childList: true, attributes: true });
      }),
  );
  await type(page, 'e4:2-b4');
  // The engine answers at once; the flight takes more than a second.
  expect((await seen).flight).toBeGreaterThan(1_000);
  await expect(page.locator('[data-leaving]')).toHaveCount(0);
});

test('what cannot be is not offered, and a game that is cancelled says so', async ({ watched: page }) => {
  await page.goto('/');
  const seats: [{ kind: 'engine'; level: number }, { kind: 'opener' }] = [
    { kind: 'engine', level: 1 },
    { kind: 'opener' },
  ];
  await openTable(page, { game: 'mixtour 25/5', seats });
  await settled(page, 'second');
  // The engine has moved, but there is nothing of one's own to take back.
  await expect(page.getByRole('button', { name: 'Take back' })).toBeDisabled();
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Offer a draw' }).click();
  await expect(page.getByRole('status')).toHaveText('Your opponent declines the draw.');
  await page.getByRole('button', { name: 'Cancel the game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the game' }).click();
  await expect(page.locator('.ending')).toHaveText(/The game was cancelled\s+Nobody has won/);
  await openTable(page, { game: 'mobius', seats });
  await settled(page, 'second');
  await expect(page.getByRole('button', { name: 'Cancel the game' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Offer a draw' })).toHaveCount(0);
});

test('a table at which nobody has sat down is closed again', async ({ watched: page }) => {
  await openTable(page, { game: 'move', seats: [{ kind: 'opener' }, { kind: 'anyone' }] });
  await expect(page.locator('.address')).toHaveText(page.url());
  await page.getByRole('button', { name: 'Close the table' }).click();
  await expect(page.locator('.ending h2')).toHaveText('The game was cancelled');
});

test('people at the tables are counted', async ({ browser, house, page }) => {
  await page.goto('/');
  const people = page.locator('section[aria-labelledby="game-fibonacci"] .people');
  await expect(people).toHaveText('Nobody at a table now');
  const context = await browser.newContext({ baseURL: house.url });
  const other = await context.newPage();
  await openTable(other, { game: 'fibonacci classic' });
  await settled(other, 'first');
  await page.reload();
  await expect(people).toHaveText('1 player now');
  await context.close();
});

test('a hint is shown on the board', async ({ watched: page }) => {
  await openTable(page, { game: 'move', seats: [{ kind: 'opener' }, { kind: 'engine', level: 1 }] });
  await settled(page, 'first');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.hint')).toHaveCount(1);
  await expect(page.getByTestId('said')).toHaveText(/^Hint: [a-e][1-5]$/);
  await clickAll(page, (await snapshot(page)).view.legal[0]?.clicks ?? []);
  await expect(page.locator('.hint')).toHaveCount(0);
});

test('a hint goes with its position, and says how many pieces to take', async ({ watched: page }) => {
  await page.goto('/');
  // Two pieces onto three are a tower.
  const start = ',,,,/,rwr,,,rw/,,,,/,,,,/,w,,,wr w 0:0 25/5 -';
  await openTable(page, { game: 'mixtour 25/5', start, seats: [{ kind: 'opener' }, { kind: 'engine', level: 1 }] });
  await settled(page, 'first');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByTestId('said')).toHaveText('Hint: take 2 from e4 to b4');
  await expect(page.locator('.state')).toContainText('Hint: take 2 from e4 to b4');
  await expect(page.locator('.advised')).toHaveText('2');
  // Another position after as many moves.
  await type(page, 'c5');
  await expect(page.locator('.hint')).toHaveCount(0);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expectPly(page, 0);
  await expect(page.locator('.hint')).toHaveCount(2);
  await page.getByRole('button', { name: 'Cancel the game' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the game' }).click();
  await expect(page.locator('.play')).toHaveAttribute('data-stage', 'over');
  await expect(page.locator('.hint')).toHaveCount(0);
});

test('every step of a turn is marked until one plays', async ({ watched: page }) => {
  const start = 'caaaaa/1a4D/7D/8D/2d6D/3d1D5/1ddd6/d7D/8/5A1/AAAAAC r 2 2';
  await openTable(page, { game: 'fibonacci classic', start });
  const play = async () => {
    const ply = await page.locator('.play').getAttribute('data-ply');
    await clickAll(page, (await snapshot(page)).view.legal.find(({ clicks }) => clicks.length === 2)?.clicks ?? []);
    await expect(page.locator('.play')).not.toHaveAttribute('data-ply', ply ?? '');
  };
  await play();
  await expect(page.locator('svg .trail')).toHaveCount(0);
  await expect(page.locator('.faint, .target, .point.group')).toHaveCount(0);
  await play();
  await expect(page.locator('.play')).toHaveAttribute('data-turn', 'second');
  // Each piece that stands elsewhere now has the numbers of the steps that moved it.
  const numbers = async () => (await page.locator('svg .trail .number text').allTextContents()).join(' ');
  await expect.poll(async () => [...new Set((await numbers()).match(/\d+/g))].sort()).toEqual(['1', '2']);
  await play();
  await expect(page.locator('svg .trail')).toHaveCount(0);
});

test('a table that is not there, and an address with nothing', async ({ page, house }) => {
  const answer = await page.goto('/nowhere/at/all');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('There is nothing at this address.')).toBeVisible();
  await page.goto('/table/aaaaaaaaaaaa');
  await expect(page.getByText('There is no such table.')).toBeVisible();
  const api = await fetch(`${house.url}/api/nowhere`);
  expect([api.status, api.headers.get('content-type')]).toEqual([404, 'application/json']);
});
