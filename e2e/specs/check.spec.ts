import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';
import { JobPage } from '../pages/job-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

const ROWS = 12;
/** Rows of the spreadsheet: 2 to 7 have numbers a program calculated with, one has a note, one misses digits. */
const DAMAGED = [2, 3, 4, 5, 6, 7];
const NOTE = 9;
const SHORT = 11;

function phoneOf(row: number): { phone?: string } {
  if (DAMAGED.includes(row)) return { phone: `2030${10 + row}40.0` };
  if (row === NOTE) return { phone: 'siehe Notiz' };
  return row === SHORT ? { phone: '2030' } : {};
}

test('rows are repaired, edited and left out, undone, kept over a reload, and sent so', async ({ page, folder }) => {
  test.slow();
  const file = join(folder, 'companies.csv');
  await writeCompanies(file, ROWS, phoneOf);
  const wizard = new ImportPage(page);
  await wizard.open(file);
  await wizard.toColumns();
  await wizard.map('Firma', 'Firmanavn');
  await wizard.toCheck();
  await wizard.goesOn({ goOn: 12, leftOut: 0, withProblem: 8 });

  // One repair for all.
  await wizard.reason(/\.0 at the end/).click();
  await page.getByRole('button', { name: 'Repair 6 rows' }).click();
  await expect(page.getByText(/^Repaired 6 rows/)).toBeVisible();
  await expect(wizard.reason(/\.0 at the end/)).toHaveCount(0);
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

  await page.reload();
  await wizard.goesOn({ goOn: 11, leftOut: 1, withProblem: 0 });
  await wizard.toPlan();
  await expect(page.getByText('12 in the file, 1 left out, 0 sent with problems')).toBeVisible();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await expect(page.getByRole('button', { name: 'Start, send 11 rows' })).toBeVisible();
  await wizard.start();
  const job = new JobPage(page);
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.counts()).toEqual({ created: 11, refused: 0, unknown: 0, skipped: 1, waiting: 0 });
  const phones = (await job.saveResult(join(folder, 'result.csv'))).map((row) => row['Telefon'] ?? '');
  expect(phones).toHaveLength(ROWS);
  expect(phones.filter((phone) => phone.endsWith('.0'))).toEqual([]);
  expect(phones[NOTE - 1]).toBe('+45 20 30 99 40');
});

test('a file without problems says so, and a check that was changed under Columns is made again', async ({
  page,
  folder,
}) => {
  const file = join(folder, 'companies.csv');
  await writeCompanies(file, 5, (row) => (row === 4 ? { phone: 'siehe Notiz' } : {}));
  const wizard = new ImportPage(page);
  await wizard.open(file);
  await wizard.toColumns();
  await wizard.toCheck();
  await wizard.goesOn({ goOn: 5, leftOut: 0, withProblem: 1 });
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await wizard.field('Telefon').focus();
  await page.keyboard.press('Delete');
  await wizard.toCheck();
  await wizard.goesOn({ goOn: 5, leftOut: 0, withProblem: 0 });
  await expect(page.getByRole('heading', { name: 'Nothing to correct' })).toBeVisible();
});
