import { appendFile, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { FileStep } from '../pages/file-step.ts';
import { ImportPage } from '../pages/import-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

/** Two title lines, a blank one, a header, rows with what cannot be seen, a byte that is not UTF-8, a note below. */
const ODD = Buffer.concat([
  Buffer.from('\ufeffKundeliste 2026;;;\r\nKun til intern brug;;;\r\n\r\nFirma;Telefon;Email;Bemærkning\r\n'),
  Buffer.from(
    Array.from(
      { length: 40 },
      (_, index) => `Ærø Energi ${index};+45 20 30 ${10 + index} 40;post${index}@example.dk;${noteOf(index)}\r\n`,
    ).join(''),
  ),
  Buffer.from([0x4d, 0xfc]),
  Buffer.from('ller;+45 20 30 99 40;m@example.dk;"to\nlinjer"\r\n\r\n* Kilde: CRM;;;\r\n'),
]);

async function openOdd(page: Page, folder: string): Promise<FileStep> {
  await writeFile(join(folder, 'odd.csv'), ODD);
  await new ImportPage(page).open(join(folder, 'odd.csv'));
  return new FileStep(page);
}

function noteOf(index: number): string {
  if (index === 0) return 'Sjælland\u00a0x\u202egnp.exe';
  return index % 7 === 3 ? ' ' : `Sjælland ${index}`;
}

test('a file is shown as its own lines, with what cannot be seen, and the choice stays', async ({ page, folder }) => {
  const step = await openOdd(page, folder);
  await expect(step.table.getByText('NBSP')).toBeVisible();
  await step.show('As text');
  await expect(step.line(1)).toContainText(/left out.*BOM.*Kundeliste 2026/);
  await expect(step.line(3)).toContainText('blank');
  await expect(step.line(4)).toContainText(/header.*Firma;Telefon/);
  await expect(step.line(5)).toContainText(/NBSPxRLOgnp\.exe/);
  await expect(step.line(8).getByTitle('a space', { exact: true })).toBeVisible();
  await expect(step.line(45)).toContainText(/row 45.*Müller/);
  await expect(step.line(46)).toContainText('linjer"');
  await expect(step.line(48)).toContainText(/row 47.*left out.*Kilde/);
  await expect(step.text.getByText('End of the file')).toBeVisible();

  await step.chooseGuess('Encoding', 'UTF-8');
  await expect(step.line(45)).toContainText('MFCller');
  await expect(step.line(45).getByTitle(/byte FC/)).toBeVisible();
  await step.useGuess('Encoding').click();
  await expect(step.line(45)).toContainText('Müller');
});

test('what was noticed leads to its line, in the table or in the text', async ({ page, folder }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 3_000, (row) =>
    row === 2_600 ? { name: 'Slut "citat' } : {},
  );
  const step = new FileStep(page);
  await new ImportPage(page).open(file);
  await expect(step.rowCount).toHaveText('3,000 rows');
  await step.press(/quotation mark inside/, 'Show line');
  await expect(step.table.getByRole('gridcell', { name: 'Slut "citat' })).toBeFocused();

  await page.getByRole('link', { name: 'Choose another file' }).click();
  await openOdd(page, folder);
  await step.press(/above the table/, 'Show lines');
  await expect(step.line(1)).toBeFocused();
  await page.getByRole('button', { name: 'Show line 2 in the preview' }).click();
  await expect(step.line(2)).toBeFocused();
});

test('spaces are removed and kept again', async ({ page, folder }) => {
  const step = await openOdd(page, folder);
  await expect(step.table.getByText('space', { exact: true }).first()).toBeVisible();
  await step.press(/only spaces/, 'Remove the spaces');
  await expect(step.noticed(/Spaces around cells/)).toBeVisible();
  await expect(step.noticed(/only spaces:/)).toHaveCount(0);
  await expect(step.table.getByText('Sjælland 1', { exact: true })).toBeVisible();
  await expect(step.table.getByText('space', { exact: true })).toHaveCount(0);
  await step.press(/Spaces around cells/, 'Keep the spaces');
  await expect(step.table.getByText('space', { exact: true }).first()).toBeVisible();
});

