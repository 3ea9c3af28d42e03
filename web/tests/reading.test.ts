// The pages beside the tables: rules with their figures, puzzles, analysis, players, the archive, accounts.
import { readFileSync } from 'node:fs';

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import {
  act,
  clickAll,
  expect,
  expectPly,
  GAMES,
  menu,
  openTable,
  place,
  playAll,
  post,
  test,
  type Click,
  watch,
} from './house';
import { come, inspect, LOOKS, pictures } from './look';
import type { components } from '../generated/schema';

type PuzzlePage = components['schemas']['PuzzlePage'];
type PuzzleView = components['schemas']['PuzzleView'];

/** What the server answers to a question. */
function ask<T>(page: Page, address: string): Promise<T> {
  return page.evaluate(async (asked) => (await (await fetch(asked)).json()) as never, address);
}

/** Pages that are looked at together; `PUZZLE` is some puzzle's name. */
const PAGES = [
  ...GAMES.map((game) => [`/${game}/rules`]),
  ['/mixtour/puzzles', '/move/puzzles/PUZZLE', '/archive', '/account', '/fibonacci/analysis'],
];
const ALL_LOOKS = LOOKS.flatMap((look) => PAGES.map((pages) => ({ look, pages })));

for (const { look, pages } of ALL_LOOKS) {
  test(`${pages[0]} and such at ${look.width} in ${look.language}, ${look.theme}`, async ({ browser, house }) => {
    const page = await come(browser, house, look);
    const errors = watch(page);
    await page.goto('/');
    const { puzzles } = await ask<PuzzlePage>(page, '/api/puzzles?game=move&limit=1');
    const addresses = pages.map((address) => address.replace('PUZZLE', puzzles[0]?.puzzle ?? ''));
    for (const address of addresses) {
      const answer = await page.goto(address);
      expect.soft([address, answer?.status()]).toEqual([address, 200]);
      await expect(page.locator('main h1')).toHaveCount(1);
      if (!address.endsWith('analysis')) await page.waitForLoadState('networkidle');
      else await expect(page.locator('.analysis')).not.toHaveAttribute('data-depth', '0');
      const name = address
        .slice(1)
        .replaceAll('/', '-')
        .replace(/[0-9a-f]{12}$/, 'one');
      await inspect(page, name, look);
    }
    expect.soft(errors).toEqual([]);
    await page.context().close();
  });
}

for (const look of LOOKS) {
  test(`what a player leaves at ${look.width} in ${look.language}, ${look.theme}`, async ({ browser, house }) => {
    const page = await come(browser, house, look);
    const errors = watch(page);
    const name = `Ada${look.width}${look.language}`;
    await page.goto('/');
    await post(page, '/api/accounts', { name, password: 'a long password' });
    const engine = { kind: 'engine', level: 1 } as const;
    await openTable(page, { game: 'move', rated: true, listed: true, seats: [{ kind: 'opener' }, engine] });
    await act(page, { type: 'play', move: 'a1', ply: 0 }, 'first');
    await expectPly(page, 2);
    await act(page, { type: 'resign' }, 'last');
    await expect(page.locator('.ending')).toBeVisible();
    for (const game of ['mobius', 'move', 'fibonacci classic', 'mixtour 20/1']) {
      const [title = ''] = game.split(' ');
      await openTable(page, { game, listed: true });
      await playAll(page, title);
      await expect(page.locator('.ending')).toBeVisible();
      await inspect(page, `over-${title}`, look);
    }
    for (const [what, address] of Object.entries({
      player: `/player/${name}`,
      'own-archive': '/archive',
      'own-account': '/account',
    })) {
      await page.goto(address);
      await expect(page.locator('main h1')).toHaveCount(1);
      await page.waitForLoadState('networkidle');
      await inspect(page, what, look);
    }
    expect.soft(errors).toEqual([]);
    await page.context().close();
  });
}

for (const game of GAMES) {
  test(`every figure of ${game} shows its answer`, async ({ watched }) => {
    await watched.goto(`/${game}/rules`);
    const figures = watched.locator('figure');
    await expect(figures.first()).toBeVisible();
    for (const figure of await figures.all()) {
      const show = figure.getByRole('button', { name: 'Show me' });
      if ((await show.count()) === 0) continue;
      await show.click();
      await expect(figure).toHaveAttribute('data-verdict', 'right');
    }
  });
}

