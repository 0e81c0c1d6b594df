import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, testWithService as test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

test('a wrong password is said in words and nothing is kept', async ({ page, service }) => {
  const welcome = new WelcomePage(page);
  await welcome.fillIn(service, 'not the password');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText(/did not accept|not accepted/i).first()).toBeVisible();
  await page.reload();
  await welcome.isShown();
});

test('a page without its token says so, and asks no more than it must', async ({ browser, host }) => {
  const context = await browser.newContext();
  const stranger = await context.newPage();
  let asked = 0;
  stranger.on('request', (request) => {
    if (request.url().includes('/call/')) asked += 1;
  });
  await stranger.goto(host.address.replace(/token=.*/, 'token=none'));
  await expect(stranger.getByText('This link was already used.')).toBeVisible();
  // It looks again for the host, less and less often; a page that asked in circles would have asked hundreds of times.
  for (let look = 0; look < 2; look += 1) await stranger.waitForRequest((request) => request.url().endsWith('/events'));
  expect(asked).toBeLessThan(20);
  await context.close();
});

test('a file that is no spreadsheet is refused in words', async ({ page, service, folder }) => {
  await new WelcomePage(page).connect(service);
  const file = join(folder, 'noise.csv');
  await writeFile(file, randomBytes(4000));
  const wizard = new ImportPage(page);
  await wizard.choose(file);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Choose another file/ })).toBeVisible();
});

test('unknown rows wait for a person, and "complete" waits with them', async ({ page, service, folder }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 8);
  // Accepted, and then the line breaks: the answer never arrives.
  await service.loseAnswers(3, { after: 2 });
  await new WelcomePage(page).connect(service);
  const job = await new ImportPage(page).importCompanies(file);
  await expect.poll(() => job.count('waiting'), { timeout: 30_000 }).toBe(0);
  await job.addsUpTo(8);
  expect(await job.count('unknown')).toBe(3);
  await expect(job.state('Needs you')).toBeVisible();
  await expect(job.state('Complete')).toBeHidden();

  const answers = job.tray.getByRole('button', { name: 'Exists' });
  await answers.first().focus();
  await page.keyboard.press('1');
  await expect.poll(() => job.count('unknown')).toBe(2);
  // The next row takes the place of the answered one.
  await expect(answers).toHaveCount(2);
  await expect(answers.first()).toBeFocused();
  await page.keyboard.press('3');
  await expect.poll(() => job.count('unknown')).toBe(1);
  await expect(job.tray.getByRole('group', { name: /^Answer for/ })).toHaveCount(1);
  await job.tray.getByRole('button', { name: 'Not there: send once' }).click();
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.counts()).toEqual({ created: 7, refused: 0, unknown: 0, skipped: 1, waiting: 0 });
});

test('refused rows are gathered by reason', async ({ page, service, folder }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 9, (row) =>
    row % 3 === 0 ? { phone: 'siehe Notiz' } : {},
  );
  await new WelcomePage(page).connect(service);
  const job = await new ImportPage(page).importCompanies(file);
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.counts()).toMatchObject({ created: 6, refused: 3 });
  const reason = job.refusedRows.getByRole('group', { name: 'Reasons' }).getByRole('button').first();
  await expect(reason).toContainText('3');
  await reason.click();
  await expect(job.refusedRows.getByText('siehe Notiz').first()).toBeVisible();
});

test('a password that is no longer accepted pauses the job until the right one is given', async ({
  page,
  service,
  folder,
}) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 10);
  await service.addFault({
    kind: 'status',
    status: 401,
    times: 'always',
    skip: 3,
    match: { method: 'POST', path: '/leads' },
  });
  await new WelcomePage(page).connect(service);
  const job = await new ImportPage(page).importCompanies(file);
  await expect(job.state('Needs you')).toBeVisible({ timeout: 20_000 });
  await job.addsUpTo(10);
  await service.removeFaults();
  await page.getByRole('textbox', { name: 'Password' }).fill(service.password);
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.count('created')).toBe(10);
});

test('an export that breaks off is partial, keeps its leads and can be fetched again', async ({
  page,
  service,
  folder,
}) => {
  await new WelcomePage(page).connect(service);
  // After the connection test, which asks for leads, too.
  await service.addFault({ kind: 'truncate', rows: 700, how: 'reset', match: { path: '/simpleleads' } });
  const exported = await ExportPage.goTo(page);
  await exported.fetchLeads();
  await expect(page.getByText(/The export stopped after/)).toBeVisible({ timeout: 20_000 });
  const arrived = await exported.leads();
  expect(arrived).toBeGreaterThan(0);
  await expect(page.getByText(/^Partial: The/)).toBeVisible();
  expect(await exported.save(join(folder, 'partial.csv'))).toHaveLength(arrived);
  await page.getByRole('button', { name: 'Fetch again' }).click();
  await exported.isComplete();
  expect(await exported.leads()).toBeGreaterThan(arrived);
});

test('a query shows the request it becomes, and an earlier result opens without one', async ({ page, service }) => {
  await new WelcomePage(page).connect(service);
  const exported = await ExportPage.goTo(page);
  await exported.projects('Energi*');
  await exported.chip('New').click();
  await exported.chip('Success').click();
  await expect(exported.request).toHaveText('/simpleleads?Projects=Energi*&Statuses=New&LeadClosures=Success');
  await exported.chip('Success').click();
  await exported.fetchAll();
  const total = await exported.leads();
  await new Frame(page).goTo('Jobs');
  await new Frame(page).goTo('Export');
  await page.getByRole('button', { name: 'Queries', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Energi/ })
    .click();
  await exported.isComplete();
  expect(await exported.leads()).toBe(total);
});
