import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test, testWithService } from '../fixtures.ts';
import type { Host } from '../../scripts/lib/host.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

const AS_OF = /as of \d\d:\d\d/;

/** Goes to a place of the page that is open already. */
async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => (window.location.hash = hash), place);
}

const restartAtItsPort = (host: Host): Promise<void> => host.start(Number(new URL(host.address).port));

test('a program that was killed is not shown as living, on any page, and an open tab finds the next one', async ({
  page,
  host,
  folder,
  troubles,
  context,
}) => {
  test.slow();
  const file = await writeCompanies(join(folder, 'companies.csv'), 400);
  const job = await new ImportPage(page).importCompanies(file);
  await job.reaches('created', 8);
  const frame = new Frame(page);
  await frame.goTo('Quota');
  await frame.goTo('Segments');
  await frame.goTo('Jobs');
  await page.getByRole('link', { name: 'companies.csv' }).last().click();
  await job.isShown();
  const place = new URL(page.url()).hash;

  troubles.expect(/net::ERR_|Failed to load resource/);
  await host.kill();
  const stopped = page.getByText('Lead Console has stopped.').first();
  await expect(stopped).toBeVisible();
  await expect(page.getByText(/^What you see is from \d\d:\d\d\. Start it again/)).toBeVisible();
  await expect(page.getByRole('banner').getByText(/^Running, as of \d\d:\d\d$/)).toBeVisible();
  for (const name of ['Pause', 'Stop…', 'Result file'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  const facts = page.getByRole('region', { name: 'Where the rows are' });
  // Rows that wait, finish, rate and quota.
  await expect(facts.getByText(AS_OF)).toHaveCount(4);
  const rail = page.getByRole('navigation');
  await expect(rail.getByText(AS_OF)).toHaveCount(2);
  // Axe believes that nothing in a disabled fieldset can have the focus; that is true only for its controls.
  await expectAccessible(page, 'a job of a program that has stopped', ['scrollable-region-focusable']);

  await goTo(page, '#/jobs');
  await expect(page.getByRole('gridcell', { name: /Running, as of/ })).toBeVisible();
  await goTo(page, '#/quota');
  await expect(page.getByRole('banner').getByText(AS_OF)).toBeVisible();
  for (const elsewhere of ['#/export', '#/segments', '#/account', '#/import']) {
    await goTo(page, elsewhere);
    await expect(page.getByRole('region', { name: 'Notices' }).getByText(/^What you see is from/)).toBeVisible();
    await expect(page.getByRole('main').locator('button:not(:disabled)')).toHaveCount(0);
  }
  await goTo(page, place);

  await restartAtItsPort(host);
  await expect(page.getByText('Lead Console was started again.').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/^Go on in its new window|Go on in its new window/)).toBeVisible();
  const next = await context.newPage();
  await next.goto(host.address);
  await new Frame(next).isAt('Import');
  await expect(page.getByText('Lead Console was started again.')).toBeHidden({ timeout: 20_000 });
  await expect(page.getByText(AS_OF)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeEnabled();
  await job.addsUpTo(400);
});

testWithService(
  'an export of a program that was killed is not shown as receiving',
  async ({ page, host, service, troubles }) => {
    await new WelcomePage(page).connect(service);
    await service.addFault({ kind: 'hang', match: { path: '/simpleleads' } });
    await new Frame(page).goTo('Export');
    await new ExportPage(page).fetchLeads();
    await expect(page.getByText('waiting for the first lead')).toBeVisible();
    troubles.expect(/net::ERR_|Failed to load resource/);
    await host.kill();
    await expect(page.getByText(/^waiting for the first lead, as of \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByText(/^Not complete yet, as of/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled();
  },
);

testWithService(
  'after a restart jobs and drafts can be read without the password, and nothing of them changed',
  { tag: '@long' },
  async ({ page, host, service, folder, troubles }) => {
    test.slow();
    await new WelcomePage(page).connect(service);
    const file = await writeCompanies(join(folder, 'companies.csv'), 40, (row) =>
      row % 4 === 0 ? { phone: 'siehe Notiz' } : {},
    );
    await service.addFault({ kind: 'hang', times: 'always', skip: 12, match: { method: 'POST', path: '/leads' } });
    const job = await new ImportPage(page).importCompanies(file);
    await job.reaches('refused', 2);
    const place = new URL(page.url()).hash;
    await new Frame(page).goTo('Import');
    const draft = await writeCompanies(join(folder, 'more companies.csv'), 20, (row) =>
      row === 5 ? { phone: 'siehe Notiz' } : {},
    );
    const wizard = await ImportPage.atColumns(page, draft);
    await wizard.map('Firma', 'Firmanavn');
    await wizard.toCheck();
    await expect(page.getByText('Draft saved')).toBeVisible();

    troubles.expect(/net::ERR_|Failed to load resource/);
    await host.kill();
    await restartAtItsPort(host);
    await page.goto(host.address);
    await page.getByRole('link', { name: 'Look at more companies.csv' }).click();
    const readOnly = page.getByText('Read only: the password is missing.');
    await expect(readOnly).toBeVisible();
    const field = page.getByRole('button', { name: /^Field for column Firma: Firmanavn/ });
    const step = (name: string) => page.getByRole('banner').getByRole('button', { name: new RegExp(name) });
    await step('Columns').click();
    await expect(field).toBeDisabled();
    await expectAccessible(page, 'a draft that is read', ['scrollable-region-focusable']);
    await step('Check').click();
    await expect(page.getByRole('group', { name: 'Rows of the file' }).getByText('siehe Notiz')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Leave out 1$/ })).toBeDisabled();

    // A half typed password stays when another page comes.
    const password = page.getByRole('textbox', { name: 'Password of' });
    await password.fill('half of it');
    await goTo(page, '#/jobs');
    await expect(page.getByRole('gridcell', { name: /Needs you/ })).toBeVisible();
    await expect(password).toHaveValue('half of it');
    await goTo(page, place);
    await job.isShown();
    await job.addsUpTo(40);
    await expect.poll(() => job.count('unknown')).toBeGreaterThan(0);
    await expect(job.refusedRows.getByText('siehe Notiz').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeDisabled();
    await expect(job.tray.getByRole('button', { name: 'Exists' }).first()).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Result file', exact: true })).toBeEnabled();
    await expectAccessible(page, 'a job that is read', ['scrollable-region-focusable']);

    await service.removeFaults();
    await password.fill(service.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(readOnly).toBeHidden();
    await expect.poll(() => job.count('waiting'), { timeout: 30_000 }).toBe(0);
    await job.addsUpTo(40);
  },
);

test('a link that was used already says what to do, and offers nothing that cannot be done', async ({
  page,
  host,
  browser,
  troubles,
}) => {
  await new Frame(page).isAt('Import');
  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  await troubles.watch(stranger);
  troubles.expect(/Failed to load resource/);
  await stranger.goto(host.address);
  await expect(stranger.getByRole('heading', { name: 'This link was already used.' })).toBeVisible();
  await expect(
    stranger.getByText('Return to the open window, or copy the new link from the terminal.', { exact: true }),
  ).toBeVisible();
  await expect(stranger.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(stranger, 'a link that was used already');
  await elsewhere.close();
});

test('a file that is gone when it is read is called that', async ({ page, folder, troubles }) => {
  await new Frame(page).isAt('Import');
  const file = await writeCompanies(join(folder, 'companies.csv'), 5);
  // The drop hands over a file that lies on the disk; it is gone before the page sends it.
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'chosen' }));
  });
  await page.locator('#chosen').setInputFiles(file);
  const dataTransfer = await page.evaluateHandle(() => {
    const chosen = document.querySelector<HTMLInputElement>('#chosen')?.files?.[0];
    const transfer = new DataTransfer();
    if (chosen !== undefined) transfer.items.add(chosen);
    return transfer;
  });
  await rm(file);
  troubles.expect(/net::ERR_|Failed to load resource/);
  await page.locator('body').dispatchEvent('dragenter', { dataTransfer });
  const zone = page.getByText('Drop to import');
  await expect(zone).toBeVisible();
  for (const kind of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(kind, { dataTransfer });
  await expect(page.getByText('companies.csv cannot be read any more.').first()).toBeVisible();
  await expect(page.getByText('Lead Console has stopped.')).toHaveCount(0);
});
