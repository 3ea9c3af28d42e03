// Games against the engine and at one screen are kept in the browser, and need no server once the page is there.
import { readFileSync } from 'node:fs';

import { expect, expectPly, menu, place, playAnything, test, type, watch } from './house';
import type { Page } from '@playwright/test';

/** Begins a game by the dialog; tells its address. */
async function begin(page: Page, game: string, against: string): Promise<string> {
  await page.goto(`/${game}`);
  await page.getByRole('button', { name: against }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/table/local-*');
  return page.url();
}

test('a game against the engine is played and kept in the browser', async ({ watched: page }) => {
  const url = await begin(page, 'mixtour', 'Play the engine');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/api\/(tables|explore|objection)/.test(request.url())) asked.push(request.url());
  });
  await place(page, 'c3').click();
  await expectPly(page, 2);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText(/^Hint:/).first()).toBeVisible();
  expect(asked).toEqual([]);

  // It is there after a reload, in the list of own games, and in another tab, where it goes on.
  await page.reload();
  await expectPly(page, 2);
  const other = await page.context().newPage();
  const errors = watch(other);
  await other.goto('/');
  await other.getByRole('link', { name: /Mixtour.*Your turn/ }).click();
  await expect(other).toHaveURL(url);
  await expectPly(other, 2);
  await playAnything(other);
  await expectPly(other, 4);
  await expectPly(page, 4);
  expect(errors).toEqual([]);
  await other.close();
});

test('a game at one screen ends, has a rematch and can be analysed', async ({ watched: page }) => {
  const url = await begin(page, 'fibonacci', 'Both at this screen');
  await type(page, 'a2-b4');
  await expectPly(page, 1);
  await type(page, 'k10-i6');
  await expectPly(page, 2);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.ending h2')).toBeVisible();
  await page.getByRole('link', { name: 'Analyse' }).click();
  await expect(page.locator('.moves')).toContainText('a2');
  await page.goto('/archive');
  await expect(page.getByRole('link', { name: /Fibonacci/ }).last()).toHaveAttribute('href', new URL(url).pathname);
  await page.goto(url);
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(page).not.toHaveURL(url);
  await expectPly(page, 0);
});

test('what is not kept here is not there', async ({ page }) => {
  await page.goto('/table/local-23456789abcd');
  await expect(page.getByText('There is no such table')).toBeVisible();
});

/** Changes the events that are kept of the table that a page shows. */
async function change(page: Page, how: string): Promise<void> {
  await page.evaluate(
    async ([table, how]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(new Error(String(request.error)));
        });
      const store = (await done(indexedDB.open('halte'))).transaction('tables', 'readwrite').objectStore('tables');
      const kept = await done(store.get(table));
      const changes = {
        'no beginning': () => kept.events.slice(1),
        // As they were after the third move, seven minutes ago.
        'long ago': () => {
          const moved = kept.events.filter(({ type }: { type: string }) => type === 'moved');
          const at = kept.events.indexOf(moved[2]);
          return kept.events.slice(0, at + 1).map((event: { at: number }) => ({ ...event, at: event.at - 420_000 }));
        },
      };
      const change = changes[how as keyof typeof changes];
      await done(store.put({ ...kept, events: change() }));
    },
    [page.url().split('/').at(-1) ?? '', how] as const,
  );
}

test('what was kept and is damaged says so', async ({ page }) => {
  await begin(page, 'mixtour', 'Both at this screen');
  await place(page, 'c3').click();
  await expectPly(page, 1);
  await change(page, 'no beginning');
  await page.reload();
  await expect(page.getByRole('heading', { name: /kept of the game is damaged/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'To the games' })).toBeVisible();
});

test('an engine does not lose on time while nobody is there', async ({ page }) => {
  await page.goto('/mixtour');
  await page.getByRole('button', { name: 'Play the engine' }).click();
  await page.getByRole('dialog').getByLabel('Clock').selectOption({ index: 1 });
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/table/local-*');
  await place(page, 'c3').click();
  await expectPly(page, 2);
  await playAnything(page);
  await expectPly(page, 4);
  // It is the engine's turn, and was for longer than it has time.
  await change(page, 'long ago');
  await page.reload();
  await expectPly(page, 4);
  await expect(page.locator('.play')).toHaveAttribute('data-stage', 'playing');
  await playAnything(page);
  await expectPly(page, 6);
});

test('moves are kept although one leaves at once', async ({ page }) => {
  const url = await begin(page, 'mixtour', 'Both at this screen');
  await place(page, 'c3').click();
  await place(page, 'e5').click();
  await page.getByRole('link', { name: /^Halte/ }).click();
  await expect(page.getByRole('link', { name: /Mixtour.*2 moves/ })).toBeVisible();
  await page.goto(url);
  await expectPly(page, 2);
});

/** A finished game at one screen; tells its address. */
async function finish(page: Page): Promise<string> {
  const url = await begin(page, 'mixtour', 'Both at this screen');
  await place(page, 'c3').click();
  await expectPly(page, 1);
  await place(page, 'e5').click();
  await expectPly(page, 2);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.locator('.ending h2')).toBeVisible();
  return new URL(url).pathname;
}

test('a finished game moves to the server, and stays here while there is none', async ({ page, context }) => {
  const address = await finish(page);
  await page.goto('/archive');
  const game = page.getByRole('link', { name: /Mixtour/ }).last();
  await expect(game).toHaveAttribute('href', address);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Keep it on the server' }).click();
  await expect(page.getByText('The server cannot be reached', { exact: false }).first()).toBeVisible();
  await expect(game).toHaveAttribute('href', address);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Keep it on the server' }).click();
  await expect(page.getByRole('button', { name: 'Keep it on the server' })).toHaveCount(0);
  await expect(game).not.toHaveAttribute('href', /local/);
  await game.click();
  await expectPly(page, 2);
  await expect(page.locator('.ending h2')).toBeVisible();
  await expect(page.getByText('It was played elsewhere and brought along.')).toBeVisible();
  await page.goto(address);
  await expect(page.getByText('There is no such table')).toBeVisible();
});

test('a finished game is deleted when one is sure', async ({ page }) => {
  await finish(page);
  await page.goto('/archive');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the records' }).click(),
  ]);
  expect(readFileSync(await saved.path(), 'utf8')).toMatch(/^\[Game "mixtour"\]/);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});

test('without a server the browser draws pictures itself', async ({ page, context }) => {
  await finish(page);
  await context.setOffline(true);
  await menu(page, 'More').click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Picture (PNG)' }).click(),
  ]);
  const bytes = readFileSync(await saved.path());
  const longest = Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  expect([bytes.toString('latin1', 1, 4), longest]).toEqual(['PNG', 1200]);

  // And those that move: a frame for the start and for each of the two moves.
  await menu(page, 'More').click();
  const [film] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Animation (GIF)' }).click(),
  ]);
  const frames = await page.evaluate(
    async (data) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const decoder = new ImageDecoder({ data: bytes, type: 'image/gif' });
      await decoder.tracks.ready;
      await decoder.completed;
      return decoder.tracks.selectedTrack?.frameCount;
    },
    readFileSync(await film.path(), 'base64'),
  );
  expect(frames).toBe(3);
});
