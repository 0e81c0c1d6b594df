import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';
import { JobPage } from '../pages/job-page.ts';
import { utf8, windows1252 } from '../spreadsheets.ts';
import { tabTo } from '../tab-to.ts';

// From the file to its result, and the result file again: only what is still open is sent.

/** A file as a person may have it: three rows, of which the service refuses the second for want of a phone. */
interface Example {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly campaign: string;
  /** A phone as it goes out, that is also cleaned. */
  readonly sent: string;
  /** What stands in the result file for the row without a phone, and with one. */
  readonly open: { readonly before: string; readonly after: string };
}

const EXAMPLES: readonly Example[] = [
  {
    name: 'sønderjylland.csv',
    bytes: utf8(
      'Fornavn;Efternavn;Telefon1;Postnr;By\r\n' +
        'Kirsten;Bro;20 30 40 51;6270;Tønder\r\nPoul;Vig;;6400;Sønderborg\r\nTove;Å;20304053;6200;Aabenraa\r\n',
    ),
    campaign: 'DK-ENERGI-26',
    sent: '+4520304051',
    open: { before: 'Vig;;', after: 'Vig;20304052;' },
  },
  {
    // A title above the table, and letters as an old Windows program writes them.
    name: 'østfold.tsv',
    bytes: windows1252(
      'Medlemsliste per 1. november\r\n\r\nFornavn\tEtternavn\tTelefon\tPoststed\r\n' +
        'Sigrid\tNes\t22 33 44 51\tMoss\r\nOdd\tLi\t\tVoss\r\nÅse\tBø\t22 33 44 53\tHamarøy\r\n',
    ),
    campaign: 'NO-NORDLYS-11',
    sent: '+4722334451',
    open: { before: 'Li\t\t', after: 'Li\t22334452\t' },
  },
  {
    name: 'skolor-skåne.xlsx',
    bytes: workbook([
      ['Skola', 'Kontaktperson', 'Telefon', 'Postnummer', 'Ort', 'E-post'],
      ['Öresundsskolan', 'Åsa Björk', '040-12 34 51', '211 20', 'Malmö', 'asa@oresund.example.se'],
      ['Västra skolan', 'Gösta Sjö', '', '222 20', 'Lund', 'gosta@vastra.example.se'],
      ['Söderskolan', 'İlkay Öz', '042-12 34 53', '252 25', 'Helsingborg', 'ilkay@soder.example.se'],
    ]),
    campaign: 'SE-TELE-WB',
    sent: '+4640123451',
    open: { before: ',,222 20,', after: ',046-12 34 52,222 20,' },
  },
];

function workbook(rows: readonly (readonly string[])[]): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Adressen');
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
}

/** As a spreadsheet program copies cells. */
const CELLS = 'Fornavn\tEfternavn\tTelefon1\tBy\r\nRune\tBæk\t20 30 40 61\t"Gråsten\nby"\r\nLis\tDal\t\tTønder\r\n';

async function paste(page: Page, text: string): Promise<void> {
  // The page that a person is coming from takes no cells.
  await expect(page.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function isOver(page: Page, counts: Readonly<Record<string, number>>): Promise<JobPage> {
  const job = new JobPage(page);
  await expect(job.state('Complete')).toBeVisible({ timeout: 20_000 });
  expect(await job.counts()).toEqual({ unknown: 0, waiting: 0, ...counts });
  return job;
}

const note = (page: Page) => page.getByText(/^This is a result file:/);

/** What a person does with the row that was refused, in the file that they saved. */
async function giveTheOpenRowAPhone(result: string, { open }: Example): Promise<void> {
  // Written like its source; these letters have the same bytes in every encoding of the examples.
  const text = await readFile(result, 'latin1');
  expect(text).toContain(open.before);
  await writeFile(result, text.replace(open.before, open.after), 'latin1');
}

for (const [at, example] of EXAMPLES.entries())
  test(
    `by mouse: ${example.name} is dropped, and then only its open row is sent`,
    { tag: at === 0 ? [] : '@long' },
    async ({ page, folder }) => {
      const wizard = new ImportPage(page);
      await expect(page.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
      await wizard.drop(example.name, example.bytes);
      await wizard.isAtFile();
      await wizard.toColumns();
      // The rows are sent as they were checked.
      await expect(wizard.sentRow.getByText(example.sent)).toBeVisible();
      await wizard.toCheck();
      await expect(page.getByLabel('Next steps')).toContainText('2 phones cleaned');
      await wizard.send({ campaign: example.campaign });
      const job = await isOver(page, { created: 2, refused: 1, skipped: 0 });
      const result = join(folder, 'result.csv');
      const rows = await job.saveResult(result);
      expect(rows.map((row) => row['State'])).toEqual(['created', 'refused', 'created']);
      await giveTheOpenRowAPhone(result, example);

      await page.getByRole('link', { name: 'Import', exact: true }).click();
      await wizard.open(result);
      await expect(note(page)).toHaveText('This is a result file: 3 rows, 2 created, 1 refused.');
      await wizard.toColumns();
      await wizard.toPlan();
      await wizard.plan({ campaign: example.campaign });
      await expect(page.getByRole('button', { name: 'Start, send 1 row' })).toBeEnabled();
      await wizard.start();
      await isOver(page, { created: 1, refused: 0, skipped: 2 });
    },
  );

async function byKeyboard(page: Page, path: string, campaign: string, start: string): Promise<void> {
  const wizard = new ImportPage(page);
  const next = (name: string) => page.getByLabel('Next steps').getByRole('button', { name });
  await wizard.chooseByKeys(path);
  await wizard.isAtFile();
  await tabTo(page, next('Columns'), 40);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Columns of the file' })).toBeVisible();
  await tabTo(page, next('Check'), 40);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'What was found' })).toBeVisible();
  await tabTo(page, next('Plan'), 40);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByPlaceholder('Campaign code'), 10);
  await page.keyboard.type(campaign);
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: start });
  await expect(button).toBeEnabled();
  await tabTo(page, button, 40);
  await page.keyboard.press('Enter');
}

for (const [at, example] of EXAMPLES.entries())
  test(
    `by keyboard alone: ${example.name} is chosen, and then only its open row is sent`,
    { tag: at === 0 ? [] : '@long' },
    async ({ page, folder }) => {
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
      const file = join(folder, example.name);
      await writeFile(file, example.bytes);
      await byKeyboard(page, file, example.campaign, 'Start, send 3 rows');
      await isOver(page, { created: 2, refused: 1, skipped: 0 });
      const saving = page.waitForEvent('download');
      await tabTo(page, page.getByRole('button', { name: 'Result file' }), 30);
      await page.keyboard.press('Enter');
      const result = join(folder, 'result.csv');
      await (await saving).saveAs(result);
      await giveTheOpenRowAPhone(result, example);
      await byKeyboard(page, result, example.campaign, 'Start, send 1 row');
      await isOver(page, { created: 1, refused: 0, skipped: 2 });
    },
  );

test('copied cells are pasted, sent, and known by their content when they are pasted again', async ({ page }) => {
  const wizard = new ImportPage(page);
  await paste(page, CELLS);
  await wizard.isAtFile();
  await wizard.toColumns();
  await wizard.send({ campaign: 'DK-ENERGI-26' });
  await isOver(page, { created: 1, refused: 1, skipped: 0 });
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await paste(page, CELLS);
  await wizard.isAtFile();
  await expect(page.getByText(/^This file was imported into DK-ENERGI-26 on/)).toContainText('1 created, 1 refused');
});
