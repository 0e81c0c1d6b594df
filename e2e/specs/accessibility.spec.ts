import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../accessible.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

test.use({ hostArguments: [] });

test('every page of the import and of its job', async ({ page, folder }) => {
  test.slow();
  const file = await writeCompanies(join(folder, 'companies.csv'), 7, (row) =>
    row === 2 ? { phone: 'siehe Notiz' } : {},
  );
  await expectAccessible(page, 'Welcome');
  await new WelcomePage(page).practise();
  await expect(page.getByText('Practice files')).toBeVisible();
  await expectAccessible(page, 'Import without a file');
  const wizard = new ImportPage(page);
  await wizard.open(file);
  await expect(wizard.preview.getByText('Ærø Energi 1', { exact: true })).toBeVisible();
  await expectAccessible(page, 'File');
  await wizard.toColumns();
  await wizard.map('Firma', 'Firmanavn');
  await wizard.field('Telefon').click();
  await expectAccessible(page, 'Columns, list of fields open');
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'Columns');
  await wizard.toCheck();
  await expect(wizard.rows.getByText('siehe Notiz')).toBeVisible();
  await expectAccessible(page, 'Check, values');
  await page.getByText('Overview', { exact: true }).click();
  await expectAccessible(page, 'Check, overview');
  await wizard.rows.getByText('siehe Notiz').click();
  await page.getByText('Row', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Line 3' })).toBeVisible();
  await expectAccessible(page, 'Check, one row');
  await page.getByText('Rules', { exact: true }).click();
  await expectAccessible(page, 'Check, rules');
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await expectAccessible(page, 'Plan');
  const job = await wizard.start();
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'Job');
  await new Frame(page).goTo('Jobs');
  await expectAccessible(page, 'Jobs');
});

test('export, segments, quota, account and the palette', async ({ page }) => {
  test.slow();
  await new WelcomePage(page).practise();
  const frame = new Frame(page);
  await frame.goTo('Jobs');
  await expectAccessible(page, 'Jobs without a job');
  await frame.goTo('Export');
  await expectAccessible(page, 'Export without a result');
  const exported = new ExportPage(page);
  await exported.projects('Energi*');
  await exported.fetchAll();
  await expectAccessible(page, 'Export');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('menuitemradio', { name: /^All/ })).toBeChecked();
  await expectAccessible(page, 'Export, what to save');
  await page.getByRole('menuitem', { name: /^More options/ }).click();
  await expect(page.getByRole('dialog', { name: 'Save leads' })).toBeVisible();
  await expectAccessible(page, 'Export, how to save');
  await page.keyboard.press('Escape');
  for (const name of ['Segments', 'Quota', 'Account'] as const) {
    await frame.goTo(name);
    await expect(page.getByRole('status', { name: /being read|loading/i })).toHaveCount(0);
    await expectAccessible(page, name);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'Palette');
});
