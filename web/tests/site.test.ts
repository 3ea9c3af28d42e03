// The page as a folder of files, under some path of a host that has nothing else; and how such a page gets newer.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { test, expect, type Page } from '@playwright/test';

import { clickAll, expectPly, place, playAnything, settled, watch } from './house';
import { Files } from './files';

const SITE = 'dist/site';

/** Begins a game of Mixtour against the engine. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Mixtour' }).click();
  await page.getByRole('button', { name: 'Play the engine' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  await settled(page, 'first');
}

test('a folder of files under some path plays, teaches, asks and analyses', async ({ page }) => {
  const files = new Files(SITE, '/some/where/');
  const home = await files.open();
  const errors = watch(page);
  const others: string[] = [];
  page.on('request', (request) => {
    if (!/^data:/.test(request.url()) && !request.url().startsWith(home)) others.push(request.url());
  });
  await page.goto(home);
  await expect(page.getByText('This page has no server')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play a friend' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  await begin(page);
  await place(page, 'c3').click();
  await expectPly(page, 2);
  // The address is the game's: it is there after a reload, and in the list of games.
  await page.reload();
  await expectPly(page, 2);
  await page.goto(home);
  await page.getByRole('link', { name: /Mixtour.*Your turn/ }).click();
  await expectPly(page, 2);

  await page.goto(`${home}#/fibonacci/rules`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${home}#/move/puzzles`);
  await page
    .getByRole('link', { name: /^Puzzle 1$/ })
    .first()
    .click();
  await expect(page.locator('[data-site]').first()).toBeVisible();
  await page.goto(`${home}#/mobius/analysis#moves=a1`);
  await expect(page.locator('.moves [aria-current]')).toHaveText('a1');
  await clickAll(page, [{ site: 60 }]);
  await expect(page.locator('.moves [aria-current]')).not.toHaveText('a1');
  await page.goto(`${home}#/account`);
  await expect(page.getByText('There is no server here')).toBeVisible();

  expect(errors).toEqual([]);
  expect(others).toEqual([]);
  expect(files.missing).toEqual([]);
  await files.close();
});

test.describe('kept by the browser', () => {
  test.use({ serviceWorkers: 'allow' });

  test('it works without its host, and a newer version is offered and interrupts nothing', async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'halte-site-'));
    cpSync(SITE, folder, { recursive: true });
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other/index.html'), '<!doctype html><title>Another page</title>');
    const files = new Files(folder, '/halte/');
    const home = await files.open();
    await page.goto(home);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await begin(page);
    await place(page, 'c3').click();
    await expectPly(page, 2);
    const game = page.url();

    // What else lies below the same address is somebody else's.
    await page.goto(`${home}other/`);
    await expect(page).toHaveTitle('Another page');
    await page.goto(game);
    await expectPly(page, 2);

    // The same page in a newer version: only a mark on it differs.
    const index = join(folder, 'index.html');
    writeFileSync(index, readFileSync(index, 'utf8').replace('<html ', '<html data-newer '));
    const worker = join(folder, 'sw.js');
    writeFileSync(worker, readFileSync(worker, 'utf8').replace(/VERSION = '\w+'/, "VERSION = 'newer'"));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByText('A newer version of Halte is ready')).toBeVisible();
    await playAnything(page);
    await expectPly(page, 4);
    await expect(page.locator('html[data-newer]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.locator('html[data-newer]')).toHaveCount(1);
    expect(page.url()).toBe(game);
    await expectPly(page, 4);

    await files.close();
    await page.reload();
    await expectPly(page, 4);
    await playAnything(page);
    await expectPly(page, 6);
    rmSync(folder, { recursive: true });
  });
});
