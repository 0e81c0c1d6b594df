import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { AccountPage } from '../pages/account-page.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { JobPage } from '../pages/job-page.ts';
import { QuotaPage } from '../pages/quota-page.ts';
import { story, STORY_NOW, tell } from '../quota-story.ts';
import { writeCompanies } from '../spreadsheets.ts';
import { saveBy } from '../save-by.ts';

const ROWS = 8;

test('after an import the page says what is left, what it buys, and where the figures come from', async ({
  page,
  folder,
}) => {
  test.slow();
  const frame = new Frame(page);
  const quota = new QuotaPage(page);
  await frame.goTo('Quota');
  await expect(page.getByRole('heading', { name: 'Nothing is known yet' })).toBeVisible();
  await importCompanies(page, folder);
  await frame.goTo('Quota');
  const card = quota.budgets.filter({ hasText: 'Enough for' }).first();
  await expect(card).toContainText(/Enough for [\d,]+ rows\./);
  await expect(card).toContainText(/left of 100,000/);
  await card.getByRole('button', { name: /^Sources of the figures/ }).click();
  await expect(page.getByRole('group', { name: 'Figures and their sources' })).toContainText('Reset');
  await page.keyboard.press('Escape');

  // The rows of the import are in the drawing, in its words and in its table.
  const minutes = quota.chart(/^Requests per minute/);
  await expect(minutes).toHaveAttribute('aria-valuetext', /Import \d+/);
  const table = await quota.asTable('Requests per minute');
  const sent = await table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).reduce((sum, row) => sum + Number(row.querySelectorAll('td')[1]?.textContent ?? 0), 0),
    );
  expect(sent).toBe(ROWS);
});

test('reserve, shares, zone, alerts and the check of the price are set and kept', async ({ page, folder }) => {
  test.slow();
  await importCompanies(page, folder);
  await new Frame(page).goTo('Quota');
  const quota = new QuotaPage(page);
  const settings = await quota.openSettings();
  await settings.getByLabel('Units a day that imports leave untouched').fill('12345');
  await settings.getByLabel('Share of the minute').fill('50');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(settings.getByText('Saved.').first()).toBeVisible();
  await expect(settings).toContainText(/at most 120 of 240 requests a minute/);
  await settings.getByLabel('A budget runs out before its reset, by at least').fill('45');
  await settings.getByRole('button', { name: 'Save the alerts' }).click();
  await expect(settings.getByText('Saved.').last()).toBeVisible();
  await settings.getByRole('combobox', { name: /Zone of the production hours/ }).fill('Europe/Lisbon');
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
  await expect(settings).toContainText('You chose it for the quota.');
  await settings.getByRole('button', { name: 'Check now (8 requests)' }).click();
  await expect(settings.getByText(/^(Settled|Not settled) on|Price at night without fair use/).first()).toBeVisible();
  await expectAccessible(page, 'Quota, settings');

  await page.reload();
  const again = await quota.openSettings();
  await expect(again.getByLabel('Units a day that imports leave untouched')).toHaveValue('12,345');
  await expect(again.getByLabel('Share of the minute')).toHaveValue('50 %');
  await expect(again.getByLabel('A budget runs out before its reset, by at least')).toHaveValue('45 min');
  await expect(again.getByRole('combobox', { name: /Zone of the production hours/ })).toHaveValue('Europe/Lisbon');
  await again.getByRole('button', { name: 'Use the defaults' }).click();
  await expect(again.getByLabel('Share of the minute')).toHaveValue('100 %');
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('a reserve is typed and pasted as the page writes numbers', { tag: '@long' }, async ({ page, folder }) => {
    await importCompanies(page, folder);
    await new Frame(page).goTo('Quota');
    const settings = await new QuotaPage(page).openSettings();
    const reserve = settings.getByLabel('Units a day that imports leave untouched');
    await reserve.fill('');
    await reserve.pressSequentially('12.345');
    await expect(reserve).toHaveValue('12.345');
    await reserve.fill('12.345');
    await expect(reserve).toHaveValue('12.345');
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(settings.getByText('Imports leave 12.345 units untouched, as you chose.')).toBeVisible();
  });
});

