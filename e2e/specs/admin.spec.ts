import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, testWithService as test } from '../fixtures.ts';
import { AccountPage } from '../pages/account-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { QuotaPage } from '../pages/quota-page.ts';
import { SegmentsPage } from '../pages/segments-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

// A counter for each endpoint: what is used below comes to seven of them.
test.use({ serviceArguments: ['--leads', '200', '--counting', 'endpoint'] });
test.use({ viewport: { width: 1440, height: 900 } });

/** Leads that another client creates. */
const FOREIGN = 12;
/** Title of a card, and the name of its counter in the service. */
const COUNTERS = [
  ['Create leads', 'POST leads'],
  ['Lead search', 'GET simpleleads'],
  ['Raw leads', 'GET rawleads'],
  ['List segments', 'GET leadsegments'],
  ['Users', 'GET users'],
  ['Org units', 'GET orgunits'],
] as const;

test(
  'an admin sees six counters, another client, and the forecast of a running import in its first minute',
  { tag: '@long' },
  async ({ page, folder, service }) => {
    // Axe goes over every chart in both schemes, and 150 rows take most of a minute.
    test.setTimeout(300_000);
    const frame = new Frame(page);
    const quota = new QuotaPage(page);
    await new WelcomePage(page).connect(service);
    await frame.goTo('Account');
    await new AccountPage(page).show('Users and org units');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await page.getByLabel('Org code').fill('Danmark');
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect(page.getByRole('tree', { name: 'Org unit' })).toContainText('Danmark');
    await frame.goTo('Segments');
    await expect(new SegmentsPage(page).segment('Energi Q1 pilot')).toBeVisible();
    for (let lead = 0; lead < FOREIGN; lead += 1)
      await service.createLead('EU-MESSE-26', { LastName: `Foreign ${lead}`, Phone: `+45301111${10 + lead}` });

    const file = await writeCompanies(join(folder, 'companies.csv'), 150);
    await frame.goTo('Import');
    await new ImportPage(page).importCompanies(file);
    await frame.goTo('Quota');
    await page.getByRole('button', { name: 'Read limits and counts (2 requests)' }).click();

    // The job is listed, drawn, and its end is told while its first rows go.
    await expect(quota.jobs.getByRole('link', { name: 'companies.csv' })).toBeVisible();
    const day = quota.chart(/^Create leads, until the reset/);
    await expect(day).toHaveAccessibleDescription(/The dashed line has the known jobs, nothing else\./);
    await expect(page.getByRole('navigation').getByText(/^done \d\d:\d\d/)).toBeVisible();

    // One card a counter, and each has the service's own figure.
    for (const [title] of COUNTERS) await expect(quota.budget(title), title).toHaveCount(1);
    await expect(quota.budget('Create leads')).toContainText(/\d by others/);
    for (const chart of [/^Create leads, until the reset/, /^Requests per minute/])
      await expect(quota.chart(chart)).toBeInViewport({ ratio: 1 });
    // The button that was pressed last shows its name while the pointer rests on it.
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expectAccessible(page, 'Quota with a counter for each endpoint');

    await expect(quota.jobs.getByRole('link', { name: 'companies.csv' })).toBeHidden({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Read limits and counts (2 requests)' }).click();
    const counted = await service.counted();
    for (const [title, counter] of COUNTERS) {
      const left = quota.budget(title).getByText(/left of/);
      const limit = Number(((await left.innerText()).split('left of')[1] ?? '').replace(/\D/g, ''));
      await expect(left, title).toContainText((limit - (counted[counter] ?? 0)).toLocaleString('en'));
    }
  },
);
