import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';
import { JobPage } from '../pages/job-page.ts';

// From the file to its result, and the result file again: only what is still open is sent.

const DANISH = [
  'Fornavn;Efternavn;Telefon1;Postnr;By',
  'Kirsten;Bro;20 30 40 51;6270;Tønder',
  'Poul;Vig;;6400;Sønderborg',
  'Tove;Å;20304053;6200;Aabenraa',
  '',
].join('\r\n');

const NORWEGIAN = [
  'Fornavn\tEtternavn\tTelefon\tPoststed',
  'Sigrid\tNes\t22 33 44 51\tMoss',
  'Odd\tLi\t\tVoss',
  '',
].join('\n');

/** As a spreadsheet program copies cells. */
const CELLS = 'Fornavn\tEfternavn\tTelefon1\tBy\r\nRune\tBæk\t20 30 40 61\t"Gråsten\nby"\r\nLis\tDal\t\tTønder\r\n';

async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      return transfer;
    },
    [name, text] as const,
  );
  await page.locator('body').dispatchEvent('dragenter', { dataTransfer: data });
  const zone = page.getByText('Drop to import');
  await expect(zone).toBeVisible();
  for (const kind of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(kind, { dataTransfer: data });
}

async function paste(page: Page, text: string): Promise<void> {
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

test('by mouse: a dropped file, and then only its open row', async ({ page, folder }) => {
  const wizard = new ImportPage(page);
  await expect(page.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
  await drop(page, 'sønderjylland.csv', DANISH);
  await wizard.isAtFile();
  await wizard.toColumns();
  // What is checked is what is sent.
  await expect(wizard.sentRow.getByText('+4520304051')).toBeVisible();
  await wizard.toCheck();
  await expect(page.getByLabel('Next steps')).toContainText('2 phones cleaned');
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await wizard.start();
  const job = await isOver(page, { created: 2, refused: 1, skipped: 0 });
  const result = join(folder, 'result.csv');
  const rows = await job.saveResult(result);
  expect(rows.map((row) => row['State'])).toEqual(['created', 'refused', 'created']);
  await writeFile(result, (await readFile(result, 'utf8')).replace('Vig,,', 'Vig,20304052,'));

  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await wizard.open(result);
  await expect(note(page)).toHaveText('This is a result file: 3 rows, 2 created, 1 refused.');
  await wizard.toColumns();
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await expect(page.getByRole('button', { name: 'Start, send 1 row' })).toBeEnabled();
  await wizard.start();
  await isOver(page, { created: 1, refused: 0, skipped: 2 });
});

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator, most: number): Promise<void> {
  for (let times = 0; times < most; times += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control, `reached by ${most} tabs`).toBeFocused();
}

async function byKeyboard(page: Page, wizard: ImportPage, path: string, start: string): Promise<void> {
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
  await page.keyboard.type('NO-NORDLYS-11');
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: start });
  await expect(button).toBeEnabled();
  await tabTo(page, button, 40);
  await page.keyboard.press('Enter');
}

test('by keyboard alone: a chosen file, and then only its open row', async ({ page, folder }) => {
  const wizard = new ImportPage(page);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  const file = join(folder, 'østfold.tsv');
  await writeFile(file, NORWEGIAN);
  await byKeyboard(page, wizard, file, 'Start, send 2 rows');
  await isOver(page, { created: 1, refused: 1, skipped: 0 });
  const saving = page.waitForEvent('download');
  await tabTo(page, page.getByRole('button', { name: 'Result file' }), 30);
  await page.keyboard.press('Enter');
  const result = join(folder, 'result.csv');
  await (await saving).saveAs(result);
  await writeFile(result, (await readFile(result, 'utf8')).replace('Li,,', 'Li,22334452,'));
  await byKeyboard(page, wizard, result, 'Start, send 1 row');
  await isOver(page, { created: 1, refused: 0, skipped: 1 });
});

test('copied cells are pasted, sent, and known by their content when they are pasted again', async ({ page }) => {
  const wizard = new ImportPage(page);
  await expect(page.getByRole('button', { name: /^Choose a file/ })).toBeVisible();
  await paste(page, CELLS);
  await wizard.isAtFile();
  await wizard.toColumns();
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await wizard.start();
  await isOver(page, { created: 1, refused: 1, skipped: 0 });
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await paste(page, CELLS);
  await wizard.isAtFile();
  await expect(page.getByText(/^This file was imported into DK-ENERGI-26 on/)).toContainText('1 created, 1 refused');
});
