// Mobius' board as a real strip. Without a graphics card the browser has the processor draw it.
import { expect, expectPly, openTable, settled, test } from './house';

test('the strip is drawn, turned, and played on by a click and by keys', async ({ watched: page }) => {
  await openTable(page, { game: 'mobius' });
  await settled(page, 'first');
  await page.getByRole('button', { name: 'As a real strip' }).click();
  const canvas = page.locator('.solid canvas');
  // It is turned by hand.
  for (const name of ['Turn the board', 'Scroll the strip', 'Show groups'])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  const ply = (count: number) => expectPly(page, count);

  /** How many colours the picture has: one if nothing is drawn. */
  const colours = async () => {
    const picture = (await canvas.screenshot()).toString('base64');
    return page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const paper = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      const context = paper.getContext('2d');
      context?.drawImage(image, 0, 0);
      const points = new Uint32Array(context?.getImageData(0, 0, image.width, image.height).data.buffer ?? []);
      return new Set(points).size;
    }, picture);
  };
  await expect.poll(colours).toBeGreaterThan(200);

  // A cell is played where the pointer meets one.
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the strip is not on the page');
  const solid = page.locator('div.solid');
  let found = { x: 0, y: 0 };
  for (let at = 0.3; at < 0.95 && !(await solid.getAttribute('data-hovered')); at += 0.05) {
    found = { x: box.x + box.width / 2, y: box.y + box.height * at };
    await page.mouse.move(found.x, found.y);
  }
  const site = Number(await solid.getAttribute('data-hovered'));
  await page.mouse.click(found.x, found.y);
  await ply(1);
  await expect(page.locator(`[data-solid="${site}"]`)).toHaveText(/, red stone$/);

  // Turned by hand, it is another picture, and nothing is played.
  const before = await canvas.screenshot();
  await page.mouse.move(found.x, found.y);
  await page.mouse.down();
  await page.mouse.move(found.x - 120, found.y - 60, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => before.equals(await canvas.screenshot())).toBe(false);
  await ply(1);

  // By keys: the arrow keys turn the strip, and walk where the cells are listed.
  await page.locator('.solid .view').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-solid="0"]')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-solid="0"]')).not.toBeFocused();
  await page.keyboard.press('Enter');
  await ply(2);
});

test('a browser without WebGL says so', async ({ watched: page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await openTable(page, { game: 'mobius' });
  await page.getByRole('button', { name: 'As a real strip' }).click();
  await expect(page.getByRole('alert')).toHaveText(/WebGL is missing/);
  await page.getByRole('button', { name: 'As a real strip' }).click();
  await expect(page.locator('[data-name="c0"]')).toBeVisible();
});
