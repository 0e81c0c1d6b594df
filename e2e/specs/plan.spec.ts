import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { CheckPage } from '../pages/check-page.ts';
import { ColumnsPage } from '../pages/columns-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { JobPage } from '../pages/job-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

const CAMPAIGN = 'DK-ENERGI-26';
const ROWS = 4;

type Page = ConstructorParameters<typeof ImportPage>[0];

/** Imports the file into the campaign, so that its rows and its fields are known. */
async function importInto(page: Page, file: string, campaign: string): Promise<void> {
  await new ImportPage(page).importCompanies(file, { campaign });
  await expect(new JobPage(page).state('Complete')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Import' }).first().click();
}

test('rows sent before are left out when the campaign is named under Plan; sending them is a decision that can be undone', async ({
  page,
  folder,
}) => {
  test.slow();
  const file = await writeCompanies(join(folder, 'companies.csv'), ROWS);
  await importInto(page, file, CAMPAIGN);
  const more = await writeCompanies(join(folder, 'more.csv'), ROWS + 2);
  const wizard = await ImportPage.atColumns(page, more);
  await wizard.toPlan();
  const known = page.getByText(new RegExp(`${ROWS} of these rows were sent to ${CAMPAIGN} before, last on .+ at `));
  await wizard.plan({ campaign: 'EU-MESSE-26' });
  await expect(page.getByRole('button', { name: 'Start, send 6 rows' })).toBeEnabled();
  await expect(known).toHaveCount(0);
  await wizard.plan({ campaign: CAMPAIGN });
  await expect(known).toBeVisible();
  await expect(page.getByText('They are left out and not sent again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start, send 2 rows' })).toBeEnabled();
  await expect(page.getByRole('group', { name: 'Step 4 of' }).getByText(/^Used once from here/)).toBeVisible();

  await page.getByRole('button', { name: 'Send 4 again' }).click();
  await expect(page.getByRole('button', { name: 'Start, send 6 rows' })).toBeEnabled();
  const chip = page.getByRole('button', { name: '4 sent again: leave them out' });
  await expect(chip).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: Sending 4 rows that were sent before')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start, send 2 rows' })).toBeEnabled();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByRole('button', { name: 'Start, send 6 rows' })).toBeEnabled();
  // Only now: the note with Undo stays for seconds.
  await expectAccessible(page, 'Plan with rows that are sent again');
  await chip.click();
  await expect(page.getByRole('button', { name: 'Start, send 2 rows' })).toBeEnabled();
  const job = await wizard.start();
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.counts()).toEqual({ created: 2, refused: 0, unknown: 0, skipped: 4, waiting: 0 });
});

test(
  'a job duplicated as new sends nothing that it sent, unless a person decides so',
  { tag: '@long' },
  async ({ page, folder }) => {
    test.slow();
    const file = await writeCompanies(join(folder, 'companies.csv'), ROWS);
    await importInto(page, file, CAMPAIGN);
    await page.goBack();
    const job = new JobPage(page);
    await job.isShown();
    await page.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Duplicate as new' }).click();
    const wizard = new ImportPage(page);
    await wizard.goesOn({ goOn: 0, leftOut: ROWS, withProblem: 0 });
    const check = new CheckPage(page);
    await expect(check.reason(/^Sent before/)).toContainText('left out');
    await expect(page.getByText(`${ROWS} rows are left out.`)).toBeVisible();
    await expect(page.getByLabel('Next steps').getByRole('button', { name: 'Plan' })).toBeDisabled();
    await expectAccessible(page, 'Check of rows that were sent before');

    // One row alone, and back.
    await check.rows.getByRole('checkbox', { name: 'Leave out line 3', exact: true }).click();
    await wizard.goesOn({ goOn: 1, leftOut: ROWS - 1, withProblem: 0 });
    await page.keyboard.press('Control+z');
    await wizard.goesOn({ goOn: 0, leftOut: ROWS, withProblem: 0 });
    // However often: what the program decided is not a step.
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Control+z');
    await wizard.goesOn({ goOn: 0, leftOut: ROWS, withProblem: 0 });

    await page.getByText(`Send again ${ROWS}`).click();
    await wizard.goesOn({ goOn: ROWS, leftOut: 0, withProblem: 0 });
    await expect(page.getByRole('button', { name: `${ROWS} sent again: leave them out` })).toBeVisible();
    await wizard.toPlan();
    await wizard.start();
    await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
    expect(await job.counts()).toEqual({ created: ROWS, refused: 0, unknown: 0, skipped: 0, waiting: 0 });
  },
);

test(
  'fields a campaign is not known to have are named, and suggestions follow it back at the columns',
  { tag: '@long' },
  async ({ page, folder }) => {
    test.slow();
    const file = await writeCompanies(join(folder, 'companies.csv'), ROWS);
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

    await expect(page.getByText(`1 column changed to fit ${CAMPAIGN}.`)).toBeVisible();
    await expect(wizard.field('Firma')).toHaveAccessibleName('Field for column Firma: Firmanavn');
    await expect(page.getByText(`Mapped this way in ${CAMPAIGN}`).first()).toBeVisible();
    await expect(page.getByText('Chosen by you')).toHaveCount(0);
    await expect(wizard.sentRow.getByText('Firmanavn')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(wizard.field('Firma')).toHaveAccessibleName('Field for column Firma: Company');
  },
);

test('the list of campaigns closes on Enter', async ({ page, folder }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), ROWS);
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
