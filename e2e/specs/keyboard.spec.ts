import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';
import { JobPage } from '../pages/job-page.ts';
import { writeCompanies } from '../spreadsheets.ts';
import { tabTo } from '../tab-to.ts';

test.describe('on a Mac', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)' });

  test('keys are named as its keyboard has them', async ({ page, folder }) => {
    await expect(page.getByText(/paste copied cells with Cmd V/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Choose a file Cmd O' })).toBeVisible();
    await ImportPage.atColumns(page, await writeCompanies(join(folder, 'companies.csv'), 6));
    await expect(page.getByText('Cmd Z', { exact: true })).toBeAttached();
  });
});

test('an import without a mouse', async ({ page, folder }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 6);
  const wizard = new ImportPage(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
  await wizard.chooseByKeys(file);
  await wizard.isAtFile();

  // The table is one stop on the way, however many cells it has.
  await page.getByRole('radio', { name: 'As table' }).focus();
  await tabTo(page, page.getByLabel('Next steps').getByRole('button', { name: 'Columns' }), 8);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Columns of the file' })).toBeVisible();

  // Line by line, field by field.
  await wizard.field('Firma').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Firmanavn');
  await page.keyboard.press('Enter');
  await expect(wizard.field('Firma')).toHaveAccessibleName('Field for column Firma: Firmanavn');
  await expect(wizard.field('Firma')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(wizard.field('Telefon')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(wizard.field('Bemærkning')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(wizard.field('Bemærkning')).toHaveAccessibleName('Field for column Bemærkning: choose a field');
  await page.keyboard.press('Control+z');
  await expect(wizard.field('Bemærkning')).not.toHaveAccessibleName('Field for column Bemærkning: choose a field');

  // From the campaign past the lines of the columns.
  await page.getByPlaceholder('Campaign code').focus();
  await tabTo(page, page.getByRole('button', { name: 'Skip to Check' }), 4);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Next steps').getByRole('button', { name: 'Check' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing to correct' })).toBeVisible();
  await page.getByLabel('Next steps').getByRole('button', { name: 'Plan' }).focus();
  await page.keyboard.press('Enter');
  await page.getByPlaceholder('Campaign code').focus();
  await page.keyboard.type('DK-ENERGI-26');
  await page.keyboard.press('Escape');
  // It waits until the rows were compared with what the campaign has had.
  const start = page.getByRole('button', { name: /^Start, send 6 rows/ });
  await expect(start).toBeEnabled();
  await start.focus();
  await page.keyboard.press('Enter');
  const job = new JobPage(page);
  await job.isShown();
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.count('created')).toBe(6);
});
