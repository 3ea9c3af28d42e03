// Pages of tables and analyses in frames of other sites, and what is told about shared addresses.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, openTable, test } from './house';

/** A page of another site with a frame, and the frame's contents. */
async function site(source: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Elsewhere</title><iframe src="${source}" width="420" height="640"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('a table is looked at in a frame, and nothing can be done there', async ({ page, house }) => {
  await openTable(page, { game: 'mixtour 20/1', seats: [{ kind: 'opener' }, { kind: 'opener' }] });
  const table = page.url();
  const sent: string[] = [];
  const other = await page.context().newPage();
  other.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  const { url, close } = await site(table.replace('/table/', '/embed/table/'));
  await other.goto(url);
  const frame = other.frameLocator('iframe');
  await expect(frame.getByRole('status')).toHaveText('White to move');
  await expect(frame.getByText('Dieter Stein')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Open in Halte' })).toHaveAttribute('href', table);
  // Cells are there to be heard; a click on one plays nothing.
  await frame.getByRole('button', { name: /^c3, empty/ }).click();
  for (const name of await frame.getByRole('button').all())
    expect(await name.getAttribute('aria-label')).toMatch(/^([a-e][1-5], |To the|One )/);
  expect(sent.filter((message) => message.includes('"command"'))).toEqual([]);
  const look = await page.request.get(`${house.url}/api/tables/${table.split('/').at(-1)}`);
  expect((await look.json()).moves).toEqual([]);
  // The table itself is shown in no frame.
  const { url: stolen, close: end } = await site(table);
  await other.goto(stolen);
  await expect.poll(() => other.frames().map((each) => each.url())).toContain('chrome-error://chromewebdata/');
  close();
  end();
});

test('an analysis is replayed in a frame', async ({ watched: page, house }) => {
  const { url, close } = await site(`${house.url}/embed/mixtour/analysis#variant=20%2F1&moves=c3+d4+c3-d4`);
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('status')).toContainText('c3→d4, move 3 of 3');
  await frame.getByRole('button', { name: 'To the start' }).click();
  await page.keyboard.press('ArrowRight');
  await expect(frame.getByRole('status')).toContainText('c3, move 1 of 3');
  await expect(frame.getByRole('link', { name: 'Open in Halte' })).toHaveAttribute(
    'href',
    /\/mixtour\/analysis#.*moves=c3/,
  );
  close();
});

test('shared addresses say what they lead to', async ({ page, house }) => {
  await openTable(page, { game: 'mixtour 20/1', seats: [{ kind: 'opener' }, { kind: 'opener' }] });
  const path = new URL(page.url()).pathname;
  const told = async (address: string) => (await page.request.get(house.url + address)).text();
  const html = await told(path);
  expect(html).toContain('<meta property="og:title" content="Mixtour 20/1: ');
  expect(html).toContain(
    `<meta property="og:image" content="${house.url}/api/tables/${path.split('/').at(-1)}/picture"`,
  );
  expect(html).toContain('type="application/json+oembed"');
  expect(await told('/mobius')).toContain('<meta property="og:description" content="');
  expect(await told('/settings')).not.toContain('og:title');
  // The page itself is the same.
  await page.goto('/mobius');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
