import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../accessible.ts';
import { writeFile } from 'node:fs/promises';
import { CheckPage } from '../pages/check-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

const ROWS = 12;
/** Rows of the spreadsheet: 2 to 7 have two numbers, one has a note, one misses digits. */
const DAMAGED = [2, 3, 4, 5, 6, 7];
const NOTE = 9;
const SHORT = 11;

function phoneOf(row: number): { phone?: string } {
  if (DAMAGED.includes(row)) return { phone: `2030${10 + row}40 / 4030${10 + row}40` };
  if (row === NOTE) return { phone: 'siehe Notiz' };
  return row === SHORT ? { phone: '2030' } : {};
}

test('rows are repaired, edited and left out, undone, kept over a reload, and sent so', async ({ page, folder }) => {
  test.slow();
  const file = await writeCompanies(join(folder, 'companies.csv'), ROWS, phoneOf);
  const wizard = await ImportPage.atColumns(page, file);
  await wizard.map('Firma', 'Firmanavn');
  await wizard.toCheck();
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 8 });

  // One repair for all.
  await wizard.reason(/Several numbers/).click();
  await page.getByRole('button', { name: 'Repair 6 rows' }).click();
  await expect(page.getByText(/^Repaired 6 rows/)).toBeVisible();
  await expect(wizard.reason(/Several numbers/)).toHaveCount(0);
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 2 });

  // One cell by hand.
  await wizard.reason(/is not a number/).click();
  await wizard.rows.getByText('siehe Notiz').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('+45 20 30 99 40');
  await page.keyboard.press('Enter');
  await expect(wizard.reason(/is not a number/)).toHaveCount(0);
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 1 });

  // One row left out, taken back by the keyboard, left out again.
  await wizard.reason(/too short/).click();
  await wizard.rows.getByRole('checkbox', { name: `Leave out line ${SHORT + 1}` }).click();
  await wizard.goesOn({ goOn: 11, leftOut: 1, withProblem: 0 });
  await expect(page.getByRole('heading', { name: 'Nothing to correct' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 1 });
  await page.keyboard.press('F8');
  await expect(wizard.rows.getByRole('gridcell', { name: '2030', exact: true })).toBeFocused();
  await wizard.reason(/too short/).click();
  await page.getByRole('button', { name: 'Leave out 1', exact: true }).click();
  await wizard.goesOn({ goOn: 11, leftOut: 1, withProblem: 0 });

  // To the start and to the end again, both ways to redo; a reload in between loses nothing.
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('Control+z');
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 8 });
  await expect(page.getByText(/^Undone: Repair of 6 rows/)).toBeVisible();
  await page.reload();
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 8 });
  await page.keyboard.press('Control+Shift+z');
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 2 });
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('Control+y');
  await wizard.goesOn({ goOn: 11, leftOut: 1, withProblem: 0 });
  await expect(page.getByText(/^Done again: Leaving out 1 row/)).toBeVisible();
  await page.getByRole('button', { name: 'What was changed, step by step' }).click();
  await page.getByRole('menuitem', { name: /^Repair of 6 rows/ }).click();
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 2 });
  await page.getByRole('button', { name: /^Redo \(Ctrl/ }).click();
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 1 });
  await page.getByRole('button', { name: /^Redo \(Ctrl/ }).click();
  await wizard.goesOn({ goOn: 11, leftOut: 1, withProblem: 0 });

  await page.reload();
  await wizard.goesOn({ goOn: 11, leftOut: 1, withProblem: 0 });
  await wizard.toPlan();
  await expect(page.getByText('12 in the file, 1 left out')).toBeVisible();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await expect(page.getByRole('heading', { name: 'How should the 11 rows be sent?' })).toBeVisible();
  const job = await wizard.start();
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.counts()).toEqual({ created: 11, refused: 0, unknown: 0, skipped: 1, waiting: 0 });
  const phones = (await job.saveResult(join(folder, 'result.csv'))).map((row) => row['Telefon'] ?? '');
  expect(phones).toHaveLength(ROWS);
  expect(phones.filter((phone) => phone.includes('/'))).toEqual([]);
  expect(phones[NOTE - 1]).toBe('+45 20 30 99 40');
});