test('every choice stays while others change, a wrong one is answered, and the guess comes back', async ({
  page,
  folder,
}) => {
  const step = await openOdd(page, folder);
  await expect(step.guess('Last data line')).toHaveValue('45');
  await expect(step.rowCount).toHaveText('41 rows');

  // Answered without reading; what was typed stays to be corrected.
  await step.typeLine('Last data line', 2);
  await expect(step.guesses.getByRole('alert')).toHaveText('Data begins at line 5, so line 2 cannot be its last one.');
  await expect(step.guess('Last data line')).toHaveValue('2');
  await step.typeLine('Last data line', 20);
  await expect(step.rowCount).toHaveText('16 rows');
  await expect(step.guesses.getByRole('alert')).toHaveCount(0);
  await step.typeLine('First data line', 500);
  await expect(step.guesses.getByRole('alert')).toContainText('Line 20 is the last one of the table');
  await step.typeLine('First data line', 7);
  await expect(step.rowCount).toHaveText('14 rows');
  await step.chooseGuess('Encoding', 'Western European (Windows-1252, ISO-8859-1)');
  await expect(step.useGuess('Encoding')).toBeVisible();
  await expect(step.table.getByText('Ã†rÃ¸ Energi 2', { exact: true })).toBeVisible();
  await expect(step.rowCount).toHaveText('14 rows');

  // Answered by the reader.
  await step.chooseGuess('Header', 'Line 3');
  await expect(page.getByText('The file could not be read this way, and nothing was changed.')).toBeVisible();
  await expect(page.getByText(/Line 3 has no content/)).toBeVisible();
  await expect(step.guess('Header')).toHaveValue('Line 4');
  await expect(step.rowCount).toHaveText('14 rows');

  await page.reload();
  await expect(step.rowCount).toHaveText('14 rows');
  await step.useGuess('Data lines').click();
  await expect(step.rowCount).toHaveText('41 rows');
  await expect(step.useGuess('Data lines')).toHaveCount(0);
  await expect(step.useGuess('Encoding')).toBeVisible();
  await step.press(/below the table/, 'Read it as data');
  await expect(step.rowCount).toHaveText('42 rows');
});

test(
  'reading a large file again shows its first rows at once, and can be cancelled',
  { tag: '@long' },
  async ({ page, folder }) => {
    test.slow();
    const file = join(folder, 'large.csv');
    await writeLarge(file, 120_000_000);
    const step = new FileStep(page);
    await new ImportPage(page).choose(file);
    await expect(step.guesses).toBeVisible({ timeout: 60_000 });
    const rows = await step.rowCount.innerText();

    await step.chooseGuess('Separator', 'Comma ,');
    await expect(
      page
        .getByRole('group', { name: 'Rows as they will be read' })
        .getByText(/^Ærø Energi;\+45/)
        .first(),
    ).toBeVisible();
    await step.chooseGuess('Header', 'No header');
    await expect(step.guess('Separator')).toHaveValue('Comma ,');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await expect(step.guess('Separator')).toHaveValue('Semicolon ;');
    await expect(step.guess('Header')).toHaveValue('Line 1');
    await expect(step.rowCount).toHaveText(rows);
    await expect(step.table.getByText('Ærø Energi', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/could not be read this way/)).toHaveCount(0);
  },
);

