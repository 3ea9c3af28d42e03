// The guided first game of each game, from the first click until the guide steps back, and one of them to its end.
import { expect, GAMES, test } from './house';

/** How many moves the guide may lead by the hand, at most; laying out marbles comes between. */
const PATIENCE = 40;

for (const game of GAMES) {
  test(`a guided first game of ${game}`, async ({ watched: page }) => {
    await page.goto('/');
    const card = page.locator(`section[aria-labelledby="game-${game}"]`);
    await card.getByRole('link', { name: 'Learn by playing' }).click();
    await expect(page).toHaveURL(`/${game}/first`);
    await page.getByRole('button', { name: 'Begin' }).click();
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
      // Laying marbles out goes on after the guide has said all about it; pushing comes later.
      if (!isLed && !(game === 'move' && made < 9)) break;
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
    // Who is led well may win Move with the first push.
    expect(lessons.size).toBeGreaterThan(game === 'move' ? 2 : 3);
    // Who comes back goes on.
    const reached = Number(await play.getAttribute('data-ply'));
    const lesson = await guide.getByRole('heading').innerText();
    await page.reload();
    await expect(play).toHaveAttribute('data-ply', String(reached));
    await expect(guide.getByRole('heading')).toHaveText(lesson);
    if (game !== 'mixtour') return;
    while ((await guide.getAttribute('data-lesson')) !== 'over') {
      const ply = await play.getAttribute('data-ply');
      const show = guide.getByRole('button', { name: 'Show me a move' });
      if (await show.isVisible()) await show.click();
      await guide.getByRole('button', { name: 'Play it for me' }).click();
      await expect(play).not.toHaveAttribute('data-ply', ply ?? '');
      await expect(ready).toBeVisible({ timeout: 120_000 });
    }
    await expect(guide.getByRole('heading')).toHaveText('You have won your first game!');
    await expect(page.getByRole('button', { name: 'Once more with the guide' })).toBeVisible();
  });
}
