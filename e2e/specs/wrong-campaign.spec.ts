import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, testWithService as test } from '../fixtures.ts';
import { CheckPage } from '../pages/check-page.ts';
import { ColumnsPage } from '../pages/columns-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

const ROWS = 30;
const WRONG = 'DK-ENRGI-26';
const RIGHT = 'DK-ENERGI-26';

test(
  'rows refused in a wrong campaign go on into the right one, repaired, after a look at its fields',
  { tag: '@long' },
  async ({ page, service, folder }) => {
    test.slow();
    const file = await writeCompanies(join(folder, 'companies.csv'), ROWS, (row) =>
      row === 1 ? { phone: 'siehe Notiz' } : {},
    );
    await new WelcomePage(page).connect(service);
    const wizard = new ImportPage(page);
    const job = await wizard.importCompanies(file, { campaign: WRONG });
    await expect(page.getByText(`The service refused the campaign ${WRONG}`)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/rows were refused/)).toHaveCount(0);
    // Rows that were on their way when the first answer came are refused, too.
    expect(await job.count('waiting')).toBeGreaterThan(0);
    await job.editRefused('siehe Notiz', '+45 20 30 99 10');
    await expectAccessible(page, 'Job with a wrong campaign');

    await job.correctCampaign(RIGHT);
    const note = page.getByRole('status').filter({ hasText: `${ROWS} rows go on from “companies.csv” (${WRONG})` });
    await expect(note).toContainText('Nothing is sent until you start.');
    await expect(new ColumnsPage(page).campaign).toHaveValue(RIGHT);
    await expectAccessible(page, 'Columns of rows that go on');
    expect(await service.acceptedLeads()).toEqual([]);
    await wizard.toCheck();
    const check = new CheckPage(page);
    await check.show('Repaired');
    await expect(check.cell('+45 20 30 99 10')).toBeVisible();
    await wizard.toPlan();
    await wizard.start();
    await expect(job.state('Complete')).toBeVisible({ timeout: 60_000 });
    expect(await job.counts()).toEqual({ created: ROWS, refused: 0, unknown: 0, skipped: 0, waiting: 0 });
    const leads = await service.acceptedLeads();
    expect(leads.filter(({ campaignCode }) => campaignCode === RIGHT)).toHaveLength(ROWS);
    expect(leads.map(({ data }) => Object.values(data)).flat()).not.toContain('siehe Notiz');

    // The first import sends nothing more, and says so.
    await new Frame(page).goTo('Jobs');
    await page.getByRole('link', { name: 'companies.csv' }).last().click();
    await expect(job.state('Stopped')).toBeVisible();
    expect(await job.counts()).toEqual({ created: 0, refused: 0, unknown: 0, skipped: ROWS, waiting: 0 });
  },
);