test('a file that changed or went away since is said to be so, and its rows are kept', async ({
  page,
  folder,
  host,
}) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 20);
  const step = new FileStep(page);
  await new ImportPage(page).open(file);
  await expect(step.rowCount).toHaveText('20 rows');
  const uploads = join(host.dataFolder, 'uploads');
  const [copy] = await readdir(uploads);
  await appendFile(join(uploads, copy ?? ''), 'Ny Energi;+45 20 30 40 50;ny@example.dk;x\r\n');
  await page.reload();
  await expect(page.getByText('The file was changed after it was read.')).toBeVisible();
  await expect(step.rowCount).toHaveText('20 rows');
  await page.getByRole('button', { name: 'Read it again' }).click();
  await expect(step.rowCount).toHaveText('21 rows');
  await expect(page.getByText('The file was changed after it was read.')).toHaveCount(0);

  await rm(join(uploads, copy ?? ''));
  await page.reload();
  await expect(page.getByText(/^The copy that the browser handed over is gone/)).toBeVisible();
  await expect(step.guess('Separator')).toBeDisabled();
  await expect(step.rowCount).toHaveText('21 rows');
  await expect(step.table.getByText('Ærø Energi 1', { exact: true })).toBeVisible();
  await page.getByText('As text', { exact: true }).click();
  await expect(page.getByRole('heading', { name: /so its text cannot be shown/ })).toBeVisible();
});

test(
  'drafts are listed with the end of their names, the older ones on demand, and deleted one by one',
  { tag: '@long' },
  async ({ page, folder }) => {
    const wizard = new ImportPage(page);
    const drafts = page.getByRole('list', { name: 'Drafts' });
    await expect(page.getByRole('heading', { name: 'Drop a spreadsheet to look at it first' })).toBeVisible();
    await expect(drafts).toHaveCount(0);
    for (let index = 1; index <= 10; index += 1) {
      const file = await writeCompanies(
        join(folder, `${'kunder-i-danmark-og-sverige-'.repeat(5)}version-${index}.csv`),
        index,
      );
      await wizard.open(file);
      await page.getByRole('link', { name: 'Choose another file' }).click();
    }
    await expect(drafts.getByRole('listitem')).toHaveCount(8);
    await expect(drafts.getByText('version-10.csv')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Show all 10' }).click();
    await expect(drafts.getByRole('listitem')).toHaveCount(10);

    await drafts.getByRole('button', { name: /^Delete the draft of .*version-9\.csv/ }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(drafts.getByRole('listitem')).toHaveCount(10);
    await drafts.getByRole('button', { name: /^Delete the draft of .*version-9\.csv/ }).click();
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await expect(drafts.getByRole('listitem')).toHaveCount(9);
    await expect(drafts.getByRole('link', { name: /^Continue with .*version-8\.csv/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(new FileStep(page).rowCount).toHaveText('8 rows');
  },
);

/** Rows of one kind until the file has this number of bytes. */
async function writeLarge(path: string, bytes: number): Promise<void> {
  const rows = 'Ærø Energi;+45 20 30 40 50;post@example.dk;Sjælland og omegn\n'.repeat(20_000);
  const file = await open(path, 'w');
  try {
    await file.write('Firma;Telefon;Email;Bemærkning\n');
    for (let written = 0; written < bytes; written += rows.length) await file.write(rows);
  } finally {
    await file.close();
  }
}

test('corrections are not given up without a word when the file is read in another way', async ({ page, folder }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 5);
  const step = new FileStep(page);
  const wizard = await ImportPage.atColumns(page, file);
  await wizard.map('Firma', 'Firmanavn');
  await wizard.toCheck();
  await wizard.goesOn({ goOn: 5, leftOut: 0, withProblem: 0 });
  await page
    .getByText(/^All rows/)
    .first()
    .click();
  await wizard.rows.getByRole('checkbox', { name: 'Leave out line 2' }).click();
  await wizard.goesOn({ goOn: 4, leftOut: 1, withProblem: 0 });
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await step.chooseGuess('Separator', 'Comma ,');
  const question = page.getByRole('dialog', { name: 'Read the file again?' });
  await expect(question).toContainText('1 change made under Check');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(step.guess('Separator')).toHaveValue('Semicolon ;');
  await step.chooseGuess('Separator', 'Comma ,');
  await question.getByRole('button', { name: 'Read it again' }).click();
  await expect(step.useGuess('Separator')).toBeVisible();
  await expect(question).toBeHidden();
  // Nothing is left to forget, and nothing is asked.
  await step.useGuess('Separator').click();
  await expect(step.guess('Separator')).toHaveValue('Semicolon ;');
});
