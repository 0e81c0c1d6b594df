import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';

const folderOfPictures = join(import.meta.dirname, '../screenshots');

/**
 * One picture for each scheme and size, of the page as it stands, of which axe finds nothing.
 * @param area first word of the files' names, such as `quota`
 * @param name of the state, such as `empty`
 */
export async function pictureOf(page: Page, area: string, name: string): Promise<void> {
  await mkdir(folderOfPictures, { recursive: true });
  // A tooltip stands outside of every region.
  await page.mouse.move(640, 1);
  for (const [colorScheme, width, height] of [
    ['light', 1366, 768],
    ['light', 1440, 900],
    ['dark', 1440, 900],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.screenshot({ path: join(folderOfPictures, `${area}-${name}-${width}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, `${area}, ${name}`);
}
