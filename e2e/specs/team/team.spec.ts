import { join } from 'node:path';
import { expectAccessible } from '../../accessible.ts';
import { expect } from '../../fixtures.ts';
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
  await anna.drops(file);
  await bent.drops(file);
  for (const { job } of [anna, bent])
    await expect(job.state('Complete').or(job.state('Done'))).toBeVisible({ timeout: 90_000 });
  const sent = await phonesSent(service);
  expect(sent).toHaveLength(ROWS);
  expect(new Set(sent).size).toBe(ROWS);
  const [annas, bents] = [await anna.job.counts(), await bent.job.counts()];
  expect(annas.created + bents.created).toBe(ROWS);
  expect(bents.skipped).toBe(annas.created);
});

test('the database goes away in mid-import and comes back: rows wait, then go on by themselves', async ({
  anna,
  host,
  service,
  server,
  folder,
}) => {
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
});
