// The guided first game of each game, from the first click until the guide steps back, and one of them to its end; and
// what the guide says of positions that were made for it.
import { clickAll, expect, expectPly, GAMES, openTable, place, test } from './house';
import type { Page } from '@playwright/test';

/** How many moves the guide may lead by the hand, at most; laying out marbles comes between. */
const PATIENCE = 40;

for (const game of GAMES) {
  test(`a guided first game of ${game}`, async ({ watched: page }) => {
    await page.goto('/');
    const card = page.locator(`section[aria-labelledby="game-${game}"]`);
    await card.getByRole('link', { name: 'Learn by playing' }).click();
    await expect(page).toHaveURL(`/${game}/first`);
    // Every kind of piece is explained before and while one plays.
    const kinds = page.locator('dl dt');
    await expect.poll(() => kinds.count()).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page).toHaveURL(/#table=local-/);
    await page.getByText('What there is in the game').click();
    await expect(kinds.first()).toBeVisible();
    const guide = page.locator('.guide');
    const play = page.locator('.play');
    const ready = play.and(page.locator('[data-turn="first"], [data-stage="over"]'));
    const lessons = new Set<string>();
    await expect(guide).toHaveAttribute('data-lesson', 'led');
    for (let made = 0; made < PATIENCE; made++) {
      await expect(ready).toBeVisible({ timeout: 120_000 });
      if ((await play.getAttribute('data-stage')) === 'over') break;
      lessons.add(await guide.getByRole('heading').innerText());
      const isLed = (await guide.getAttribute('data-lesson')) === 'led';
      const isLaying = game === 'move' && made < 8;
      // What is laid out is said as long as it is laid out.
      const laying = guide.getByText('Marbles are still being laid out');
      await (isLaying ? expect(laying).toBeVisible() : expect(laying).toBeHidden());
      // Laying marbles out goes on after the guide has said all about it; pushing comes later.
      if (!isLed && !isLaying) break;
      const ply = await play.getAttribute('data-ply');
      if (!isLed) await guide.getByRole('button', { name: 'Show me a move' }).click();
      const lit = page.locator('[data-hint]');
      await expect(lit.first()).toBeVisible();
      const places = await lit.evaluateAll((all) => all.map((each) => each.getAttribute('data-hint')));
      // The first move is entered by hand, as the guide shows; a site may be drawn twice.
      if (made === 0)
        for (const site of new Set(places))
          await page.locator(`[data-site="${site}"] :is(polygon, rect)`).first().click();
      else await guide.getByRole('button', { name: 'Play it for me' }).click();
      await expect(play).not.toHaveAttribute('data-ply', ply ?? '');
    }
    // Who is led well may win Move with the first push, and Fibonacci in the fourth turn.
    expect(lessons.size).toBeGreaterThan(game === 'move' || game === 'fibonacci' ? 2 : 3);
    // Who comes back goes on.
    const reached = Number(await play.getAttribute('data-ply'));
    const lesson = await guide.getByRole('heading').first().innerText();
    await page.reload();
    await expect(play).toHaveAttribute('data-ply', String(reached));
    await expect(guide.getByRole('heading').first()).toHaveText(lesson);
    if (game !== 'mixtour') return;
    while ((await guide.getAttribute('data-lesson')) !== 'over') {
      const ply = await play.getAttribute('data-ply');
      const show = guide.getByRole('button', { name: 'Show me a move' });
      if (await show.isVisible()) await show.click();
      await guide.getByRole('button', { name: 'Play it for me' }).click();
      await expect(play).not.toHaveAttribute('data-ply', ply ?? '');
      await expect(ready).toBeVisible({ timeout: 120_000 });
    }
    await expect(guide.getByRole('heading')).toHaveText('You have won!');
    await expect(page.getByRole('button', { name: 'Once more with the guide' })).toBeVisible();
    // The game that was learned is the one that is offered; the others are named.
    await expect(page.getByText('25 pieces each for five')).toBeVisible();
    await page.getByRole('button', { name: 'Play the engine' }).click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toHaveValue('20/1');
    await expect(page.getByRole('dialog').getByRole('radio', { checked: true }).first()).toHaveValue('20/1');
  });
}

