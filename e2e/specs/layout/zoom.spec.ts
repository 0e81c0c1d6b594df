import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { isRead } from '../../every-place.ts';
import { expect, test } from '../../fixtures.ts';
import { ExportPage } from '../../pages/export-page.ts';
import { Frame } from '../../pages/frame.ts';
import { HelpPage } from '../../pages/help-page.ts';
import { ImportPage } from '../../pages/import-page.ts';
import { SegmentsPage } from '../../pages/segments-page.ts';
import { outOfReach } from '../../reachable.ts';
import { resize } from '../../picture.ts';
import { writeCompanies } from '../../spreadsheets.ts';

test.setTimeout(150_000);

// 1366×768 at 200 % and 400 %, and a window that is neither small nor large.
const SIZES = [
  { width: 683, height: 384 },
  { width: 342, height: 192 },
  { width: 900, height: 700 },
];

/** Every control can be got at, and the page scrolls up and down only. */
async function expectUsable(page: Page, place: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1366, height: 768 };
  for (const size of SIZES) {
    await resize(page, size);
    await expect
      .soft(async () => expect(await outOfReach(page), `${place}, ${size.width} pixels wide`).toEqual([]))
      .toPass({ timeout: 3000 });
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(sideways, `${place}, ${size.width} pixels wide: scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await resize(page, before);
}

test('at 200 % and 400 % every step of an import and its job is used', async ({ page, folder }) => {
  const name = 'customers-of-the-north-and-the-south-with-a-name-that-has-room-nowhere.csv';
  const file = await writeCompanies(join(folder, name), 40, (row) => (row % 6 === 0 ? { phone: 'siehe Notiz' } : {}));
  await expectUsable(page, 'Import without a file');
  const wizard = new ImportPage(page);
  await wizard.open(file);
  await expectUsable(page, 'File');
  await wizard.toColumns();
  await wizard.map('Firma', 'Firmanavn');
  await expectUsable(page, 'Columns');
  await wizard.toCheck();
  await wizard.reason(/is not a number/).click();
  await expectUsable(page, 'Check');
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await expectUsable(page, 'Plan');
  const job = await wizard.start();
  await job.reaches('refused', 2);
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  await expectUsable(page, 'Job');
  await new Frame(page).goTo('Jobs');
  await expectUsable(page, 'Jobs');
});

test('at 200 % and 400 % an export, segments, quota, account and help are used', { tag: '@long' }, async ({ page }) => {
  const exported = await ExportPage.goTo(page);
  await isRead(page);
  await expectUsable(page, 'Export without a result');
  await exported.projects('Energi*');
  await exported.fetchAll();
  await expectUsable(page, 'Export');
  await exported.search.fill('energi');
  await expect(page.getByText(/^hit 1 of/)).toBeVisible();
  await expectUsable(page, 'Export, searched');
  await page.getByRole('button', { name: 'Values of a column' }).click();
  await expectUsable(page, 'Export, a column');
  await page.getByRole('button', { name: 'Values of a column' }).click();
  await page.getByRole('button', { name: 'Group and count' }).click();
  await expect(page.getByRole('table', { name: 'Counted leads' })).toBeVisible();
  await expectUsable(page, 'Export, counted');
  await exported.fetchLeads();
  await exported.isComplete();
  await exported.compare();
  await expectUsable(page, 'Comparison');
  const frame = new Frame(page);
  await frame.goTo('Segments');
  await expect(new SegmentsPage(page).segment('Energi Q1 pilot')).toBeVisible();
  await expectUsable(page, 'Segments');
  for (const name of ['Quota', 'Account'] as const) {
    await frame.goTo(name);
    await isRead(page);
    await expectUsable(page, name);
  }
  await page.keyboard.press('F1');
  await new HelpPage(page).isShown();
  await expectUsable(page, 'Help');
});

test('at 400 % what a page is about takes as many lines as it needs', async ({ page }) => {
  await new Frame(page).goTo('Quota');
  await page.getByRole('button', { name: 'Request log' }).click();
  const about = page.getByText('without personal data, kept until the program ends');
  await expect(about).toBeVisible();
  await resize(page, { width: 256, height: 192 });
  expect(await about.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
});
