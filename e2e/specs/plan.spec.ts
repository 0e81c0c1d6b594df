import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { ColumnsPage } from '../pages/columns-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { JobPage } from '../pages/job-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

const CAMPAIGN = 'DK-ENERGI-26';
const ROWS = 4;

type Page = ConstructorParameters<typeof ImportPage>[0];

/** Imports the file into the campaign, so that its rows and its fields are known. */
async function importInto(page: Page, file: string, campaign: string): Promise<void> {
  const wizard = new ImportPage(page);
  await wizard.open(file);
  await wizard.toColumns();
  await wizard.map('Firma', 'Firmanavn');
  await wizard.toPlan();
  await wizard.plan({ campaign });
  await wizard.start();
  await expect(new JobPage(page).state('Complete')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Import' }).first().click();
}

test('rows sent before are shown when the campaign is named under Plan, and left out, taken back or sent again', async ({
  page,
  folder,
}) => {
  test.slow();
  const file = join(folder, 'companies.csv');
  await writeCompanies(file, ROWS);
  await importInto(page, file, CAMPAIGN);
  const more = join(folder, 'more.csv');
  await writeCompanies(more, ROWS + 2);
  const wizard = new ImportPage(page);
  await wizard.open(more);
  await wizard.toColumns();
  await wizard.toPlan();
  const warning = page.getByText(new RegExp(`${ROWS} of these rows were sent to ${CAMPAIGN} before, last on .+ at `));
  await wizard.plan({ campaign: 'EU-MESSE-26' });
  await expect(page.getByRole('button', { name: 'Start, send 6 rows' })).toBeEnabled();
  await expect(warning).toHaveCount(0);
  await wizard.plan({ campaign: CAMPAIGN });
  await expect(warning).toBeVisible();
  await expect(page.getByText('4 rows are sent again')).toBeVisible();
  await expect(page.getByText(/^Used once from here/)).toBeVisible();
  await expectAccessible(page, 'Plan with rows sent before');

  await page.getByRole('button', { name: 'Leave out 4' }).click();
  await expect(page.getByRole('button', { name: 'Start, send 2 rows' })).toBeEnabled();
  await expect(page.getByText('4 rows were sent before and are left out.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back 4' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Start, send 6 rows' })).toBeEnabled();

  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('They are sent again, as you chose.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave out 4' }).click();
  await expect(page.getByText('4 rows were sent before and are left out.')).toBeVisible();
  await wizard.start();
  const job = new JobPage(page);
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.counts()).toEqual({ created: 2, refused: 0, unknown: 0, skipped: 4, waiting: 0 });
});

test('fields a campaign is not known to have are named, and suggestions follow it back at the columns', async ({
  page,
  folder,
}) => {
  test.slow();
  const file = join(folder, 'companies.csv');
  await writeCompanies(file, ROWS);
  await importInto(page, file, CAMPAIGN);
  const other = join(folder, 'other.csv');
  await writeFile(other, 'Firma;Telefon;By\r\nNord;+45 30 30 30 30;Odense\r\nSyd;+45 30 30 30 31;Aarhus\r\n', 'utf8');
  const wizard = new ImportPage(page);
  const columns = new ColumnsPage(page);
  await wizard.open(other);
  await wizard.toColumns();
  await columns.nameCampaign('EU-MESSE-26');
  await expect(wizard.field('Firma')).toHaveAccessibleName('Field for column Firma: Company');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await wizard.toPlan();
  await expect(page.getByText(/not known in/)).toHaveCount(0);
  await wizard.plan({ campaign: CAMPAIGN });
  await expect(page.getByText(`2 of 3 fields are not known in ${CAMPAIGN}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Back to Columns' }).click();

  await expect(page.getByText(`1 field follows ${CAMPAIGN} now.`)).toBeVisible();
  await expect(wizard.field('Firma')).toHaveAccessibleName('Field for column Firma: Firmanavn');
  await expect(page.getByText(`Mapped this way in ${CAMPAIGN}`).first()).toBeVisible();
  await expect(page.getByText('Chosen by you')).toHaveCount(0);
  await expect(wizard.sentRow.getByText('Firmanavn')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(wizard.field('Firma')).toHaveAccessibleName('Field for column Firma: Company');
});

test('the list of campaigns closes on Enter', async ({ page, folder }) => {
  const file = join(folder, 'companies.csv');
  await writeCompanies(file, ROWS);
  const wizard = new ImportPage(page);
  const { campaign } = new ColumnsPage(page);
  await wizard.open(file);
  await wizard.toColumns();
  await campaign.fill('EU');
  await expect(page.getByRole('listbox')).toBeVisible();
  await campaign.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
  await campaign.fill('EU-MESSE-26');
  await expect(page.getByRole('listbox')).toBeVisible();
  await campaign.press('ArrowDown');
  await campaign.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
});
