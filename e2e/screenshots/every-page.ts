import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { type Look, openPalette, walkExport, walkImport, walkPages } from '../every-place.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import type { JobPage } from '../pages/job-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { pictureOfPage } from '../picture.ts';
import { PracticeService } from '../practice-service.ts';
import { writeCompanies } from '../spreadsheets.ts';

test.use({ hostArguments: [] });
test.setTimeout(240_000);

/** Pictures of places in the order of a walk: `import-01-welcome`. */
function pictures(page: Page, walk: string): Look {
  let number = 0;
  return (place) => {
    number += 1;
    const name = place.toLowerCase().replaceAll(/[^a-z]+/g, '-');
    return pictureOfPage(page, `${walk}-${String(number).padStart(2, '0')}-${name}`);
  };
}

test('practice: welcome, import, plan, job, jobs', async ({ page, folder }) => {
  const isAtJob = (job: JobPage) => job.reaches('refused', 2);
  await walkImport(page, { folder, rows: 60, isAtJob }, pictures(page, 'import'));
});

test('practice: export, segments, quota, account, palette', async ({ page }) => {
  const look = pictures(page, 'pages');
  await walkExport(page, look);
  await walkPages(page, ['Segments', 'Quota', 'Account'], look);
  await openPalette(page, look);
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
    await pictureOfPage(page, 'trouble-01-welcome-refused');
    await page.reload();
    await new WelcomePage(page).connect(service);

    const file = await writeCompanies(join(folder, 'nordiske-kunder.csv'), 14, (row) =>
      row === 2 ? { phone: 'siehe Notiz' } : {},
    );
    await service.loseAnswers(3, { after: 4 });
    const wizard = await ImportPage.atColumns(page, file);
    await wizard.toPlan();
    await wizard.plan({ campaign: 'DK-ENERGI-26', pool: 'Nordlys 2026-11' });
    await pictureOfPage(page, 'trouble-02-import-plan-named-pool');
    const job = await wizard.start();
    await expect.poll(() => job.count('waiting'), { timeout: 60_000 }).toBe(0);
    await expect(job.tray).toBeVisible();
    await pictureOfPage(page, 'trouble-03-job-unknown-rows');

    const frame = new Frame(page);
    const exported = await ExportPage.goTo(page);
    await service.addFault({ kind: 'truncate', rows: 9000, how: 'reset', match: { path: '/simpleleads' } });
    await exported.fetchLeads();
    await expect(page.getByText(/The export stopped/)).toBeVisible({ timeout: 40_000 });
    await pictureOfPage(page, 'trouble-04-export-partial');
    await service.addFault({ kind: 'hang', match: { path: '/simpleleads' } });
    await page.getByRole('button', { name: 'Fetch again' }).click();
    await expect(page.getByText('waiting for the first lead')).toBeVisible();
    await pictureOfPage(page, 'trouble-05-export-receiving');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByText(/^Cancelled at/)).toBeVisible();

    const noise = await writeCompanies(join(folder, 'folder.csv'), 0);
    await frame.goTo('Import');
    await wizard.choose(noise);
    await expect(page.getByRole('alert').filter({ hasText: 'no rows below it' })).toBeVisible();
    await pictureOfPage(page, 'trouble-06-import-unreadable');
  } finally {
    await service.stop();
  }
});
