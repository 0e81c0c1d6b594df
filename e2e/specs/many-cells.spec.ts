import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';

const FILE = `Fornavn;Efternavn;Telefon1;By
ANNA;LUND;20 31 16 71 / 40 31 16 71;Aarhus (midt)
bent;holm;20 31 16 72;
CARLA;ÅS;20 31 16 73 / 40 31 16 73;Odense
`;

test('many cells are changed at once, undone to the start, redone to the end, and sent so', async ({
  page,
  folder,
}) => {
  test.slow();
  const file = join(folder, 'medlemmer.csv');
  await writeFile(file, FILE);
  const wizard = await ImportPage.atColumns(page, file);
  await wizard.toCheck();
  const dialog = page.getByRole('dialog', { name: 'Change many cells' });
  const choose = async (list: string, option: string) => {
    await dialog.getByRole('combobox', { name: list }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const openAll = async () => {
    await page.keyboard.press('Control+h');
    if ((await dialog.getByRole('combobox', { name: 'Rows' }).inputValue()) !== 'All rows of the file: 3')
      await choose('Rows', 'All rows of the file: 3');
  };

  await openAll();
  await choose('What to do', 'Split and keep one part');
  await choose('Column', 'Telefon1');
  await expect(dialog.getByRole('row', { name: '2 Telefon1 20 31 16 71 / 40 31 16 71 20 31 16 71' })).toBeVisible();
  await expectAccessible(page, 'change many cells');
  await dialog.getByRole('button', { name: 'Change 2 cells' }).click();
  await expect(page.getByText('Changed 2 rows')).toBeVisible();

  await openAll();
  await choose('What to do', 'Large and small letters');
  await choose('Column', 'Every column that is sent');
  await dialog.getByRole('button', { name: 'Change 7 cells' }).click();
  await expect(page.getByText('Changed 3 rows')).toBeVisible();

  await openAll();
  await choose('What to do', 'Find and replace');
  await choose('Column', 'By');
  await dialog.getByLabel('Find', { exact: true }).fill(' (MIDT)');
  await dialog.getByRole('button', { name: 'Change 1 cell', exact: true }).click();
  await expect(page.getByText('Changed 1 row', { exact: true })).toBeVisible();

  await openAll();
  await choose('What to do', 'Fill empty cells from above');
  await dialog.getByRole('button', { name: 'Change 1 cell', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Undo \(Ctrl\+Z\): Filled down in 1 cell of By/ })).toBeVisible();

  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeVisible();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Control+y');
  await expect(page.getByRole('button', { name: 'Nothing to redo' })).toBeVisible();
  await wizard.goesOn({ goOn: 3, leftOut: 0, withProblem: 0 });

  const job = await wizard.send({ campaign: 'DK-ENERGI-26', pool: 'Members' });
  await expect.poll(() => job.count('created'), { timeout: 30_000 }).toBe(3);
  await job.saveResult(join(folder, 'result.csv'));
  const result = await readFile(join(folder, 'result.csv'), 'utf8');
  for (const row of ['Anna;Lund;20 31 16 71;Aarhus', 'Bent;Holm;20 31 16 72;Aarhus', 'Carla;Ås;20 31 16 73;Odense'])
    expect(result).toContain(row);
});
