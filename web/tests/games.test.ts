// Every game against the engine from the first move to the last: by clicks alone, and by keys alone.
import { step, WAYS } from '../src/board/keys';
import { clickAll, expect, openTable, pseudorandom, settled, snapshot, test, type Snapshot } from './house';

/** Each game, and a level that soon finishes one against somebody without a plan. */
const GAMES = { mobius: 7, move: 7, 'fibonacci classic': 10, 'fibonacci cards': 8, 'mixtour 20/1': 7 };

/** A move without a plan, but never a button, which has no place on the board. */
function anyMove({ view, geometry }: Snapshot, random: (below: number) => number) {
  const onBoard = view.legal.filter(({ clicks }) =>
    clicks.every(({ site }) => geometry.sites[site]?.kind !== 'button'),
  );
  const list = onBoard.length > 0 ? onBoard : view.legal;
  const found = list[random(list.length)];
  if (!found) throw new Error('there is no move');
  return found;
}

/** The nearest of some moves without a plan: keys take their time. */
function nearMove(table: Snapshot, from: number, random: (below: number) => number) {
  const centre = (site = from) => table.geometry.sites[site]?.faces[0]?.centre ?? { x: 0, y: 0 };
  const distance = ({ clicks }: ReturnType<typeof anyMove>) => {
    const [one, other] = [centre(), centre(clicks[0]?.site)];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  const some = Array.from({ length: 6 }, () => anyMove(table, random));
  return some.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/** The keys that lead from one place to another, on a board that may be turned round. */
function way(geometry: Snapshot['geometry'], from: number, to: number, isFlipped: boolean): string[] {
  const points = geometry.sites.map((site) => site.faces[0]?.centre);
  const known = new Map<number, string[]>([[from, []]]);
  const queue = [from];
  for (const place of queue) {
    const path = known.get(place) ?? [];
    if (place === to) return path;
    for (const [key, { x, y }] of Object.entries(WAYS)) {
      const next = step(points, place, isFlipped ? { x: -x, y: -y } : { x, y });
      if (next === undefined || known.has(next)) continue;
      known.set(next, [...path, key]);
      queue.push(next);
    }
  }
  throw new Error(`no keys lead from ${from} to ${to}`);
}

for (const [game, level] of Object.entries(GAMES)) {
  test(`${game} by clicks alone`, async ({ watched: page }) => {
    const random = pseudorandom(7);
    const [name = '', variant] = game.split(' ');
    await page.goto('/');
    await page
      .locator(`section[aria-labelledby="game-${name}"]`)
      .getByRole('button', { name: 'Play the engine' })
      .click();
    await page.getByRole('dialog').getByRole('slider').fill(String(level));
    if (variant) await page.getByRole('dialog').locator(`input[value="${variant}"]`).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForURL('**/table/*');
    while (await settled(page, 'first')) {
      const before = await snapshot(page);
      await clickAll(page, anyMove(before, random).clicks);
      await expect(page.locator('.play')).not.toHaveAttribute('data-ply', String(before.moves.length));
    }
    await expect(page.locator('.ending h2')).toBeVisible();
    expect((await snapshot(page)).ending?.reason).toBe('rules');
    await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  });

  test(`${game} by keys alone`, async ({ watched: page }) => {
    const random = pseudorandom(11);
    await page.goto('/');
    await openTable(page, { game, seats: [{ kind: 'engine', level }, { kind: 'opener' }] });
    await settled(page, 'second');
    // The board is reached by Tab, and one place of it at a time.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-site') ?? null);
    for (let tabs = 0; (await focused()) === null && tabs < 60; tabs++) await page.keyboard.press('Tab');
    while (await settled(page, 'second')) {
      const before = await snapshot(page);
      const { clicks } = nearMove(before, Number(await focused()), random);
      const isFlipped = before.geometry.features.includes('opposite');
      for (const { site, take } of clicks) {
        // Arrows go straight on where rows are set off: the way is looked for anew after each.
        for (let presses = 0; (await focused()) !== String(site); presses++) {
          expect(presses).toBeLessThan(100);
          const [next] = way(before.geometry, Number(await focused()), site, isFlipped);
          const other = Object.keys(WAYS)[random(4)];
          await page.keyboard.press((presses % 7 === 6 ? other : next) ?? 'ArrowLeft');
        }
        await page.keyboard.press(take ? String(take) : 'Enter');
      }
      await expect(page.locator('.play')).not.toHaveAttribute('data-ply', String(before.moves.length));
    }
    await expect(page.locator('.ending h2')).toBeVisible();
    expect((await snapshot(page)).ending?.reason).toBe('rules');
  });
}
