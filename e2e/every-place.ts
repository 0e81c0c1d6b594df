import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ExportPage } from './pages/export-page.ts';
import { Frame, type PageName } from './pages/frame.ts';
import { ImportPage } from './pages/import-page.ts';
import type { JobPage } from './pages/job-page.ts';
import { WelcomePage } from './pages/welcome-page.ts';
import { writeCompanies } from './spreadsheets.ts';

/* Ways through the program that end at every place once, for what has to hold at each of them. */

/** What is done at a place. */
export type Look = (place: string) => Promise<void>;

/** Nothing of the page is asked for or loading any more. */
export async function isRead(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: /being (read|counted)|loading|is asked/i })).toHaveCount(0);
}

/** From the first screen to the job of a file of this many rows, some of which are refused, and to the list of jobs. */
export async function walkImport(
  page: Page,
  { folder, rows, isAtJob }: { folder: string; rows: number; isAtJob: (job: JobPage) => Promise<void> },
  look: Look,
): Promise<void> {
  const file = await writeCompanies(join(folder, 'nordiske-kunder.csv'), rows, (row) =>
    row % 6 === 0 ? { phone: row % 12 === 0 ? 'siehe Notiz' : '12' } : {},
  );
  await new WelcomePage(page).isShown();
  await look('Welcome');
  await new WelcomePage(page).practise();
  await expect(page.getByText('Practice files')).toBeVisible();
  await look('Import without a file');
  const wizard = new ImportPage(page);
  await wizard.open(file);
  await expect(wizard.preview.getByText('Ærø Energi 1', { exact: true })).toBeVisible();
  await look('File');
  await wizard.toColumns();
  await wizard.map('Firma', 'Firmanavn');
  await look('Columns');
  await wizard.field('Telefon').click();
  await look('Columns, list of fields');
  await page.keyboard.press('Escape');
  await wizard.toCheck();
  await wizard.reason(/is not a number/).click();
  const note = wizard.rows.getByText('siehe Notiz').first();
  await expect(note).toBeVisible();
  await look('Check');
  await page.getByText('Overview', { exact: true }).click();
  await look('Check, overview');
  await note.click();
  await page.getByText('Row', { exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Line \d+$/ })).toBeVisible();
  await look('Check, one row');
  await page.getByText('Rules', { exact: true }).click();
  await look('Check, rules');
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await look('Plan');
  await isAtJob(await wizard.start());
  await look('Job');
  await new Frame(page).goTo('Jobs');
  await look('Jobs');
}

/** From a new account to its first result, and how that is saved. */
export async function walkExport(page: Page, look: Look): Promise<void> {
  await new WelcomePage(page).practise();
  await new Frame(page).goTo('Jobs');
  await isRead(page);
  await look('Jobs without a job');
  const exported = await ExportPage.goTo(page);
  await isRead(page);
  await look('Export without a result');
  await exported.projects('Energi*');
  await exported.fetchAll();
  await look('Export');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('menuitemradio', { name: /^All/ })).toBeChecked();
  await look('Export, what to save');
  await page.getByRole('menuitem', { name: /^More options/ }).click();
  await expect(page.getByRole('dialog', { name: 'Save leads' })).toBeVisible();
  await look('Export, how to save');
  await page.keyboard.press('Escape');
}

/** These pages, each with all that it reads. */
export async function walkPages(page: Page, names: readonly PageName[], look: Look): Promise<void> {
  for (const name of names) {
    await new Frame(page).goTo(name);
    await isRead(page);
    await look(name);
  }
}

export async function openPalette(page: Page, look: Look): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('Palette');
}
