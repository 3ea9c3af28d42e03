// The npm package, as somebody has it who installs it: in Node.js, and as a board on a bare page.
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

const WEB = join(import.meta.dirname, '..');
const BUILT = join(WEB, 'dist/package');

/** Everything here shares one installed package. */
test.describe.configure({ mode: 'default' });

let folder = '';
let files: string[] = [];
let server: Server;
let url = '';

function run(program: string, args: string[], cwd: string): string {
  // Colours are for terminals.
  const env = { ...process.env, FORCE_COLOR: '0' };
  return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** What stands in a document in blocks of a kind. */
function blocks(document: string, kind: string): string[] {
  return [...document.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, each, text]) =>
    each === kind ? [text ?? ''] : [],
  );
}

const KINDS: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** Serves the folder as it is, under a strict policy. */
async function serve(): Promise<void> {
  server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://halte.test').pathname);
    const kind = KINDS[extname(path)];
    if (!kind || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'";
    response.writeHead(200, { 'content-type': kind, 'content-security-policy': policy });
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.beforeAll(async () => {
  run('npm', ['run', 'build:package'], WEB);
  folder = mkdtempSync(join(tmpdir(), 'halte-package-'));
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], BUILT));
  files = packed.files.map(({ path }: { path: string }) => path);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], folder);
  await serve();
});

test.afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the package has what it needs and nothing else', () => {
  const expected = [
    ...['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'package.json', 'halte.wasm', 'halte.js'],
    ...['index.js', 'index.d.ts', 'schema.d.ts', 'board.js', 'board.d.ts'],
    ...['example/board.css', 'example/board.html', 'example/board.js', 'example/engines.js'],
    ...['words/en-later.js', 'words/en-page.js', 'words/fr-errors.js', 'words/fr-later.js', 'words/fr-page.js'],
  ];
  expect(files.toSorted()).toEqual(expected.toSorted());
});

test('what its README shows is what happens', () => {
  const readme = readFileSync(join(folder, 'node_modules/halte/README.md'), 'utf8');
  const [scripts, outputs] = [blocks(readme, 'js'), blocks(readme, 'text')];
  expect(scripts).toHaveLength(2);
  for (const [at, script] of scripts.entries()) {
    writeFileSync(join(folder, 'script.js'), script);
    expect(run('node', ['script.js'], folder)).toBe(outputs[at]);
  }
  const [install, example = ''] = blocks(readme, 'sh').map((line) => line.trim());
  expect(install).toBe('npm install halte');
  const [program = '', ...args] = example.split(' ');
  const output = run(program, args, folder);
  expect(output).toMatch(/^Mixtour by Dieter Stein\n/);
  expect(output).toMatch(/\d+ moves, won by the (first|second) player\n$/);
  expect(run(program, args, folder)).toBe(output);
});

test('it is typed', () => {
  const check = (line: string) => {
    const source = `import 'halte/board';\nimport { load } from 'halte';\nconst halte = await load();\n${line}\n`;
    writeFileSync(join(folder, 'typed.ts'), source);
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
    try {
      run(join(WEB, 'node_modules/.bin/tsc'), [...options, 'typed.ts'], folder);
      return '';
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  expect(
    check("const place: string | null = halte.engine({ line: { game: 'move', moves: [] }, level: 1, seed: 1 });"),
  ).toBe('');
  expect(
    check("document.querySelector('halte-board')?.addEventListener('halte-position', (e) => e.detail.moves);"),
  ).toBe('');
  expect(check("halte.explore({ moves: 'c3' });")).toContain('error TS');
});

const board = (page: Page, id: string) => page.locator(`halte-board#${id}`);

test('a bare page replays a record and a puzzle', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${url}/node_modules/halte/example/board.html`);

  const record = board(page, 'record');
  await expect(record.getByRole('status')).toHaveText('White to move');
  await expect(record.getByText('Ada')).toBeVisible();
  await expect(record.getByRole('link', { name: 'spielstein.com' })).toHaveAttribute(
    'href',
    'https://spielstein.com/games/mixtour',
  );
  await record.getByRole('button', { name: 'One forward' }).click();
  await expect(record.getByRole('status')).toHaveText('c3, move 1 of 4 · Red to move');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(record.getByText('the first stack')).toBeVisible();
  await expect(record.getByRole('button', { name: /^d4, stack of 2/ })).toBeAttached();
  await page.keyboard.press('End');
  await expect(record.getByRole('status')).toHaveText('b2, move 4 of 4 · White to move');
  // At the end the button that was pressed has the focus still.
  await page.keyboard.press('Home');
  await expect(record.getByRole('status')).toHaveText('White to move');

  await expect(board(page, 'moves').getByRole('status')).toContainText('a1, move 3 of 3');

  const puzzle = board(page, 'puzzle');
  await expect(puzzle.getByText(/moves and wins/)).toBeVisible();
  const total = Number(/0 of (\d+)/.exec((await page.locator('output').textContent()) ?? '')?.[1]);
  expect(total).toBeGreaterThan(0);
  await puzzle.getByRole('button', { name: 'To the end' }).click();
  await expect(page.locator('output')).toHaveText(`${total} of ${total}`);
  await expect(puzzle.getByRole('status')).toContainText(`move ${total} of ${total}`);
  // It is drawn: pieces have their light, and the board its colours.
  const paint = (selector: string) =>
    puzzle
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).getPropertyValue('--cell'));
  expect(await paint('section')).not.toBe('');

  const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze();
  expect(found.violations).toEqual([]);
  expect(errors).toEqual([]);
});

test('attributes change what is shown, and mistakes are told in words', async ({ page }) => {
  await page.goto(`${url}/node_modules/halte/example/board.html`);
  const shown = board(page, 'moves');
  await expect(shown.getByRole('status')).toContainText('a1, move 3 of 3');
  const set = (name: string, value: string) =>
    shown.evaluate((element, [name = '', value = '']) => element.setAttribute(name, value), [name, value]);
  await set('moves', 'd5 d5');
  await expect(shown.getByRole('alert')).toHaveText('Illegal move "d5": the cell is not free.');
  await set('language', 'fr');
  await expect(shown.getByRole('alert')).toContainText('d5');
  await expect(shown.getByRole('alert')).not.toContainText('Illegal');
  await set('moves', 'd5');
  await expect(shown.getByRole('status')).toContainText('d5, coup 1 sur 1');
  await set('theme', 'dark');
  const scheme = () => shown.evaluate((element) => getComputedStyle(element).colorScheme);
  await expect.poll(scheme).toBe('dark');
  await set('record', '[Game "chess"]');
  await expect(shown.getByRole('alert')).toContainText('chess');
  // What stands between the tags may come later.
  await page.evaluate(() => {
    const made = Object.assign(document.createElement('halte-board'), { id: 'made' });
    made.setAttribute('game', 'mixtour');
    document.body.append(made);
    made.textContent = '[Game "mixtour"]\n[Variant "20/1"]\n\n1. c3 d4 *';
  });
  await board(page, 'made').getByRole('button', { name: 'To the end' }).click();
  await expect(board(page, 'made').getByRole('status')).toContainText('d4, move 2 of 2');
});
