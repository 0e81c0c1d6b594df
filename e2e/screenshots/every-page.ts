import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { pictureOfPage } from '../picture.ts';
import { PracticeService } from '../practice-service.ts';
import { writeCompanies } from '../spreadsheets.ts';

test.use({ hostArguments: [] });
test.setTimeout(240_000);

test('practice: welcome, import, plan, job, jobs, export, segments, quota, account, palette', async ({
  page,
  folder,
}) => {
  const file = await writeCompanies(join(folder, 'nordiske-kunder.csv'), 60, (row) =>
    row % 6 === 0 ? { phone: row % 12 === 0 ? 'siehe Notiz' : '12' } : {},
  );
  await new WelcomePage(page).isShown();
  await pictureOfPage(page, '01-welcome');
  await new WelcomePage(page).practise();
  await expect(page.getByText('Practice files')).toBeVisible();
  await pictureOfPage(page, '02-import-empty');
  const frame = new Frame(page);
  await frame.goTo('Jobs');
  await pictureOfPage(page, '03-jobs-empty');
  await frame.goTo('Export');
  await pictureOfPage(page, '04-export-empty');
  await frame.goTo('Import');
  const wizard = new ImportPage(page);
  await wizard.open(file);
  await expect(wizard.preview.getByText('Ærø Energi 1', { exact: true })).toBeVisible();
  await pictureOfPage(page, '05-import-file');
  await wizard.toColumns();
  await wizard.map('Firma', 'Firmanavn');
  await pictureOfPage(page, '06-import-columns');
  await wizard.field('Telefon').click();
  await pictureOfPage(page, '07-import-columns-fields');
  await page.keyboard.press('Escape');
  await wizard.toCheck();
  await wizard.reason(/is not a number/).click();
  await expect(wizard.rows.getByText('siehe Notiz').first()).toBeVisible();
  await pictureOfPage(page, '07-import-check');
  await wizard.rows.getByText('siehe Notiz').first().click();
  await page.getByText('Row', { exact: true }).click();
  await pictureOfPage(page, '07-import-check-row');
  await page.keyboard.press('Escape');
  await wizard.reason(/^All rows/).click();
  await page.getByText('Overview', { exact: true }).click();
  await pictureOfPage(page, '07-import-check-all-rows');
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26' });
  await pictureOfPage(page, '08-import-plan');
  const job = await wizard.start();
  await job.reaches('refused', 2);
  await pictureOfPage(page, '09-job-running');
  await frame.goTo('Jobs');
  await pictureOfPage(page, '10-jobs');
  const exported = await ExportPage.goTo(page);
  await exported.projects('Energi*');
  await exported.chip('New').click();
  await exported.fetchAll();
  await pictureOfPage(page, '11-export');
  for (const name of ['Segments', 'Quota', 'Account'] as const) {
    await frame.goTo(name);
    await expect(page.getByRole('status', { name: /being read|loading/i })).toHaveCount(0);
    await pictureOfPage(page, `12-${name.toLowerCase()}`);
  }
  await frame.goTo('Jobs');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await pictureOfPage(page, '13-palette');
});

test('a service in trouble: unknown rows, a partial export, a refused password, an unreadable file', async ({
  page,
  folder,
}) => {
  const service = new PracticeService(['--leads', '20000', '--latency', '40']);
  await service.start();
  try {
    await new WelcomePage(page).fillIn(service, 'not the password');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText(/did not accept|not accepted/i).first()).toBeVisible();
    await pictureOfPage(page, '20-welcome-refused');
    await page.reload();
    await new WelcomePage(page).connect(service);

    const file = await writeCompanies(join(folder, 'nordiske-kunder.csv'), 14, (row) =>
      row === 2 ? { phone: 'siehe Notiz' } : {},
    );
    await service.loseAnswers(3, { after: 4 });
    const wizard = await ImportPage.atColumns(page, file);
    await wizard.toPlan();
    await wizard.plan({ campaign: 'DK-ENERGI-26', pool: 'Nordlys 2026-11' });
    await pictureOfPage(page, '21-import-plan-named-pool');
    const job = await wizard.start();
    await expect.poll(() => job.count('waiting'), { timeout: 60_000 }).toBe(0);
    await expect(job.tray).toBeVisible();
    await pictureOfPage(page, '22-job-unknown-rows');

    const frame = new Frame(page);
    const exported = await ExportPage.goTo(page);
    await service.addFault({ kind: 'truncate', rows: 9000, how: 'reset', match: { path: '/simpleleads' } });
    await exported.fetchLeads();
    await expect(page.getByText(/The export stopped/)).toBeVisible({ timeout: 40_000 });
    await pictureOfPage(page, '23-export-partial');
    await service.addFault({ kind: 'hang', match: { path: '/simpleleads' } });
    await page.getByRole('button', { name: 'Fetch again' }).click();
    await expect(page.getByText('waiting for the first lead')).toBeVisible();
    await pictureOfPage(page, '24-export-receiving');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByText(/^Cancelled at/)).toBeVisible();

    const noise = await writeCompanies(join(folder, 'folder.csv'), 0);
    await frame.goTo('Import');
    await wizard.choose(noise);
    await expect(page.getByRole('alert').filter({ hasText: 'no rows below it' })).toBeVisible();
    await pictureOfPage(page, '25-import-unreadable');
  } finally {
    await service.stop();
  }
});
