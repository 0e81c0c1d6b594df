import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { withLongerWords } from './longer-words.ts';

/** `npm run screenshots -- --longer` */
const areWordsLonger = process.env['LEAD_CONSOLE_LONGER_WORDS'] === '1';
const folderOfPictures = join(import.meta.dirname, '../screenshots', areWordsLonger ? 'longer' : '');

type Look = readonly [colorScheme: 'light' | 'dark', width: number, height: number];

const STATES: readonly Look[] = [
  ['light', 1366, 768],
  ['light', 1440, 900],
  ['dark', 1440, 900],
];
const PAGES: readonly Look[] = [...STATES.slice(0, 2), ['dark', 1366, 768], ['dark', 1440, 900]];

/**
 * One picture for each scheme and size, of the page as it stands, of which axe finds nothing.
 * @param area first word of the files' names, such as `quota`
 * @param name of the state, such as `empty`
 */
export async function pictureOf(page: Page, area: string, name: string): Promise<void> {
  // A tooltip stands outside of every region.
  await page.mouse.move(640, 1);
  await take(page, `${area}-${name}`, STATES);
  await expectAccessible(page, `${area}, ${name}`);
}

/** The same of a whole page, dark in both sizes, too; its accessibility has a spec of its own. */
export async function pictureOfPage(page: Page, name: string): Promise<void> {
  await take(page, name, PAGES);
}

async function take(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  await mkdir(folderOfPictures, { recursive: true });
  const takeAll = async (): Promise<void> => {
    for (const [colorScheme, width, height] of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await resize(page, { width, height });
      await page.screenshot({ path: join(folderOfPictures, `${name}-${width}-${colorScheme}.png`) });
    }
  };
  await (areWordsLonger ? withLongerWords(page, takeAll) : takeAll());
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Gives the window a size, and the page the time to lay itself out in it. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
