import { join } from 'node:path';
import { expect, test, testWithService } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

const ROWS = 24;

test('a job goes on while the page is read again', { tag: '@long' }, async ({ page, folder }) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), ROWS);
  const job = await new ImportPage(page).importCompanies(file);
  await job.reaches('created', 3);
  await page.reload();
  await job.isShown();
  await job.addsUpTo(ROWS);
  await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
  expect(await job.count('created')).toBe(ROWS);
});

testWithService(
  'a host that is killed mid-job loses no row and sends none twice',
  async ({ page, host, service, folder, troubles }) => {
    test.slow();
    const file = await writeCompanies(join(folder, 'companies.csv'), ROWS);
    await new WelcomePage(page).connect(service);
    const job = await new ImportPage(page).importCompanies(file);
    await job.reaches('created', 4);
    const place = new URL(page.url()).hash;

    // The page's stream and calls break off with the host.
    troubles.expect(/net::ERR_|Failed to load resource/);
    await host.kill();
    // On the same port only what is behind the # changes, and the browser keeps the document unless the page asks for it anew.
    await host.start(Number(new URL(host.address).port));
    await page.goto(host.address);
    await page.waitForURL((url) => !url.hash.includes('token'));
    await page.goto(`${new URL(host.address).origin}/${place}`);
    // The browser host keeps no password on disk.
    await page.getByRole('textbox', { name: 'Password of' }).fill(service.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await job.isShown();
    await job.addsUpTo(ROWS);
    await expect.poll(() => job.count('waiting'), { timeout: 30_000 }).toBe(0);
    await job.addsUpTo(ROWS);
    const counts = await job.counts();
    const names = (await service.acceptedLeads()).map((lead) => lead.data['Firmanavn']);
    expect(new Set(names).size, 'no lead twice').toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(counts.created);
    expect(names.length).toBeLessThanOrEqual(counts.created + counts.unknown);
  },
);
