import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { readTable } from '../pages/job-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { saveBy } from '../save-by.ts';

test.use({ hostArguments: [] });

test('two results of one search are compared, add up, and are saved', async ({ page, folder }) => {
  test.slow();
  await new WelcomePage(page).practise();
  const exported = await ExportPage.goTo(page);
  await exported.projects('Energi*');
  await exported.fetchAll();
  const all = await exported.leads();
  await exported.chip('New').click();
  await exported.fetchLeads();
  await expect.poll(() => exported.leads()).toBeLessThan(all);
  await exported.isComplete();
  const few = await exported.leads();

  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const words = (count: number) => count.toLocaleString('en');
  await expect(page.getByText(`adds up to ${words(all)} and ${words(few)}`)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/^Both complete, compared in/)).toBeVisible();
  const part = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name} `) });
  await expect(part('Gone')).toContainText(words(all - few));
  await expect(part('Same')).toContainText(words(few));
  await part('Gone').click();
  await expect(page.locator('[data-count="compared"]')).toHaveText(words(all - few));
  await expect(page.getByRole('group', { name: 'Compared leads' }).getByRole('row')).not.toHaveCount(0);
  await expectAccessible(page, 'Comparison');

  await page.getByRole('button', { name: `Save ${words(all - few)}…` }).click();
  const path = join(folder, 'gone.csv');
  await saveBy(page.getByRole('button', { name: /^Save [\d,]+ leads?$/ }), path);
  await expect(page.getByText(`Saved ${words(all - few)} leads as`)).toBeVisible();
  // Wide enough for the past results beside the comparison.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('region', { name: 'Past results' })).toBeVisible();
  await expectAccessible(page, 'Comparison, saved, beside the past results');
  const rows = await readTable(path);
  expect(rows).toHaveLength(all - few);
  expect(new Set(rows.map((row) => row['kind']))).toEqual(new Set(['gone']));
});
