import { join } from 'node:path';
import { expectAccessible } from '../../accessible.ts';
import { expect } from '../../fixtures.ts';
import { ImportPage } from '../../pages/import-page.ts';
import type { PracticeService } from '../../practice-service.ts';
import { writeCompanies } from '../../spreadsheets.ts';
import { invitationBy, test } from '../../team-fixtures.ts';

const ROWS = 60;

// Two programs and a database start before a test does.
test.describe.configure({ mode: 'serial', timeout: 280_000 });

async function phonesSent(service: PracticeService): Promise<string[]> {
  return (await service.acceptedLeads()).map(({ data }) => Object.values(data).join(' '));
}

test('Bent drops Anna’s file: no lead goes twice, and the card says who is in the team', async ({
  anna,
  bent,
  host,
  service,
  server,
  folder,
}) => {
  const invitation = await invitationBy(server, service, host);
  await anna.joins(invitation);
  await bent.joins(invitation);
  await expect(bent.account.team.getByRole('row')).toHaveCount(3);
  await expectAccessible(bent.page, 'Account with a team');

  const file = join(folder, 'companies.csv');
  await writeCompanies(file, ROWS);
  // Both have checked the file before a row goes: what each takes is settled row by row.
  await anna.plans(file);
  await bent.plans(file);
  await anna.starts();
  await bent.starts();
  for (const { job } of [anna, bent])
    await expect(job.state('Complete').or(job.state('Done'))).toBeVisible({ timeout: 90_000 });
  const sent = await phonesSent(service);
  expect(sent).toHaveLength(ROWS);
  expect(new Set(sent).size).toBe(ROWS);
  const [annas, bents] = [await anna.job.counts(), await bent.job.counts()];
  expect(annas.created + bents.created).toBe(ROWS);
  expect(bents.skipped).toBe(annas.created);
});

test(
  'Bent drops Anna’s file and sees it before he sends',
  { tag: '@long' },
  async ({ anna, bent, host, service, server, folder }) => {
    const rows = 3 * ROWS;
    const invitation = await invitationBy(server, service, host);
    await anna.joins(invitation);
    await bent.joins(invitation);
    const file = join(folder, 'companies.csv');
    await writeCompanies(file, rows);
    await anna.drops(file);
    await anna.job.reaches('created', 5);

    await bent.frame.goTo('Jobs');
    // It is there as soon as Bent's computer has heard of an import.
    const colleagues = bent.page.getByRole('radiogroup', { name: 'Which jobs' }).getByText('Colleagues');
    await expect(colleagues).toBeVisible({ timeout: 60_000 });
    await colleagues.click();
    const theirs = bent.page
      .getByRole('region', { name: 'Imports of colleagues' })
      .getByRole('row', { name: /companies/ });
    await expect(theirs).toContainText(/anna’s computer.*\d+ %/i, { timeout: 60_000 });
    await bent.frame.goTo('Import');
    const wizard = new ImportPage(bent.page);
    await wizard.open(file);
    const same = bent.page.getByText(/^anna’s computer imports a file with the same content now \(\d+ %\)\.$/i);
    await expect(same).toBeVisible({ timeout: 60_000 });
    await expect(anna.job.state('Complete').or(anna.job.state('Done'))).toBeVisible({ timeout: 120_000 });
    await wizard.toColumns();
    await wizard.map('Firma', 'Firmanavn');
    await wizard.toPlan();
    await wizard.plan({ campaign: 'DK-ENERGI-26' });
    const { created } = await anna.job.counts();
    await expect(bent.page.getByText(`${created} of these rows belong to colleagues in DK-ENERGI-26.`)).toBeVisible({
      timeout: 60_000,
    });
    await bent.page.getByRole('button', { name: 'Check', exact: true }).first().click();
    await bent.page.getByRole('option', { name: /^The same lead/ }).click();
    await expect(bent.page.getByText(new RegExp(`${created} by anna’s computer, the last`, 'i'))).toBeVisible();
    await bent.page.getByRole('gridcell', { name: 'Ærø Energi 1', exact: true }).click();
    await expect(bent.page.getByText(/^anna’s computer sent this lead on .* \(created\)\.$/i)).toBeVisible();
    await expectAccessible(bent.page, 'Check with rows of a colleague');
    const sent = await phonesSent(service);
    expect([sent.length, new Set(sent).size]).toEqual([rows, rows]);
  },
);

test(
  'the database goes away in mid-import and comes back: rows wait, then go on by themselves',
  { tag: '@long' },
  async ({ anna, host, service, server, folder }) => {
    await anna.joins(await invitationBy(server, service, host));
    const file = join(folder, 'companies.csv');
    await writeCompanies(file, ROWS);
    await anna.drops(file);
    await anna.job.reaches('created', 5);
    const comeBack = await server.goAway();
    await expect(anna.page.getByText(/The team’s database cannot be reached/).first()).toBeVisible({ timeout: 60_000 });
    expect((await phonesSent(service)).length).toBeLessThan(ROWS);
    const place = new URL(anna.page.url()).hash;
    await anna.frame.goTo('Account');
    await expect(anna.account.team.getByText(/^Away since/)).toBeVisible();

    await comeBack();
    await anna.page.evaluate((hash) => (window.location.hash = hash), place);
    await anna.job.reaches('created', ROWS, 120_000);
    const sent = await phonesSent(service);
    expect([sent.length, new Set(sent).size]).toEqual([ROWS, ROWS]);
  },
);
