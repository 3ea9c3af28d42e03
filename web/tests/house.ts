// A server of its own for each worker, and what the tests do again and again.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { test as base, expect, type Locator, type Page } from '@playwright/test';

import type { components } from '../generated/schema';
import { Local } from './module';

export { expect };
type Schemas = components['schemas'];
/** A table, as far as tests look at it. */
export type Snapshot = Pick<Schemas['Snapshot'], 'terms' | 'moves' | 'view' | 'ending'> & {
  geometry: Schemas['Geometry'];
};
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
    const plenty = [
      'requests-per-address',
      'guests-per-address',
      'tables-per-address',
      'moves-per-visitor',
      'remarks-per-visitor',
    ];
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
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** What the operator does with `halte administer`, and what is said of it. */
  async administer(...command: readonly string[]): Promise<string> {
    const place = ['--database', join(this.#folder, 'halte.sqlite'), '--server', this.url];
    const { stdout } = await promisify(execFile)(process.env.HALTE_PROGRAM ?? '', ['administer', ...place, ...command]);
    return stdout;
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
    // Nor is what the tests themselves forbid.
    if (message.text().startsWith('Service Worker registration blocked')) return;
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

/** A menu, by its name, which may be on it or said of its sign. */
export function menu(page: Page, name: string): Locator {
  return page.locator('summary', { hasText: name }).or(page.locator(`summary[aria-label="${name}"]`));
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
  const last = moves.at(-1) ?? '';
  const shown = sites.find(({ name }) => name === last)?.shown;
  const arrows = last.replace(
    /^(\w+)(?::(\d+))?-(\w+)$/,
    (_, from, count, to) => `${from}→${to}${count ? ` (${count})` : ''}`,
  );
  await expect(page.locator('.moves [aria-current]')).toHaveText(shown ?? arrows);
}

/** The events of a table that this browser keeps itself. */
function keptEvents(page: Page, table: string): Promise<readonly Schemas['Event'][]> {
  return page.evaluate(async (table) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const database = await done(indexedDB.open('halte'));
    const kept: { events: Schemas['Event'][] } = await done(
      database.transaction('tables').objectStore('tables').get(table),
    );
    database.close();
    return kept.events;
  }, table);
}

/** A table that this browser keeps itself, as its events tell; the rules say what its moves lead to. */
async function keptSnapshot(page: Page, table: string, rules: Local): Promise<Omit<Snapshot, 'geometry'>> {
  let moves: Snapshot['moves'] = [];
  let [terms, ending]: [Terms | null, Snapshot['ending']] = [null, null];
  for (const event of await keptEvents(page, table)) {
    if (event.type === 'opened') terms = event.terms;
    else if (event.type === 'moved') moves.push({ ...event, ends_turn: true });
    else if (event.type === 'taken_back') moves = moves.slice(0, event.ply);
    else if (event.type === 'ended') ending = event.ending;
  }
  if (!terms) throw new Error(`nobody opened ${table}`);
  const line = { game: terms.game, moves: moves.map(({ move }) => move) };
  return { terms, moves, ending, view: rules.post<Schemas['Explored']>('/api/explore', line).view };
}

/** The table as this browser sees it. */
export async function snapshot(page: Page): Promise<Snapshot> {
  const table = page.url().split('/').at(-1) ?? '';
  const rules = await Local.load();
  const found = table.startsWith('local-')
    ? await keptSnapshot(page, table, rules)
    : await page.evaluate(async (address) => {
        const answer = await fetch(address);
        return (await answer.json()) as Schemas['Snapshot'];
      }, `/api/tables/${table}`);
  const [game = '', variant] = found.terms.game.split(' ');
  const query = variant ? `variant=${encodeURIComponent(variant)}` : '';
  return { ...found, geometry: rules.get<Schemas['Geometry']>(`/api/games/${game}/board`, query) };
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
    if ((await place.count()) > 0) {
      await place[how]();
      // On small cells a finger taps twice.
      if ((await page.locator(`svg[data-tapped="${site}"]`).count()) > 0) await place[how]();
    } else await page.locator('.choices button').last()[how]();
    if (!take) continue;
    const number = page.locator(`[data-take="${take}"]`);
    // Where there is nothing to choose there is nothing to click.
    if ((await number.count()) > 0) await number[how]();
  }
}

/** Plays a move of one click that can be played whatever an engine has answered. */
export async function playAnything(page: Page): Promise<void> {
  const found = (await snapshot(page)).view.legal.find(({ clicks }) => clicks.length === 1);
  await clickAll(page, found?.clicks ?? []);
}
