import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, testWithService as test } from '../fixtures.ts';
import { DoubtPage } from '../pages/doubt-page.ts';
import type { PracticeService } from '../practice-service.ts';
import { ImportPage } from '../pages/import-page.ts';
import type { JobPage } from '../pages/job-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { accountFolder, signIn } from '../restarted.ts';
import { writeCompanies } from '../spreadsheets.ts';

const ROWS = 20;

test('a data folder older than the truth says what it forgot, and a person settles it in three ways', async ({
  page,
  service,
  host,
  folder,
  troubles,
}) => {
  test.slow();
  const job = await begunImport(page, service, folder);

  // The page's stream and calls break off with the host.
  troubles.expect(/net::ERR_|Failed to load resource/);
  await host.stop();
  const older = join(folder, 'older');
  cpSync(accountFolder(host), older, { recursive: true });
  await signIn(page, host, service.password, rows(page));
  const before = await job.count('created');
  await job.resume();
  await job.reaches('created', before + 3);
  await job.pause();
  const sent = (await service.acceptedLeads()).length;
  await host.stop();
  // Somebody restores the journal of then; the witness is as it was left.
  for (const name of readdirSync(accountFolder(host)).filter((name) => name.startsWith('journal.sqlite')))
    rmSync(join(accountFolder(host), name));
  for (const name of readdirSync(older).filter((name) => name.startsWith('journal.sqlite')))
    cpSync(join(older, name), join(accountFolder(host), name));
  await signIn(page, host, service.password, rows(page));

  const doubt = new DoubtPage(page);
  await doubt.open();
  const forgotten = await doubt.more('Witness');
  expect(forgotten).toBeGreaterThan(0);
  await expect(doubt.jobs.getByText('held', { exact: true })).toBeVisible();
  await doubt.askService();
  expect(await doubt.value('Service'), 'the service counted what it accepted').toBe(sent);

  await page.getByRole('radio', { name: 'Decide row by row' }).check();
  await page.getByRole('button', { name: 'Open the tray' }).click();
  await expect(job.tray).toBeVisible();
  expect(await job.counts()).toMatchObject({ unknown: forgotten });
  await page.goBack();

  await page.getByRole('radio', { name: 'Treat as sent' }).check();
  await page.getByRole('button', { name: 'Treat as sent…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Treat as sent' }).click();
  await expect(page.getByText('Every row that the witness names has its answer.')).toBeVisible();

  await doubt.jobs.getByRole('link').click();
  await job.addsUpTo(ROWS);
  // It was paused, too; to resume it would not do.
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Go on…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d+ waiting rows?$/ })
    .click();
  await expect.poll(() => job.count('waiting'), { timeout: 30_000 }).toBe(0);
  const names = (await service.acceptedLeads()).map((lead) => lead.data['Firmanavn']);
  expect(new Set(names).size, 'no lead twice').toBe(ROWS);
  expect(names).toHaveLength(ROWS);
});

test('an import of an earlier start waits for the service’s count, says why, and goes on by itself', async ({
  page,
  service,
  host,
  folder,
  troubles,
}) => {
  test.slow();
  const job = await begunImport(page, service, folder);
  troubles.expect(/net::ERR_|Failed to load resource/);
  await host.stop();
  const sent = (await service.acceptedLeads()).length;
  const match = { path: '/myaccount/request/counts' };
  await service.addFault({ kind: 'status', status: 503, message: 'Back soon.', match, times: 'always' });
  await signIn(page, host, service.password, rows(page));

  await job.resume();
  await expect(page.getByText(/Waits for the service’s count of leads.*Back soon\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go on…' })).toBeVisible();
  expect((await service.acceptedLeads()).length, 'no row leaves').toBe(sent);
  await service.removeFaults();
  await expect.poll(() => job.count('waiting'), { timeout: 60_000 }).toBe(0);
  const names = (await service.acceptedLeads()).map((lead) => lead.data['Firmanavn']);
  expect([names.length, new Set(names).size]).toEqual([ROWS, ROWS]);
});

/** An import of which the first rows were sent; it is paused. */
async function begunImport(page: Page, service: PracticeService, folder: string): Promise<JobPage> {
  const file = await writeCompanies(join(folder, 'companies.csv'), ROWS);
  await new WelcomePage(page).connect(service);
  const job = await new ImportPage(page).importCompanies(file);
  await job.reaches('created', 2);
  await job.pause();
  return job;
}

/** What the page of a job shows when its rows are known. */
const rows = (page: Page): Locator => page.getByRole('region', { name: 'Where the rows are' });
