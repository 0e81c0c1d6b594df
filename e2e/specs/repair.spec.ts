import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, testWithService as test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

/** 300 rows take two minutes more: `LEAD_CONSOLE_REPAIR_ROWS=300 npm run e2e -- repair`. */
const ROWS = Number(process.env['LEAD_CONSOLE_REPAIR_ROWS'] ?? 40);
/** Milliseconds in which the service takes all rows, several times over. */
const SENDING = 20_000 + ROWS * 1_000;

test(
  'refused rows are fixed by value while the job runs, unknown ones looked for, and nothing is left to send',
  { tag: '@long' },
  async ({ page, service, folder }) => {
    test.setTimeout(150_000 + SENDING);
    const file = join(folder, 'companies.csv');
    // Refused by the service: five times one value, once another.
    await writeCompanies(file, ROWS, (row) => (row <= 5 ? { phone: 'siehe Notiz' } : row === 6 ? { phone: '12' } : {}));
    // Accepted, and then the line breaks: two answers never arrive.
    await service.loseAnswers(2, { after: 7 });
    await new WelcomePage(page).connect(service);
    const job = await new ImportPage(page).importCompanies(file, { pool: 'Repairs' });

    await job.reaches('refused', 6);
    await job.fixByValue('siehe Notiz', '+45 20 30 99 10', 5);
    await job.editRefused('12', '+45 20 30 99 11');
    expect(await job.count('waiting'), 'the job still runs').toBeGreaterThan(0);
    await job.sendFixed(6);
    await expect.poll(() => job.count('refused'), { timeout: SENDING }).toBe(0);
    await job.addsUpTo(ROWS);

    await expect.poll(() => job.count('waiting'), { timeout: SENDING }).toBe(0);
    await job.addsUpTo(ROWS);
    expect(await job.counts()).toMatchObject({ created: ROWS - 2, refused: 0, unknown: 2 });
    await page.getByRole('button', { name: 'Look for them in the service' }).click();
    // The service gets a minute to end the last request.
    await page.getByRole('button', { name: 'Link 2' }).click({ timeout: 90_000 });
    await expect(job.state('Complete')).toBeVisible();
    expect(await job.counts()).toMatchObject({ created: ROWS, refused: 0, unknown: 0, skipped: 0, waiting: 0 });
    const phones = (await service.acceptedLeads()).map((lead) => lead.data['Email']);
    expect(new Set(phones).size, 'no lead twice').toBe(ROWS);
    expect(phones).toHaveLength(ROWS);

    const result = await job.saveResult(join(folder, 'result.csv'));
    expect(result.map((row) => row['State'])).toEqual(Array.from({ length: ROWS }, () => 'created'));
    expect(result[0]).toMatchObject({ Telefon: 'siehe Notiz' });
    expect(result[0]?.['Reason']).toContain('"+45 20 30 99 10" in place of "siehe Notiz"');
    expect(result[6]?.['Reason']).not.toContain('in place of');

    await page.getByRole('link', { name: 'Receipt' }).click();
    const paper = page.getByRole('article');
    await expect(paper.getByRole('heading', { name: /^Import receipt: companies\.csv/ })).toBeVisible();
    await expect(paper.getByText(`${ROWS} + 0 + 0 + 0 + 0 = ${ROWS}`)).toBeVisible();
    await expect(paper.getByText(/6 refused rows were repaired and sent again/)).toBeVisible();
    await expect(paper.getByText('2 rows were unknown for a while')).toBeVisible();
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(printed.match(/\/Type \/Page\b/g), 'one sheet of paper').toHaveLength(1);

    await new Frame(page).goTo('Import');
    await new ImportPage(page).planCompanies(file, { pool: 'Repairs' });
    await expect(page.getByText('Every row is left out.')).toBeVisible();
  },
);

test('repairs are undone to the start and made again to the end by keys, and rows that were sent stay sent', async ({
  page,
  service,
  folder,
}) => {
  test.slow();
  const file = await writeCompanies(join(folder, 'companies.csv'), 12, (row) =>
    row <= 2 ? { phone: 'siehe Notiz' } : row === 3 ? { phone: '12' } : {},
  );
  await new WelcomePage(page).connect(service);
  const job = await new ImportPage(page).importCompanies(file, { pool: 'Repairs' });
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  await job.refusedRows.getByText('Fix by value').click();
  await expectAccessible(page, 'refused rows by their values');
  await job.refusedRows.getByText('Row by row').click();
  await job.fixByValue('siehe Notiz', '+45 20 30 99 10', 2);
  await job.editRefused('12', '+45 20 30 99 11');
  await expect(page.getByRole('button', { name: 'Send 3 fixed again' })).toBeVisible();

  const cell = (text: string) => job.refusedRows.getByRole('gridcell', { name: text, exact: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: Telefon: “12” became “+45 20 30 99 11”')).toBeVisible();
  await expect(cell('12')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(cell('siehe Notiz')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /fixed again/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByRole('button', { name: 'Send 2 fixed again' })).toBeVisible();
  await page.keyboard.press('Control+y');
  await expect(page.getByRole('button', { name: 'Send 3 fixed again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toHaveCount(0);

  // Sent rows cannot be taken back, and nothing offers it.
  await job.sendFixed(3);
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => job.count('created')).toBe(12);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => job.count('created')).toBe(12);

  await new Frame(page).goTo('Import');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: 'Search or run a command' }).fill('#20 30 99 11');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /line 4 of companies\.csv to .*, created as / })
    .click();
  await job.isShown();
});
