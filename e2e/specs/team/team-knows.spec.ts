import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../../accessible.ts';
import { expect } from '../../fixtures.ts';
import { CheckPage } from '../../pages/check-page.ts';
import { ColumnsPage } from '../../pages/columns-page.ts';
import { ExportPage } from '../../pages/export-page.ts';
import { ImportPage } from '../../pages/import-page.ts';
import { invitationBy, test } from '../../team-fixtures.ts';

const CAMPAIGN = 'DK-ENERGI-26';
/** A template, the rules and the fields of the campaign. */
const TOLD = 3;
const FILE = ['Kundenavn,Nummer', 'Nordlys,20112233', 'Vestkyst,86123456', ''].join('\n');

// Two programs and a database start before a test does.
test.describe.configure({ mode: 'serial', timeout: 280_000 });

test(
  'Anna’s mapping, rules, fields and query reach Bent and say whose they are, and no word of them is in the database',
  { tag: '@long' },
  async ({ anna, bent, host, service, server, folder }) => {
    const invitation = await invitationBy(server, service, host);
    await anna.joins(invitation);
    await bent.joins(invitation);
    const file = join(folder, 'kunder.csv');
    await writeFile(file, FILE);

    await anna.frame.goTo('Import');
    const hers = new ImportPage(anna.page);
    await hers.open(file);
    await hers.toColumns();
    await hers.map('Kundenavn', 'Firmanavn');
    await hers.map('Nummer', 'Telefon1');
    await anna.page.getByRole('button', { name: 'Save template' }).click();
    const form = anna.page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Energi');
    await form.getByRole('button', { name: 'Save this template' }).click();
    await expect(anna.page.getByText('Template “Energi” is saved.')).toBeVisible();

    // Her import shows what the campaign has, and by which rules she checks it.
    await new ColumnsPage(anna.page).nameCampaign(CAMPAIGN);
    await hers.toCheck();
    const check = new CheckPage(anna.page);
    await check.toRules();
    await check.choose('Must be filled', 'Firmanavn');
    await anna.page.keyboard.press('Escape');
    await hers.toPlan();
    await hers.start();
    const timesTold = () => server.database.received.filter((question) => question.includes('put_doc')).length;
    await expect.poll(timesTold, { timeout: 60_000 }).toBeGreaterThanOrEqual(TOLD);

    await bent.frame.goTo('Import');
    const his = new ImportPage(bent.page);
    await his.open(file);
    await his.toColumns();
    for (const [column, field] of [
      ['Kundenavn', 'Firmanavn'],
      ['Nummer', 'Telefon1'],
    ] as const)
      await expect(his.field(column)).toHaveAccessibleName(`Field for column ${column}: ${field}`);

    await expect(bent.page.getByRole('list', { name: 'Columns of the file' })).toContainText(
      /Template “Energi”, from Anna, \d/,
    );

    const columns = new ColumnsPage(bent.page);
    await columns.nameCampaign(CAMPAIGN);
    await expect(columns.known).toContainText(/^2 fields, from .*Anna \(/);
    await expect(columns.head).toContainText(/1 rule of the check from Anna, /);
    await his.toCheck();
    await new CheckPage(bent.page).toRules();
    await expect(bent.page.getByRole('region', { name: 'Rules of colleagues' })).toContainText(
      /1 rule from Anna, .*in use/,
    );

    // A query goes out when she says so, after she has seen its words.
    for (const { page } of [anna, bent]) await page.setViewportSize({ width: 1440, height: 900 });
    const asked = await ExportPage.goTo(anna.page);
    await asked.projects('Nordlys*');
    await asked.saveQuery('Redials');
    await anna.page.getByRole('button', { name: 'More about Redials' }).click();
    await anna.page.getByRole('menuitem', { name: 'Share with the team…' }).click();
    await expect(anna.page.getByRole('dialog')).toContainText('Nordlys*');
    await anna.page.getByRole('button', { name: 'Share query' }).click();
    await expect(asked.savedQuery('Redials')).toContainText('shared');
    await expect.poll(timesTold).toBeGreaterThan(TOLD);
    const seen = await ExportPage.goTo(bent.page);
    await expect(seen.savedQuery('Redials')).toContainText(/from Anna, /);

    // The card has all of it, counted by its kind.
    for (const [{ frame, account }, templates] of [
      [anna, '1 template; rules of 1 campaign'],
      [bent, '1 template, 1 from Anna; rules of 1 campaign'],
    ] as const) {
      await frame.goTo('Account');
      await expect(account.shared).toContainText(templates, { ignoreCase: true });
      await expect(account.shared).toContainText('1 campaign, names of fields');
      await expect(account.shared).toContainText('1 query, 0 views');
      await expect(account.shared).toContainText(/Who sent a lead, and when2 leads/);
    }
    await expectAccessible(bent.page, 'Account with what a team shares');

    const told = server.database.received.join('\n');
    for (const word of ['Kundenavn', 'Firmanavn', 'Nordlys', 'Energi', 'ENERGI', 'kunder', 'Redials'])
      expect(told).not.toContain(word);
  },
);
