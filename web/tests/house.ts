// A server of its own for each worker, and what the tests do again and again.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { test as base, expect, type Locator, type Page } from '@playwright/test';

import type { components } from '../generated/schema';

export { expect };
type Schemas = components['schemas'];
export type Snapshot = Schemas['Snapshot'] & { geometry: Schemas['Geometry'] };
export type Terms = Schemas['Terms'];
export const GAMES = ['mobius', 'move', 'fibonacci', 'mixtour'];

export class House {
  #process: ChildProcess | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'halte-page-'));
  #address = '127.0.0.1:0';
  url = '';

  async open(): Promise<void> {
    const program = process.env.HALTE_PROGRAM;
    if (!program) throw new Error('HALTE_PROGRAM must name the program halte');
    const plenty = ['requests-per-address', 'guests-per-address', 'tables-per-address', 'moves-per-visitor'];
    const rates = plenty.flatMap((limit) => [`--${limit}`, '100000/1s']);
    const place = ['--address', this.#address, '--database', join(this.#folder, 'halte.sqlite')];
    const child = spawn(program, ['serve', ...place, ...rates, '--tables-per-visitor', '500', '--log-level', 'error']);
    this.#process = child;
    this.url = await new Promise((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (data) => {
        output += data;
        const found = /listens at (\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
      child.on('exit', (code) => reject(new Error(`halte ended (${code})`)));
    });
    this.#address = new URL(this.url).host;
  }

  /** Ends the server as if somebody had pulled the plug, or in good order. */
  async close(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill(signal);
    await ended;
  }

  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface Fixtures {
  /** A page that fails its test if anything is written to the console as an error. */
  watched: Page;
}

export const test = base.extend<Fixtures, { house: House }>({
  house: [
    async ({}, use) => {
      const house = new House();
      await house.open();
      await use(house);
      await house.close();
      house.forget();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house.url),
  watched: async ({ page }, use) => {
    const errors = watch(page);
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** Collects what goes wrong on a page. */
export function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    // How fast the browser itself draws is not the page's doing.
    if (message.text().includes('GL Driver Message')) return;
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

/** Asks the server for something as this browser's visitor. */
export function post<T>(page: Page, address: string, body: object): Promise<T> {
  return page.evaluate(
    async ([address, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(address, { method: 'POST', headers, body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return JSON.parse(text);
    },
    [address, JSON.stringify(body)] as const,
  );
}

/** Opens a table as this browser's guest, for both players unless told otherwise, and goes to it. */
export async function openTable(page: Page, terms: Omit<Terms, 'seats'> & Partial<Terms>): Promise<string> {
  if (page.url() === 'about:blank') await page.goto('/');
  const wanted = { seats: [{ kind: 'opener' }, { kind: 'opener' }], ...terms };
  const { table } = await post<{ table: string }>(page, '/api/tables', { terms: wanted });
  await page.goto(`/table/${table}`);
  return table;
}

/** Does something at the table that this browser looks at. */
export async function act(page: Page, action: Schemas['Action'], id: string): Promise<void> {
  await post(page, `/api${new URL(page.url()).pathname.replace('/table/', '/tables/')}/commands`, { action, id });
}

/** A place of the board, by its name. */
export function place(page: Page, name: string): Locator {
  return page.locator(`[data-name="${name}"] :is(polygon, rect)`).first();
}

/** Expects that so many moves have been made. */
export async function expectPly(page: Page, count: number): Promise<void> {
  await expect(page.locator('.play')).toHaveAttribute('data-ply', String(count));
}

/** Plays a move by its text. */
export async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Type a move').fill(move);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
}

/** Plays the moves of a recorded game, as many as are asked for, at the table that this browser looks at. */
export async function playAll(page: Page, game: string, count = Infinity): Promise<void> {
  const words = readFileSync(`../games/${game}/record.txt`, 'utf8')
    .replaceAll(/\[.*\]|\b\d+\.+|[01]-[01]/g, '')
    .split(/\s+/);
  const moves = words.filter((word) => word !== '').slice(0, count);
  for (const [ply, move] of moves.entries()) await act(page, { type: 'play', move, ply }, `move-${ply}`);
  await expectPly(page, moves.length);
  const { sites } = (await snapshot(page)).geometry;
  const shown = sites.find(({ name }) => name === moves.at(-1))?.shown;
  await expect(page.locator('.moves [aria-current]')).toHaveText(shown ?? moves.at(-1) ?? '');
}

/** The table as this browser sees it. */
export function snapshot(page: Page): Promise<Snapshot> {
  return page.evaluate(async () => {
    const answer = await fetch(`/api/tables/${location.pathname.split('/').at(-1)}`);
    const snapshot = (await answer.json()) as Schemas['Snapshot'];
    const [game, variant] = snapshot.terms.game.split(' ');
    const board = await fetch(`/api/games/${game}/board${variant ? `?variant=${variant}` : ''}`);
    return { ...snapshot, geometry: (await board.json()) as Schemas['Geometry'] };
  });
}

/** Waits until the page shows so many moves and somebody is to play, or the game is over. */
export async function settled(page: Page, turn: 'first' | 'second'): Promise<boolean> {
  const play = page.locator('.play');
  await expect(play.and(page.locator(`[data-turn="${turn}"], [data-stage="over"]`))).toBeVisible({ timeout: 120_000 });
  return (await play.getAttribute('data-stage')) !== 'over';
}

/** A number that is the same in every run. */
export function pseudorandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export type Click = Schemas['Click'];

/** Enters clicks with the mouse or a finger. */
export async function clickAll(page: Page, clicks: readonly Click[], how: 'click' | 'tap' = 'click'): Promise<void> {
  for (const { site, take } of clicks) {
    const place = page.locator(`[data-site="${site}"] :is(polygon, rect)`).first();
    if ((await place.count()) > 0) await place[how]();
    else await page.locator('.choices button').last()[how]();
    if (!take) continue;
    const number = page.locator(`[data-take="${take}"]`);
    // Where there is nothing to choose there is nothing to click.
    if ((await number.count()) > 0) await number[how]();
  }
}
