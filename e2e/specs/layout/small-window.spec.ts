import { expectAccessible } from '../../accessible.ts';
import { expect, test } from '../../fixtures.ts';
import { ExportPage } from '../../pages/export-page.ts';
import { Frame } from '../../pages/frame.ts';
import { QuotaPage } from '../../pages/quota-page.ts';
import { SegmentsPage } from '../../pages/segments-page.ts';

// 1440×900 at 200 %.
test.use({ viewport: { width: 720, height: 450 } });

test('at 200 % a segment is chosen, its panel is a drawer, and Esc closes it', async ({ page }) => {
  await new Frame(page).goTo('Segments');
  const segments = new SegmentsPage(page);
  await expect(segments.segment('Energi Q1 pilot')).toBeVisible();
  await expectAccessible(page, 'segments in a small window');
  await segments.choose('Energi Q1 pilot');
  await segments.paste(['nobody-1', 'nobody-2']);
  await expect(segments.drawer).toBeVisible();
  await expectAccessible(page, 'the drawer of a segment');
  await page.keyboard.press('Escape');
  await expect(segments.drawer).toBeHidden();
  await expect(segments.segment('Energi Q1 pilot')).toBeFocused();
  await segments.choose('Energi Q1 pilot');
  await segments.start(/^Add 2 leads$/);
});

test('at 200 % the rows of an export are on the first screen, and the query one press away, also after a reload', async ({
  page,
}) => {
  const exported = await ExportPage.goTo(page);
  await exported.fetchAll();
  for (const row of [1, 2, 3, 4]) await expect(exported.box(row)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'a result in a small window');
  await exported.showQuery();
  await expectAccessible(page, 'a result in a small window with its query');
  await page.reload();
  await expect(exported.source).toBeVisible();
  await exported.foldQuery();
  await expect(exported.box(4)).toBeInViewport({ ratio: 1 });
});

test('at 200 % a budget is chosen, its charts are reached, and its settings are set', async ({ page }) => {
  const frame = new Frame(page);
  await frame.goTo('Segments');
  // Its answer brings the first budget.
  await expect(new SegmentsPage(page).segment('Energi Q1 pilot')).toBeVisible();
  await frame.goTo('Quota');
  const quota = new QuotaPage(page);
  await quota.choose('LeadSegments');
  await expect(quota.budget('LeadSegments')).toBeInViewport({ ratio: 1 });
  const minutes = quota.chart(/^Requests per minute/);
  await minutes.focus();
  await expect(minutes).toBeInViewport();
  await expectAccessible(page, 'the quota in a small window');
  const settings = await quota.openSettings();
  await settings.getByLabel('Share of the minute').fill('50');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(settings.getByText('Saved.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
});
