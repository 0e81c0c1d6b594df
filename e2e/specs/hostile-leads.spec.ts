import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read } from '@e965/xlsx';
import { expect, testWithService as test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';

/** Texts that run somewhere when they are taken for more than texts; each would set `window.ran` in the page. */
const TEXTS = [
  '<img src=x onerror="window.ran=1">',
  '<script>window.ran=1</script>',
  '"><svg onload=window.ran=1>',
  'javascript:window.ran=1',
  '{{constructor.constructor("window.ran=1")()}}',
  '${window.ran=1}',
  '=HYPERLINK("http://127.0.0.1:1/?"&A1,"x")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "'; DROP TABLE leads; --",
];

test('nothing in a lead runs in the page, in a saved formula or as a filter', async ({ page, folder, service }) => {
  const leads = TEXTS.map((text, row) => ({
    uniqueId: `H-${row}`,
    status: text,
    campaign: { code: text },
    data: { [text]: text, Note: text },
  }));
  await service.addFault({
    kind: 'body',
    contentType: 'application/json',
    body: JSON.stringify(leads),
    match: { path: '/simpleleads' },
    times: 'always',
  });
  await new WelcomePage(page).connect(service);
  const exported = await ExportPage.goTo(page);
  await exported.fetchAll();
  expect(await exported.leads()).toBe(TEXTS.length);
  // The grid shows them as they are, the panel of a column lists them, a search marks them.
  await expect(exported.grid.getByText(TEXTS[0] ?? '', { exact: true }).first()).toBeVisible();
  const panel = await exported.openColumn('Status');
  for (const text of TEXTS.slice(0, 3)) await expect(panel.getByText(text, { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await exported.search.fill('<img src=x');
  await expect(exported.grid.locator('mark').first()).toBeVisible();
  await exported.search.fill('');

  await exported.saveAs(join(folder, 'leads.xlsx'), 'Excel workbook');
  const book = read(await readFile(join(folder, 'leads.xlsx')), { type: 'buffer', cellFormula: true });
  const cells = Object.values(book.Sheets[book.SheetNames[0] ?? ''] ?? {}) as { f?: string; l?: object; v?: unknown }[];
  expect(cells.filter(({ f, l }) => f !== undefined || l !== undefined)).toEqual([]);
  expect(cells.map(({ v }) => v)).toEqual(expect.arrayContaining(TEXTS));
  await exported.saveAs(join(folder, 'leads.csv'));
  const text = await readFile(join(folder, 'leads.csv'), 'utf8');
  expect(text).not.toMatch(/(^|,|")[=@]/m);

  expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined();
});