test('one counter of the service is one card with one figure, whatever has used it', async ({ page }) => {
  test.slow();
  const quota = new QuotaPage(page);
  const frame = new Frame(page);
  await frame.goTo('Account');
  await new AccountPage(page).show('Users and org units');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.getByLabel('Org code').fill('Danmark');
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByRole('tree', { name: 'Org unit' })).toContainText('Danmark');
  const exports = await ExportPage.goTo(page);
  await exports.fetchAll();
  await frame.goTo('Quota');
  await page.getByRole('button', { name: 'Read limits and counts (2 requests)' }).click();
  await expect(quota.budgets).toHaveCount(4);
  for (const title of ['Leads', 'SimpleLeads', 'LeadSegments', 'Account'])
    await expect(quota.budget(title)).toHaveCount(1);
  await expect(quota.budget('Account')).toContainText(/users/);
  await expect(quota.budget('Account')).toContainText(/org units/);
  await expect(quota.budget('SimpleLeads')).toContainText('probably raw leads');
});

test('the rail, the card and the chart say one figure while an import runs', async ({ page, folder }) => {
  await startImport(page, folder, 900);
  await new Frame(page).goTo('Quota');
  await expect(page.getByText(/ units left at /)).toBeVisible();
  // What each of them says, drawing by drawing.
  const said = await page.evaluate(async () => {
    const figures = (text: string | null | undefined) => Number(/[\d,]{5,}/.exec(text ?? '')?.[0].replaceAll(',', ''));
    const seen: number[][] = [];
    while (seen.length < 120) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const rail = [...document.querySelectorAll('nav a')].find((link) => link.textContent.includes('Left today'));
      const left = /Left today([\d,]+)/.exec(rail?.textContent ?? '')?.[1];
      const card = document.querySelector('[aria-label="Budgets"] strong')?.textContent;
      const chart = [...document.querySelectorAll('figcaption')].find((words) =>
        /units left at/.test(words.textContent),
      );
      seen.push([figures(left), figures(card), figures(chart?.textContent)]);
    }
    return seen;
  });
  expect(said.filter(([rail, card, chart]) => rail !== card || card !== chart)).toEqual([]);
  expect(new Set(said.map(([rail]) => rail)).size).toBeGreaterThan(1);
});

test(
  'a job is in the list of its budget from the first second, and its line is drawn',
  { tag: '@long' },
  async ({ page, folder }) => {
    await startImport(page, folder, 900);
    const quota = new QuotaPage(page);
    await new Frame(page).goTo('Quota');
    await expect(quota.jobs.getByRole('link', { name: 'companies.csv' })).toBeVisible();
    await expect(quota.jobs.getByRole('img', { name: 'runs' })).toBeVisible();
    const day = quota.chart(/^Leads, until the reset/);
    await expect(day).toHaveAccessibleDescription(/The dashed line has the known jobs, nothing else\./);
    await day.focus();
    await page.keyboard.press('End');
    await expect(day).toHaveAttribute('aria-valuetext', /about [\d,]+ units left\. Even pace/);
    await quota.choose('SimpleLeads');
    await expect(quota.jobs).toContainText('No job is due to use this budget.');
  },
);

test('the log of requests is a page of its own, and Back leads to the budgets', async ({ page }) => {
  await new Frame(page).goTo('Export');
  await new ExportPage(page).fetchLeads();
  await new ExportPage(page).isComplete();
  await new Frame(page).goTo('Quota');
  await page.getByRole('button', { name: 'Read limits and counts (2 requests)' }).click();
  await expect(new QuotaPage(page).budgets.first()).toBeVisible();
  await new QuotaPage(page).openRequests();
  await expect(page.getByRole('region', { name: 'Requests, newest first' })).toContainText('/simpleleads');
  await page.getByRole('button', { name: 'Show limits' }).click();
  await expect(page.getByLabel('Limits', { exact: true })).toContainText('{');
  await page.getByRole('link', { name: 'Quota' }).last().click();
  await expect(new QuotaPage(page).budgets.first()).toBeVisible();
});

