import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

test('Back, Forward, a reload and a bookmark lead to the step that the address names', async ({ page, folder }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 4);
  const wizard = await ImportPage.atColumns(page, file);
  await expect(page).toHaveURL(/\/columns$/);
  await wizard.toCheck();
  await expect(page).toHaveURL(/\/check$/);
  const bookmark = page.url();

  await page.goBack();
  await expect(wizard.currentStep).toContainText('Columns');
  await page.goBack();
  await expect(wizard.currentStep).toContainText('File');
  await page.goForward();
  await expect(wizard.currentStep).toContainText('Columns');
  await page.goForward();
  await expect(wizard.currentStep).toContainText('Check');
  await expect(page.getByText('Draft not saved')).toHaveCount(0);

  await page.reload();
  await expect(wizard.currentStep).toContainText('Check');
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await page.goto(bookmark);
  await expect(wizard.currentStep).toContainText('Check');
  // A step that is not open yet gives way to the one that is.
  await page.goto(bookmark.replace(/check$/, 'nonsense'));
  await expect(page).toHaveURL(/\/check$/);
  await expect(wizard.currentStep).toContainText('Check');
});

test('Back after Start leads from a draft that is none any more to its import', async ({ page, folder }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 4);
  const wizard = await ImportPage.atColumns(page, file);
  await wizard.map('Firma', 'Firmanavn');
  await wizard.send({ campaign: 'DK-ENERGI-26' });
  await page.goBack();
  const open = page.getByRole('link', { name: 'Open the import' });
  await expect(open).toBeVisible();
  await expect(page.getByText('Draft not saved')).toHaveCount(0);
  await open.click();
  await expect(page.getByRole('region', { name: 'Where the rows are' })).toBeVisible();
});
