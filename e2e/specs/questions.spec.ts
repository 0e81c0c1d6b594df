import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { expectAccessible } from '../accessible.ts';
import { Frame } from '../pages/frame.ts';

// Every figure of the count is looked at by axe.
test.setTimeout(240_000);

test('from the first fetch to a picture of closures by campaign and week in eight clicks', async ({ page }) => {
  const exports = new ExportPage(page);
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await new Frame(page).goTo('Export');
  await exports.fetchLeads(); // 1
  await exports.isComplete();
  await page.getByRole('button', { name: 'Group and count' }).click(); // 2: campaigns, across their closures
  const table = page.getByRole('table', { name: 'Counted leads' });
  await expect(table.getByRole('columnheader', { name: 'Success' })).toBeVisible();
  await choose('then by', 'Last modified time'); // 3, 4: by week
  await expect(table.getByRole('row', { name: /Week \d+/ }).first()).toBeVisible();

  // Every lead is counted once.
  const leads = await exports.leads();
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText(leads.toLocaleString('en'));
  await expectAccessible(page, 'export, counted leads');

  await page.getByRole('button', { name: 'Save the count' }).click(); // 5
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'As a picture (PNG)' }).click(); // 6
  const picture = await readFile(await (await file).path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.length).toBeGreaterThan(5000);

  // A figure shows its leads.
  const figure = table.getByRole('button', { name: /, Success: \d/ }).first();
  const count = await figure.locator('b').innerText();
  await figure.click();
  await expect(page.getByRole('status').filter({ hasText: `${count} lead` })).toContainText('Closure is Success');
  await page.getByRole('button', { name: 'Show all' }).click();
});