test('a figure answers what is right, what is wrong and what loses', async ({ watched }) => {
  await watched.goto('/mixtour/rules');
  const figure = watched.locator('figure', { hasText: 'The first tower wins.' });
  const play = async (from: string, take: string, to: string) => {
    const cell = (name: string) => figure.locator(`[aria-label^="${name},"]`);
    await expect(figure.locator('svg.active')).toBeVisible();
    await cell(from).focus();
    await watched.keyboard.press(take);
    await cell(to).focus();
    await watched.keyboard.press('Enter');
  };
  await play('e4', '1', 'b4');
  await expect(figure).toHaveAttribute('data-verdict', 'wrong');
  await figure.getByRole('button', { name: 'Again' }).click();
  await play('e1', '2', 'b4');
  await expect(figure).toHaveAttribute('data-verdict', 'lost');
  await figure.getByRole('button', { name: 'Again' }).click();
  await play('e4', '2', 'b4');
  await expect(figure).toHaveAttribute('data-verdict', 'right');
  const forbidden = async () => {
    await watched.goto('/move/rules');
    const inverse = watched.locator('figure', { hasText: 'try to push it back' });
    await inverse.locator('[data-name="3<"]').focus();
    await watched.keyboard.press('Enter');
    await expect(inverse).toHaveAttribute('data-verdict', 'right');
  };
  await forbidden();
});

test('a puzzle is tried, refuted, solved and remembered', async ({ watched }) => {
  await watched.goto('/move/puzzles');
  const { puzzles } = await ask<PuzzlePage>(watched, '/api/puzzles?game=move&difficulty=1&limit=1');
  const name = puzzles[0]?.puzzle ?? '';
  const { view } = await ask<PuzzleView>(watched, `/api/puzzles/${name}`);
  const { solutions, line } = await ask<components['schemas']['Solution']>(watched, `/api/puzzles/${name}/solution`);
  const clicks = (move: string | undefined): readonly Click[] =>
    view.legal.find((each) => each.move === move)?.clicks ?? [];
  await watched.getByRole('link', { name: 'Puzzle 1', exact: true }).click();
  await expect(watched).toHaveURL(`/move/puzzles/${name}`);
  const puzzle = watched.locator('.puzzle');
  await expect(puzzle.locator('[data-site]').first()).toBeVisible();
  const wrong = view.legal.find((each) => !solutions.includes(each.move));
  await clickAll(watched, clicks(wrong?.move));
  await expect(puzzle).toHaveAttribute('data-stage', 'wrong');
  // What is wrong with it is gone through at one's own pace.
  const why = puzzle.getByRole('group', { name: 'How it would go on:' });
  await why.getByRole('button', { name: 'One forward' }).click();
  await expect(why.getByRole('status')).not.toBeEmpty();
  await why.getByRole('button', { name: 'One back' }).click();
  await expect(why.getByRole('status')).toBeEmpty();
  await watched.getByRole('button', { name: 'Take it back' }).click();
  await watched.getByRole('button', { name: 'Hint' }).click();
  await expect(watched.getByText('One of these wins.')).toBeVisible();
  expect(line).toHaveLength(1);
  const { sites } = await ask<components['schemas']['Geometry']>(watched, '/api/games/move/board');
  const shown = sites.find(({ name: each }) => each === line[0])?.shown ?? '';
  await puzzle.getByRole('button', { name: shown, exact: true }).click();
  await expect(watched.locator('[data-hint]').first()).toBeVisible();
  await clickAll(watched, clicks(line[0]));
  await expect(puzzle).toHaveAttribute('data-stage', 'solved');
  await expect(puzzle.getByText('With 2 tries and a hint.')).toBeVisible();
  await expect(puzzle.getByRole('link', { name: 'Analyse the position' })).toHaveAttribute(
    'href',
    /^\/move\/analysis#start=/,
  );
  await watched.getByRole('link', { name: 'All puzzles' }).click();
  await expect(watched.getByRole('link', { name: 'Puzzle 1, solved' })).toBeVisible();
  await expect(watched.getByText('1 day in a row')).toBeVisible();
});

/** Saves all that can be saved of a line of play, and checks what it is by its first bytes; the texts of what was saved. */
async function downloads(page: Page, among: string, name: string): Promise<string[]> {
  const texts: string[] = [];
  for (const [button, ending, begins] of [
    ['The game as text', 'txt', '[Game "'],
    ['Picture (SVG)', 'svg', '<svg xmlns="http://www.w3.org/2000/svg"'],
    ['Picture (PNG)', 'png', '\x89PNG\r\n'],
    ['Animation (GIF)', 'gif', 'GIF89a'],
  ] as const) {
    // A menu is closed by what is chosen in it.
    await menu(page, among).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(`${name}.${ending}`);
    const text = readFileSync(await saved.path(), ending === 'txt' || ending === 'svg' ? 'utf8' : 'latin1');
    expect(text.slice(0, begins.length)).toBe(begins);
    texts.push(text);
  }
  return texts;
}

