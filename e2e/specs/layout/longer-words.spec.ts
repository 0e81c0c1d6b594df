import type { Page } from '@playwright/test';
import { cutTexts } from '../../cut-texts.ts';
import { openPalette, walkExport, walkImport, walkPages } from '../../every-place.ts';
import { expect, test } from '../../fixtures.ts';
import { withLongerWords } from '../../longer-words.ts';
import { AccountPage } from '../../pages/account-page.ts';
import { Frame } from '../../pages/frame.ts';
import { HelpPage } from '../../pages/help-page.ts';
import type { JobPage } from '../../pages/job-page.ts';
import { resize } from '../../picture.ts';
import { SegmentsPage } from '../../pages/segments-page.ts';

test.use({ hostArguments: [] });
test.setTimeout(150_000);

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
];

/** Its words stand at places that were chosen for them; the tables beside it have the same words and make room. */
const DRAWING = '[aria-label^="The life cycle"], [aria-label^="Théè lïíféè"]';

/** What the frame around all pages lacks is told once. */
const told = new Set<string>();

/** Everything has its room, with today's words and with longer ones, in both windows. */
async function expectRoom(page: Page, place: string): Promise<void> {
  const found = new Map<string, string[]>();
  const look = async (words: string): Promise<void> => {
    for (const size of SIZES) {
      await resize(page, size);
      for (const line of await cutTexts(page, DRAWING))
        found.set(line, [...(found.get(line) ?? []), `${words} ${size.width}`]);
    }
  };
  await look('short');
  await withLongerWords(page, () => look('longer'));
  const lines = [...found].map(([line, where]) => `${line} [${where.join(', ')}]`).filter((line) => !told.has(line));
  for (const line of lines) told.add(line);
  expect.soft(lines, place).toEqual([]);
}

test('the import, from the first screen to its job, has room for longer words', async ({ page, folder }) => {
  // The look itself sees when there is none.
  const button = page.getByRole('button', { name: 'Start practising' });
  await button.evaluate((element) => (element.style.width = '60px'));
  expect((await cutTexts(page, DRAWING)).join()).toContain('Start practising');
  await button.evaluate((element) => (element.style.width = ''));
  const isAtJob = (job: JobPage) => job.reaches('refused', 2);
  await walkImport(page, { folder, rows: 120, isAtJob }, (place) => expectRoom(page, place));
});

test('export, segments, quota, account and help have room for longer words', { tag: '@long' }, async ({ page }) => {
  const look = (place: string) => expectRoom(page, place);
  await walkExport(page, look);
  await new Frame(page).goTo('Segments');
  const segments = new SegmentsPage(page);
  await segments.choose('Energi Q1 pilot');
  await segments.paste(['nobody-1', 'nobody-2']);
  await look('Segments');
  await walkPages(page, ['Quota', 'Account'], look);
  const account = new AccountPage(page);
  await account.test();
  await look('Account, tested');
  await account.show('Users and org units');
  await expect(page.getByRole('rowheader', { name: 'Søren Kjær' })).toBeVisible();
  await look('Account, users');
  await page.keyboard.press('F1');
  await new HelpPage(page).isShown();
  await look('Help');
  await openPalette(page, look);
});
