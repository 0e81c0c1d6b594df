import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { FileStep } from '../pages/file-step.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { realSpreadsheet, writeCompanies } from '../spreadsheets.ts';

test.use({ hostArguments: [] });

const ROWS = 24;

test('a newcomer practises: import, pause, resume, result file, export, save', async ({ page, folder }) => {
  test.slow();
  const file = await writeCompanies(join(folder, 'companies.csv'), ROWS);
  const welcome = new WelcomePage(page);
  await welcome.isShown();
  await welcome.practise();
  await expect(page.locator('[data-page-title]')).toBeFocused();

  const wizard = new ImportPage(page);
  await wizard.open(file);
  await expect(new FileStep(page).guess('Separator')).toHaveValue('Semicolon ;');
  await expect(wizard.preview.getByText('Ærø Energi 1', { exact: true })).toBeVisible();
  await expect(wizard.preview.getByText('space').first()).toBeVisible();
  await wizard.toColumns();
  await wizard.map('Firma', 'Firmanavn');
  await expect(wizard.sentRow.getByText('Ærø Energi 1', { exact: true })).toBeVisible();
  const job = await wizard.send({ campaign: 'DK-ENERGI-26', pool: 'E2E 2026-11' });
  await job.reaches('created', 3);
  await job.pause();
  const paused = await job.counts();
  await job.addsUpTo(ROWS);
  expect(paused.waiting).toBeGreaterThan(0);
  await job.resume();
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.counts()).toEqual({ created: ROWS, refused: 0, unknown: 0, skipped: 0, waiting: 0 });

  const rows = await job.saveResult(join(folder, 'result.csv'));
  expect(rows).toHaveLength(ROWS);
  expect(rows.map((row) => row['Firma'])).toEqual(
    Array.from({ length: ROWS }, (_, index) => `Ærø Energi ${index + 1}`),
  );

  const exported = await ExportPage.goTo(page);
  await exported.projects('Energi*');
  await exported.fetchAll();
  const total = await exported.leads();
  expect(total).toBeGreaterThan(ROWS);
  expect(await exported.save(join(folder, 'leads.csv'))).toHaveLength(total);
  await exported.showOnly('Ærø Energi');
  await exported.isShown(ROWS);
  expect(await exported.save(join(folder, 'found.csv'))).toHaveLength(ROWS);
});

for (const { name, campaign, rows } of [
  { name: 'berlin-schools-lost-area-codes.csv', campaign: 'DE-SCHULE-26Q4', rows: 1036 },
  { name: 'de-public-bodies-multiline-addresses.csv', campaign: 'EU-MESSE-26', rows: null },
]) {
  test(`a real spreadsheet: ${name}`, async ({ page, folder }) => {
    const spreadsheet = realSpreadsheet(name);
    const path = 'path' in spreadsheet ? spreadsheet.path : '';
    // oxlint-disable-next-line vitest/no-disabled-tests
    test.skip(path === '', 'missing' in spreadsheet ? spreadsheet.missing : '');
    test.slow();
    await new WelcomePage(page).practise();
    const wizard = await ImportPage.atColumns(page, path);
    const job = await wizard.send({ campaign });
    await job.reaches('created', 5);
    await job.stop();
    await expect.poll(() => job.count('waiting')).toBe(0);
    const counts = await job.counts();
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (rows !== null) expect(total).toBe(rows);
    expect(await job.saveResult(join(folder, 'result.csv'))).toHaveLength(total);
  });
}