test('who skips to the content keeps what is there', async ({ page }) => {
  await page.goto('/mixtour/analysis#variant=20%2F1&moves=c3+d4');
  await expect(page.locator('.moves [aria-current]')).toHaveText('d4');
  await page.getByRole('link', { name: 'To the content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await expect(page.locator('.moves [aria-current]')).toHaveText('d4');
  expect(new URL(page.url()).hash).not.toContain('content');
});

test('a record is loaded, varied by keys, shared and saved', async ({ page }) => {
  await page.goto('/mixtour/analysis');
  await page.getByText('Load a game or a position').click();
  const box = page.getByLabel('A record, a position or moves');
  await box.fill('[Game "mixtour"]\n[Variant "20/1"]\n\nc3 c4 (b2 {near}) c3-c4 *');
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  const now = page.locator('.moves [aria-current]');
  await expect(now).toHaveText('c3→c4');
  await page.locator('.moves').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(now).toHaveText('b2');
  await expect(page.locator('.analysis')).not.toHaveAttribute('data-depth', '0');
  await page.getByRole('button', { name: 'Make it the main line' }).click();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page).toHaveURL(/#variant=20%2F1&moves=c3\+b2$/);
  const kept = await downloads(page, 'Download', 'mixtour');
  expect(kept[0]).toBe('[Game "mixtour"]\n[Variant "20/1"]\n[Result "*"]\n\n1. c3 b2 {near} (1... c4 2. c3-c4) *\n');
  await page.reload();
  await expect(now).toHaveText('b2');
});

test('who clicks twice plays once, and goes on', async ({ page }) => {
  await page.goto('/mixtour/analysis');
  await expect(place(page, 'c3')).toBeVisible();
  // A slow line: the second click comes long before the answer to the first.
  await page.route('**/api/explore', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await place(page, 'c3').click();
  await place(page, 'c3').click();
  await expect(page.locator('.moves [data-node]')).toHaveText(['c3']);
  await expect(page.locator('[data-name="c3"]')).toHaveAttribute('aria-label', /^c3, white piece/);
  await place(page, 'c4').click();
  await expect(page.locator('.moves [data-node]')).toHaveText(['c3', 'c4']);
  await expect(page.locator('[data-name="c4"]')).toHaveAttribute('aria-label', /^c4, red piece/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** Opens the analysis of a game where positions are set up; what is said of the position, and how cells are clicked. */
async function settingUp(page: Page, game: string) {
  await page.goto(`/${game}/analysis`);
  await page.getByRole('button', { name: 'Set up a position' }).click();
  const said = page.locator('.set-up [role=status]');
  await expect(said).toHaveText('This position is legal.');
  const click = async (cell: string) => {
    await page
      .locator('.set-up')
      .getByRole('button', { name: new RegExp(`^${cell}, `) })
      .first()
      .click();
  };
  const choose = (name: string) => page.locator('.set-up .row').getByRole('button', { name, exact: true }).click();
  return { said, click, choose };
}

/** Takes the position that was set up, and checks what it is. */
async function useIt(page: Page, expected: string): Promise<void> {
  await expect(page.getByLabel('The position as text')).toHaveValue(expected);
  await page.getByRole('button', { name: 'Use this position' }).click();
  await expect(page.locator('.analysis')).toBeVisible();
  await expect(page.locator('details code')).toHaveText(expected);
}

test('a position of Mobius is set up', async ({ watched: page }) => {
  const { said, click, choose } = await settingUp(page, 'mobius');
  await click('e3');
  await choose('blue stone');
  await click('f3');
  await click('g3');
  await click('g3');
  await page.getByLabel('To move').selectOption('Blue');
  const text = page.getByLabel('The position as text');
  await expect(text).toHaveValue('12/12/12/4rb6/12/12/12/12/12/12/12/12/12 b');
  await text.fill('12/12 r');
  await text.press('Enter');
  await expect(said).toHaveText('Not legal yet: there are 13 rows, not 2.');
  await expect(page.getByRole('button', { name: 'Use this position' })).toBeDisabled();
  await text.fill('12/12/12/4rb6/12/12/12/12/12/12/12/12/12 b');
  await text.press('Enter');
  await expect(said).toHaveText('This position is legal.');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.screenshot({ path: `${pictures}/set-up-mobius.png`, fullPage: true });
  await useIt(page, '12/12/12/4rb6/12/12/12/12/12/12/12/12/12 b');
});

test('a position of Move is set up', async ({ watched: page }) => {
  const { said, click } = await settingUp(page, 'move');
  await click('a1');
  await expect(said).toHaveText('Not legal yet: orange is to move only when both placed as many marbles.');
  await page.screenshot({ path: `${pictures}/set-up-move.png`, fullPage: true });
  await page.getByLabel('To move').selectOption('Green');
  await expect(said).toHaveText('This position is legal.');
  await useIt(page, '2n2/2n2/nnnnn/2n2/o1n2 k g -');
});

test('what is wrong with a position is said in French', async ({ browser, house }) => {
  const page = await come(browser, house, { width: 360, language: 'fr', theme: 'dark' });
  await page.goto('/move/analysis');
  await page.getByRole('button', { name: 'Composer une position' }).click();
  await page.locator('.set-up').getByRole('button', { name: /^a1, / }).click();
  const said = page.locator('.set-up [role=status]');
  await expect(said).toContainText('c’est à Orange de jouer seulement quand chacun a posé autant de billes');
  await page.screenshot({ path: `${pictures}/set-up-move-fr.png`, fullPage: true });
  await page.close();
});

test('a position of Fibonacci is set up', async ({ watched: page }) => {
  const { said, click, choose } = await settingUp(page, 'fibonacci');
  await choose('Take away');
  await click('a1');
  await expect(said).toHaveText('Not legal yet: 5 pieces A instead of 6.');
  await choose('red attack piece');
  await click('b1');
  await expect(said).toHaveText('This position is legal.');
  await page.getByLabel('Turn', { exact: true }).fill('3');
  await page.getByLabel('Turn', { exact: true }).press('Enter');
  await expect(said).toHaveText('Not legal yet: turn 3 cannot have 1 step left.');
  await page.screenshot({ path: `${pictures}/set-up-fibonacci.png`, fullPage: true });
  await page.getByLabel('Steps left').fill('3');
  await page.getByLabel('Steps left').press('Enter');
  await useIt(page, 'caaaaa/1a5/8/8D/2d3DDD1/3d3D3/1ddd3D2/d8/8/A4A1/1AAAAC r 3 3');
});

test('a position of Mixtour is set up, by keys', async ({ watched: page }) => {
  const { said, choose } = await settingUp(page, 'mixtour');
  await page.locator('.set-up').getByRole('button', { name: /^c3, / }).first().focus();
  for (let count = 0; count < 5; count++) await page.keyboard.press('Enter');
  await expect(said).toHaveText('Not legal yet: c3: a stack of five or more has left the board.');
  await page.screenshot({ path: `${pictures}/set-up-mixtour.png`, fullPage: true });
  await choose('Take away');
  await page.locator('.set-up').getByRole('button', { name: /^c3, / }).first().focus();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('This position is legal.');
  await page.getByLabel('To move').selectOption('Red');
  await expect(page.getByLabel('The position as text')).toHaveValue(/ r /);
  await useIt(page, ',,,,/,,,,/,,wwww,,/,,,,/,,,, r 0:0 25/5 -');
});

test('a game of a table is analysed, its turning points first', async ({ page }) => {
  const id = await openTable(page, { game: 'mixtour 20/1' });
  const moves = ['c3', 'c4', 'c3-c4'];
  for (const [ply, move] of moves.entries()) await act(page, { type: 'play', move, ply }, `c${ply}`);
  await act(page, { type: 'resign' }, 'last');
  await downloads(page, 'More', `mixtour-${id}`);
  await page.getByRole('link', { name: 'Analyse', exact: true }).click();
  await expect(page).toHaveURL(`/mixtour/analysis#table=${id}`);
  await expect(page.locator('.moves [aria-current]')).toHaveText('c3→c4');
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await expect(page.getByRole('heading', { name: 'Turning points' })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('img', { name: 'Probability of winning over the game' })).toBeVisible();
});

test('an account is made, has a page, and is logged out of', async ({ watched }) => {
  await watched.goto('/account');
  await watched.getByRole('button', { name: 'I have no account yet' }).click();
  await watched.getByLabel('Name').fill('Reader');
  await watched.getByLabel('Password').fill('a long password');
  await watched.getByRole('button', { name: 'Make an account' }).click();
  await expect(watched.getByRole('heading', { name: 'Reader' })).toBeVisible();
  await expect(watched.locator('main li .label')).toHaveText('Chrome on Linux');
  await watched.getByRole('link', { name: 'My page' }).click();
  await expect(watched).toHaveURL('/player/Reader');
  await expect(watched.getByText('No games yet that everybody may see.')).toBeVisible();
  await watched.goto('/account');
  await watched.getByRole('button', { name: 'Log out' }).click();
  await expect(watched.getByRole('heading', { name: 'Log in' })).toBeVisible();
});
