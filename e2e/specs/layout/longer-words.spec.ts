import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cutTexts } from '../../cut-texts.ts';
import { expect, test } from '../../fixtures.ts';
import { withLongerWords } from '../../longer-words.ts';
import { AccountPage } from '../../pages/account-page.ts';
import { ExportPage } from '../../pages/export-page.ts';
import { Frame } from '../../pages/frame.ts';
import { HelpPage } from '../../pages/help-page.ts';
import { ImportPage } from '../../pages/import-page.ts';
import { resize } from '../../picture.ts';
import { SegmentsPage } from '../../pages/segments-page.ts';
import { WelcomePage } from '../../pages/welcome-page.ts';
import { writeCompanies } from '../../spreadsheets.ts';

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
  const file = await writeCompanies(join(folder, 'nordiske-kunder.csv'), 120, (row) =>
    row % 6 === 0 ? { phone: row % 12 === 0 ? 'siehe Notiz' : '12' } : {},
  );
  await new WelcomePage(page).isShown();
  await expectRoom(page, 'Welcome');
  // The look itself sees when there is none.
  const button = page.getByRole('button', { name: 'Start practising' });
  await button.evaluate((element) => (element.style.width = '60px'));
  expect((await cutTexts(page, DRAWING)).join()).toContain('Start practising');
  await button.evaluate((element) => (element.style.width = ''));
  await new WelcomePage(page).practise();
  await expect(page.getByText('Practice files')).toBeVisible();
  await expectRoom(page, 'Import without a file');
  const frame = new Frame(page);
  const wizard = new ImportPage(page);
  await wizard.open(file);
  await expect(wizard.preview.getByText('Ærø Energi 1', { exact: true })).toBeVisible();
  await expectRoom(page, 'File');
  await wizard.toColumns();
  await wizard.map('Firma', 'Firmanavn');
  await expectRoom(page, 'Columns');
  await wizard.field('Telefon').click();
  await expectRoom(page, 'Columns, list of fields');
  await page.keyboard.press('Escape');
  await wizard.toCheck();
  await wizard.reason(/is not a number/).click();
  await expect(wizard.rows.getByText('siehe Notiz').first()).toBeVisible();
  await expectRoom(page, 'Check');
  await page.getByText('Overview', { exact: true }).click();
  await expectRoom(page, 'Check, overview');
  await wizard.rows.getByText('siehe Notiz').first().click();
  await page.getByText('Row', { exact: true }).click();
  await expectRoom(page, 'Check, one row');
  await page.getByText('Rules', { exact: true }).click();
  await expectRoom(page, 'Check, rules');
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await expectRoom(page, 'Plan');
  const job = await wizard.start();
  await job.reaches('refused', 2);
  await expectRoom(page, 'Job');
  await frame.goTo('Jobs');
  await expectRoom(page, 'Jobs');
});

test('export, segments, quota, account and help have room for longer words', async ({ page }) => {
  await new WelcomePage(page).practise();
  const frame = new Frame(page);
  await frame.goTo('Jobs');
  await expectRoom(page, 'Jobs without a job');
  await frame.goTo('Export');
  await expectRoom(page, 'Export without a result');
  const exported = new ExportPage(page);
  await exported.projects('Energi*');
  await exported.fetchAll();
  await expectRoom(page, 'Export');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('menuitemradio', { name: /^All/ })).toBeChecked();
  await expectRoom(page, 'Export, what to save');
  await page.getByRole('menuitem', { name: /^More options/ }).click();
  await expect(page.getByRole('dialog', { name: 'Save leads' })).toBeVisible();
  await expectRoom(page, 'Export, how to save');
  await page.keyboard.press('Escape');
  await frame.goTo('Segments');
  const segments = new SegmentsPage(page);
  await segments.choose('Energi Q1 pilot');
  await segments.paste(['nobody-1', 'nobody-2']);
  await expectRoom(page, 'Segments');
  for (const name of ['Quota', 'Account'] as const) {
    await frame.goTo(name);
    await expect(page.getByRole('status', { name: /being read|loading/i })).toHaveCount(0);
    await expectRoom(page, name);
  }
  const account = new AccountPage(page);
  await account.test();
  await expectRoom(page, 'Account, tested');
  await account.show('Users and org units');
  await expect(page.getByRole('rowheader', { name: 'Søren Kjær' })).toBeVisible();
  await expectRoom(page, 'Account, users');
  await page.keyboard.press('F1');
  await new HelpPage(page).isShown();
  await expectRoom(page, 'Help');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectRoom(page, 'Palette');
});
