import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../accessible.ts';
import { ImportPage } from '../pages/import-page.ts';

test('a result file looks like its source, or as a person chose, and the choice stays', async ({ page, folder }) => {
  test.slow();
  const file = join(folder, 'kunder.csv');
  // Semicolons and windows-1252, as Excel saves them in Denmark.
  await writeFile(file, Buffer.from('Firma;By\r\nNordlys;K\u00f8ge\r\nHavblik;Vejle\r\n', 'latin1'));
  const wizard = new ImportPage(page);
  const job = await wizard.importCompanies(file);
  await expect(page.getByRole('status').getByText('Complete')).toBeVisible();
  await job.saveResult(join(folder, 'like-the-source.csv'));
  const like = (await readFile(join(folder, 'like-the-source.csv'))).toString('latin1').split('\r\n');
  expect(like[0]).toBe('Firma;By;Row;State;Lead id;Reason;Time');
  expect(like[1]).toMatch(/^Nordlys;K\u00f8ge;1;refused;;[^;]+;\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d$/);

  await page.getByRole('button', { name: 'How results are saved' }).click();
  await expect(page.getByRole('radio', { name: 'CSV like kunder.csv' })).toBeChecked();
  await expect(page.getByText('semicolon, Windows-1252')).toBeVisible();
  await expectAccessible(page, 'Result of the import');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const book = join(folder, 'book.xlsx');
  await job.saveResultAs(book, { rows: /^Only the/, format: /Excel workbook/ });
  expect((await readFile(book)).subarray(0, 2).toString()).toBe('PK');

  await page.reload();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Result file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('kunder-refused.xlsx');
});
