import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, testWithService as test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';
import { JobPage, readTable } from '../pages/job-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';

const ROWS = 40;
const SUPPLIERS = ['Energi Nord', 'Syd Data'];

test('from a finished import to what became of its leads, by supplier, in four clicks', async ({
  page,
  service,
  folder,
}) => {
  test.slow();
  const file = join(folder, 'leads.csv');
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `Anna ${row};Lund;2031${1000 + row};${SUPPLIERS[row % 2] ?? ''}`,
  );
  await writeFile(file, ['Fornavn;Efternavn;Telefon1;Leverandør', ...rows].join('\n'));
  await new WelcomePage(page).connect(service);
  const wizard = new ImportPage(page);
  await wizard.open(file);
  await wizard.toColumns();
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26', pool: 'Suppliers' });
  await wizard.start();
  const job = new JobPage(page);
  await expect.poll(() => job.count('created'), { timeout: 60_000 }).toBe(ROWS);
  await service.advance(6 * 3600);

  await page.getByRole('button', { name: 'Read outcomes' }).click();
  const ends = page.getByRole('region', { name: 'How they ended' });
  await expect(ends.getByRole('row', { name: `Created by this import ${ROWS} 100 %` })).toBeVisible();
  const counts = await ends.locator('tbody tr td:nth-of-type(1)').allTextContents();
  const parts = counts.slice(0, -1).map(Number);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(ROWS);
  expect(parts.length, 'calls had ends of several kinds').toBeGreaterThan(2);
  await page.getByRole('combobox', { name: 'By column' }).click();
  await page.getByRole('option', { name: 'Leverandør' }).click();
  for (const supplier of SUPPLIERS)
    await expect(page.getByRole('row', { name: new RegExp(`^${supplier} ${ROWS / 2} `) })).toBeVisible();
  await expectAccessible(page, 'outcomes');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save…' }).click();
  const target = join(folder, 'outcomes.csv');
  await (await download).saveAs(target);
  const table = await readTable(target);
  expect(table).toHaveLength(ROWS);
  const successes = table.filter((row) => row['Outcome'] === 'Success').length;
  await expect(ends.getByRole('row', { name: /^Success / })).toHaveCount(successes === 0 ? 0 : 1);
});
