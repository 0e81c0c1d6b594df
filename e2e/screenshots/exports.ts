import { join } from 'node:path';
import { expect, testWithService as test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { pictureOf } from '../picture.ts';
import { saveBy } from '../save-by.ts';

test.setTimeout(240_000);

const LONG = 'Nordvestlandske kraftselskapers gjenvinningskampanje for tidligere bedriftskunder høsten 2026';
/** Every so manieth lead changes between the two results. */
const CHANGED_EVERY = 20;
const lists = { method: 'GET', path: '/simpleleads' } as const;

test('exports: long names, the save dialog, a comparison with what was saved, partial, refused', async ({
  page,
  folder,
  service,
  troubles,
}) => {
  troubles.expect(/Failed to load resource/);
  // Wide enough for the saved queries beside the leads.
  await page.setViewportSize({ width: 1440, height: 900 });
  await new WelcomePage(page).connect(service);
  const exported = await ExportPage.goTo(page);
  await exported.saveQuery(LONG);
  await exported.fetchAll();
  const first = page.url();
  await service.changeEvery(CHANGED_EVERY, 'Failed');
  await exported.fetchLeads();
  await expect(page).not.toHaveURL(first);
  await exported.isComplete();
  await pictureOf(page, 'exports', 'long-names');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('menuitem', { name: /^More options/ }).click();
  await expect(page.getByRole('radio', { name: 'Parquet' })).toBeVisible();
  await pictureOf(page, 'exports', 'save');
  await page.keyboard.press('Escape');

  await exported.compare();
  await page.locator('[data-part=changed]').click();
  await pictureOf(page, 'exports', 'compared');
  await page.getByRole('button', { name: /^Save [\d,]+…$/ }).click();
  await saveBy(page.getByRole('button', { name: /^Save [\d,]+ leads?$/ }), join(folder, 'changed.csv'));
  await expect(page.getByText(/It matches\./).last()).toBeVisible();
  await pictureOf(page, 'exports', 'compared-saved');

  await page.goto(first);
  await exported.isComplete();
  await service.addFault({ kind: 'truncate', how: 'reset', bytes: 200_000, times: 9, match: lists });
  await exported.fetchLeads();
  await expect(page.getByText(/broke before the list was complete/).first()).toBeVisible({ timeout: 40_000 });
  await pictureOf(page, 'exports', 'partial');
  await service.removeFaults();
  await service.addFault({ kind: 'status', status: 500, times: 9, match: lists });
  await exported.fetchLeads();
  await expect(page.getByText('The export stopped before the first lead.')).toBeVisible({ timeout: 40_000 });
  await pictureOf(page, 'exports', 'refused');
});