test('every chart is read by keys, as a table and as a sentence; axe finds nothing', async ({ page }) => {
  const quota = new QuotaPage(page);
  await page.clock.setFixedTime(new Date(STORY_NOW));
  await tell(page, story(STORY_NOW, 'practice'));
  await page.reload();
  await new Frame(page).goTo('Quota');
  await expect(quota.budgets).toHaveCount(4);
  await expectAccessible(page, 'Quota');

  const day = quota.chart(/^Leads, until the reset/);
  await expect(day).toHaveAccessibleDescription(/61,588 of 100,000 units left.*about 12,900 left at the reset/);
  await day.focus();
  await expect(day).toHaveAttribute('aria-valuetext', /^13:47: 61,588 units left/);
  await page.keyboard.press('End');
  await expect(day).toHaveAttribute('aria-valuetext', /^tomorrow 07:42: about [\d,]+ units left, likely/);
  await page.keyboard.press('Home');
  await expect(day).toHaveAttribute('aria-valuetext', /^07:42: 100,000 units left/);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowRight');
  await expect(day).toHaveAttribute('aria-valuenow', '11');

  await quota.chart(/^Time to the answer/).focus();
  await expect(quota.chart(/^Time to the answer/)).toHaveAttribute('aria-valuetext', /half within/);
  await quota.hours.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(quota.hours.getByRole('button', { name: /^Tuesday 01:00/ })).toBeFocused();

  for (const title of ['Leads, until the reset', 'Requests per minute', 'When is there room?', 'Time to the answer'])
    await expect((await quota.asTable(title)).getByRole('row')).not.toHaveCount(0);
  await expect(page.getByRole('group', { name: '429 answers' })).toContainText('Create leads');
  // The button that was pressed last shows its name while the pointer rests on it.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(page, 'Quota, as tables');

  await quota.choose('SimpleLeads');
  await expect(quota.budget('SimpleLeads')).toContainText('Runs out about 14:30, reset is tomorrow 08:01');
  await expect(quota.chart(/^SimpleLeads, until the reset/)).toBeVisible();
});

test('a chart is saved as figures and as a picture', async ({ page, folder }) => {
  await page.clock.setFixedTime(new Date(STORY_NOW));
  await tell(page, story(STORY_NOW, 'practice'));
  await page.reload();
  await new Frame(page).goTo('Quota');
  await expect(new QuotaPage(page).chart(/^Leads/)).toBeVisible();
  const figures = await saved(page, folder, 'CSV');
  expect(figures.toString('utf8')).toMatch(/^\uFEFFTime,Left,Forecast,/);
  expect(figures.toString('utf8')).toContain('2026-11-17 13:47,61588,61588');
  const picture = await saved(page, folder, 'PNG');
  expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(picture.length).toBeGreaterThan(5000);
});

async function saved(page: Page, folder: string, format: 'CSV' | 'PNG'): Promise<Buffer> {
  await page.getByRole('button', { name: 'Save Leads, until the reset' }).click();
  const path = join(folder, `chart.${format.toLowerCase()}`);
  await saveBy(page.getByRole('menuitem', { name: new RegExp(format) }), path);
  return readFile(path);
}

async function importCompanies(page: Page, folder: string): Promise<void> {
  await startImport(page, folder, ROWS);
  await expect(new JobPage(page).state('Complete')).toBeVisible({ timeout: 30_000 });
}

async function startImport(page: Page, folder: string, rows: number): Promise<void> {
  const file = await writeCompanies(join(folder, 'companies.csv'), rows);
  await new Frame(page).goTo('Import');
  const wizard = await ImportPage.atColumns(page, file);
  await wizard.send({ campaign: 'DK-ENERGI-26' });
}
