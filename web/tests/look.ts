// Looking at a page: in a language, a theme and a width, with a picture of it, and what must hold of each.
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';

import { expect, type House } from './house';

export interface Look {
  readonly width: number;
  readonly language: 'en' | 'fr';
  readonly theme: 'light' | 'dark';
}

/** Both languages, both themes, and three widths, a telephone's among them. */
export const LOOKS: readonly Look[] = [
  { width: 1440, language: 'en', theme: 'light' },
  { width: 768, language: 'fr', theme: 'dark' },
  { width: 360, language: 'en', theme: 'dark' },
  { width: 360, language: 'fr', theme: 'light' },
];

/** Where pictures of pages are kept. */
export const pictures = process.env.HALTE_PICTURES ?? 'dist/pictures';

/** A browser's first page, at which nothing moves. */
export async function come(browser: Browser, house: House, { width, language, theme }: Look): Promise<Page> {
  const context = await browser.newContext({
    baseURL: house.url,
    viewport: { width, height: width < 500 ? 740 : 900 },
    colorScheme: theme,
    locale: language,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** Keeps a picture of a page; it is in its language, everybody can use it, and it is not too wide. */
export async function inspect(page: Page, name: string, { width, language, theme }: Look): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await page.screenshot({ path: `${pictures}/${name}-${width}-${language}-${theme}.png`, fullPage: true });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect.soft(violations.map(({ id, nodes }) => [name, id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([]);
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect.soft([name, isTooWide]).toEqual([name, false]);
}