/** Opens the guided game of Mixtour at a position. */
async function guided(page: Page, start: string): Promise<void> {
  const seats = [{ kind: 'opener' as const }, { kind: 'engine' as const, level: 1 }] as const;
  const table = await openTable(page, { game: 'mixtour 20/1', start, seats: [...seats] });
  await page.goto(`/mixtour/first#table=${table}`);
}

test('a threat is named, and no longer than it is one', async ({ watched: page }) => {
  // Red could lay the whole stack on the piece beside it.
  await guided(page, ',,,,/,,,,/,,,,/,,,,/wwrr,w,,, w 0:0 20/1 -');
  const guide = page.locator('.guide');
  const threat = guide.getByText('Careful: Red threatens to win in the next turn (take 4 from a1 to b1).');
  await expect(threat).toBeVisible();
  await expect(guide).toHaveAttribute('data-ahead', 'threat');
  // Half of the stack is taken off: what was said is not said of the new position, neither while the engine thinks nor
  // afterwards.
  const sites = await page.evaluate(() =>
    ['a1', 'b1'].map((name) => Number(document.querySelector(`[data-name="${name}"]`)?.getAttribute('data-site'))),
  );
  const [from = 0, to = 0] = sites;
  const seen = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const play = document.querySelector<HTMLElement>('.play');
        const said = () => document.querySelector<HTMLElement>('.guide')?.innerText ?? '';
        const look = () => (play?.dataset.ply === '0' ? requestAnimationFrame(look) : resolve(said()));
        look();
      }),
  );
  await clickAll(page, [
    { site: from, take: 2 },
    { site: to, take: null },
  ]);
  expect(await seen).not.toContain('take 4 from a1');
  await expectPly(page, 2);
  await expect(guide).toHaveAttribute('data-ahead', /./);
  await expect(guide).toContainText('The engine');
  await expect(threat).toBeHidden();
  // The move is taken back: it is a threat again, and what the engine did was not done.
  await guide.getByRole('button', { name: 'Take back' }).click();
  await expectPly(page, 0);
  await expect(threat).toBeVisible();
  await expect(guide).not.toContainText('The engine');
});

test('a win that is there is named, and one that was stopped', async ({ watched: page }) => {
  await guided(page, ',,,,/,,,,/,,,,/,,,,/rrww,r,,, w 0:0 20/1 -');
  const guide = page.locator('.guide');
  const win = guide.getByText('You can win in this turn!');
  await expect(win).toBeVisible();
  await place(page, 'e5').click();
  await expect(page.locator('.play')).not.toHaveAttribute('data-ply', '0');
  await expect(guide).toHaveAttribute('data-ahead', /./);
  // The engine has stopped it, and that is said, or it is still there.
  const ahead = await guide.getAttribute('data-ahead');
  if (ahead === 'win') await expect(win).toBeVisible();
  else await expect(guide.getByText('you could have won (take 4 from a1 to b1)')).toBeVisible();
});

test('without a network the guide goes on speaking', async ({ page, context }) => {
  await page.goto('/mixtour/first');
  await page.getByRole('button', { name: 'Begin' }).click();
  const guide = page.locator('.guide');
  await expect(guide.getByText('A good move is lit on the board')).toBeVisible();
  await context.setOffline(true);
  for (const [ply, lesson] of [
    [2, 'The one rule about distance'],
    [4, 'Everything belongs to everybody'],
  ] as const) {
    await guide.getByRole('button', { name: 'Play it for me' }).click();
    await expectPly(page, ply);
    await expect(guide.getByRole('heading')).toHaveText(lesson);
    await expect(guide).toHaveAttribute('data-ahead', /./);
    await expect(guide).toContainText('The engine');
  }
});