test('a file without problems says so, and a check that was changed under Columns is made again', async ({
  page,
  folder,
}) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 5, (row) =>
    row === 4 ? { phone: 'siehe Notiz' } : {},
  );
  const wizard = await ImportPage.atColumns(page, file);
  await wizard.toCheck();
  await wizard.goesOn({ goOn: 5, leftOut: 0, withProblem: 1 });
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await wizard.field('Telefon').focus();
  await page.keyboard.press('Delete');
  await wizard.toCheck();
  await wizard.goesOn({ goOn: 5, leftOut: 0, withProblem: 0 });
  await expect(page.getByRole('heading', { name: 'Nothing to correct' })).toBeVisible();
});

/** `Firma;Telefon;Geburtsdatum;Region;Kundennummer`, one line a row. */
async function writeTable(path: string, rows: readonly string[]): Promise<void> {
  await writeFile(path, ['Firma;Telefon;Email;Geburtsdatum;Region;Kundennummer', ...rows, ''].join('\r\n'), 'utf8');
}

async function openCheck(page: ConstructorParameters<typeof ImportPage>[0], file: string) {
  const wizard = await ImportPage.atColumns(page, file);
  await wizard.map('Firma', 'Firmanavn');
  await wizard.map('Geburtsdatum', 'DateOfBirth');
  await wizard.map('Region', 'Region');
  await wizard.map('Kundennummer', 'CustomerNumber');
  await wizard.toCheck();
  return { wizard, check: new CheckPage(page) };
}

test(
  'rules on length, values and key work at once, stay with the draft, and go again',
  { tag: '@long' },
  async ({ page, folder }) => {
    test.slow();
    const file = join(folder, 'table.csv');
    const regions = ['Nord', 'Syd', 'Nord', 'nord'];
    await writeTable(
      file,
      regions.map((region, row) => `Firma ${'x'.repeat(row)};+45 20 30 10 4${row};p${row}@a.dk;;${region};K${row % 3}`),
    );
    const { wizard, check } = await openCheck(page, file);
    await wizard.goesOn({ goOn: 4, leftOut: 0, withProblem: 0 });
    await check.toRules();

    await check.choose('List the values of a field', 'Region');
    await page.getByRole('button', { name: 'Add the values of the file' }).click();
    const list = page.getByRole('textbox', { name: 'One value a line' });
    await expect(list).toHaveValue('Nord\nSyd\nnord');
    await expectAccessible(page, 'the list of allowed values');
    await list.fill('Nord\nSyd\nØst');
    await page.getByRole('button', { name: 'Allow 3 values' }).click();
    await expect(check.reason(/Region has other values/)).toBeVisible();
    await wizard.goesOn({ goOn: 4, leftOut: 0, withProblem: 1 });

    await check.choose('Limit the length of a field', 'Firmanavn');
    await page.getByRole('textbox', { name: 'Most characters of Firmanavn' }).fill('7');
    await page.keyboard.press('Enter');
    await expect(check.reason(/Firmanavn is too long/)).toContainText('2');
    await wizard.goesOn({ goOn: 4, leftOut: 0, withProblem: 2 });

    await check.choose('Rows are duplicates when this repeats', 'CustomerNumber');
    await expect(check.reason(/CustomerNumber repeats in this file/)).toContainText('2');

    await expectAccessible(page, 'the rules of the check');

    // Every figure says the same, and the rules are still there in another page.
    await page.reload();
    await wizard.goesOn({ goOn: 4, leftOut: 0, withProblem: 2 });
    await check.reason(/Firmanavn is too long/).click();
    expect(await check.parts()).toEqual({
      'This reason': 2,
      'Any problem': 2,
      Repaired: 0,
      'Left out': 0,
      'All rows': 4,
    });
    await check.show('Any problem');
    await expect(check.rows.getByRole('checkbox')).toHaveCount(2);
    await check.show('All rows');
    await expect(check.rows.getByRole('checkbox')).toHaveCount(4);
    await check.toRules();
    await page.getByRole('button', { name: 'Any value for Region' }).click();
    await page.getByRole('button', { name: 'No limit for Firmanavn' }).click();
    await wizard.goesOn({ goOn: 4, leftOut: 0, withProblem: 0 });
  },
);

test('rules set one after the other, while all rows are still checked, all hold', async ({ page, folder }) => {
  test.slow();
  const file = join(folder, 'table.csv');
  await writeTable(
    file,
    Array.from(
      { length: 30_000 },
      (_, row) => `Firma ${row};${20_000_000 + row};p${row}@a.dk;;${row === 5 ? '' : 'Nord'};K${row === 7 ? 6 : row}`,
    ),
  );
  const { check } = await openCheck(page, file);
  await check.toRules();
  await check.choose('Rows are duplicates when this repeats', 'CustomerNumber');
  await check.choose('Must be filled', 'Region');
  await expect(check.reason(/Region is empty/)).toBeVisible({ timeout: 30_000 });
  await expect(check.reason(/CustomerNumber repeats in this file/)).toBeVisible();
});

test('dates that fit both ways are asked about, read as chosen, and sent so', async ({ page, folder }) => {
  test.slow();
  const file = join(folder, 'table.csv');
  const dates = ['03/04/1980', '25/04/1980', '26/05/1981', '04/27/1982', '1983-05-06'];
  await writeTable(
    file,
    dates.map((date, row) => `Firma ${row};+45 20 30 10 4${row};p${row}@a.dk;${date};Nord;K${row}`),
  );
  const { wizard, check } = await openCheck(page, file);
  await check.reason(/DateOfBirth mixes day and month/).click();
  await expect(page.getByText(/2 dates fit only day first and 1 only month first/)).toBeVisible();
  await check.reason(/DateOfBirth: day or month first/).click();
  await expect(page.getByText(/03\/04\/1980 can be 3 April 1980 or 4 March 1980/)).toBeVisible();
  await check.choose('Dates of this field', /^Day first/);
  await expect(page.getByRole('heading', { name: /DateOfBirth is read day first/ })).toBeVisible();
  await check.reason(/DateOfBirth mixes day and month/).click();
  await page.getByRole('button', { name: 'Repair 1 row' }).click();
  await wizard.goesOn({ goOn: 5, leftOut: 0, withProblem: 0 });
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await check.reason(/DateOfBirth is read day first/).click();
  await check.show('All rows');
  for (const [inFile, sent] of [
    ['03/04/1980', '1980-04-03'],
    ['25/04/1980', '1980-04-25'],
    ['1982-04-27', '1982-04-27'],
  ] as const) {
    await check.cell(inFile).click();
    await page.keyboard.press('Escape');
    await page.getByRole('radiogroup', { name: 'Details of' }).getByText('Row', { exact: true }).click();
    await expect(page.getByRole('definition').getByText(sent, { exact: true })).toBeVisible();
  }
});

test(
  'the oddest rows come first, and what is typed is shown as it would be sent',
  { tag: '@long' },
  async ({ page, folder }) => {
    const file = join(folder, 'table.csv');
    const phones = ['398840', '493070', '335030', '517 35520', '762860'];
    await writeTable(
      file,
      phones.map((phone, row) => `Firma ${row};${phone};p${row}@schule.de;;Nord;K${row}`),
    );
    const { check } = await openCheck(page, file);
    await check.reason(/Area code is missing/).click();
    await expect.poll(() => check.lines()).toEqual([5, 2, 3, 4, 6]);
    await page.getByRole('textbox', { name: 'Area code' }).fill('030');
    await expect(check.cell('+493051735520')).toBeVisible();
    await check.cell('517 35520').click();
    await check.type('51735599');
    await expect(check.cell('+493051735599')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(check.cell('+493051735520')).toBeVisible();
    // By key through the list as it is shown; a row that was corrected is not begun with again.
    for (const phone of ['398840', '493070']) {
      await page.keyboard.press('F8');
      await expect(check.cell(phone)).toBeFocused();
    }
    await check.type('+49 30 123456');
    await page.keyboard.press('Enter');
    await expect.poll(() => check.lines()).toEqual([5, 2, 4, 6]);
    await page.keyboard.press('F8');
    await expect(check.cell('335030')).toBeFocused();
    await check.choose('Order of the rows', 'As in the file');
    await expect.poll(() => check.lines()).toEqual([2, 4, 5, 6]);
  },
);
