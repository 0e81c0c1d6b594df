import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expectAccessible } from '../accessible.ts';
import { expect, testWithService as test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { SegmentsPage } from '../pages/segments-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';

/** Values of the first column of a file, as another reader finds them. */
async function workbookRows(path: string): Promise<Record<string, string>[]> {
  const book = read(await readFile(path), { type: 'buffer' });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  return sheet === undefined ? [] : utils.sheet_to_json(sheet, { raw: false, defval: '' });
}

async function parquetRows(path: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path) });
}

/** To the second: a workbook and a Parquet file hold times as such. */
function moment(value: unknown): string {
  return (value instanceof Date ? value.toISOString() : String(value)).replace(' ', 'T').slice(0, 19);
}

const LEADS = 100_000;
/** Every so manieth lead changes between the two results. */
const CHANGED_EVERY = 50;

test.use({ serviceArguments: ['--leads', String(LEADS), '--calls'] });
test.setTimeout(360_000);

test(
  'a day of an analyst: 100,000 leads filtered, sorted, pinned, saved twice, compared, opened offline, 500 to a segment',
  { tag: '@long' },
  async ({ page, folder, service }) => {
    await new WelcomePage(page).connect(service);
    const frame = new Frame(page);
    const exported = await ExportPage.goTo(page);
    await exported.fetchAll();
    expect(await exported.leads()).toBe(LEADS);
    const yesterdays = page.url();

    await service.changeEvery(CHANGED_EVERY, 'Failed');
    await exported.fetchLeads();
    await expect(page).not.toHaveURL(yesterdays);
    await exported.isComplete();

    // Two facets: what is counted beside them is what is left in the grid.
    const status = await exported.openColumn('Status');
    await exported.tick(status, 'Processed');
    const closure = await exported.openColumn('Closure');
    const left = await exported.tick(closure, 'Not interested');
    expect(left).toBeGreaterThan(500);
    await exported.isShown(left);
    await expectAccessible(page, 'a filtered result with the panel of a column');

    await exported.pin('Last modified time');
    await exported.header('Last modified time').click();
    await expect(exported.header('Last modified time')).toHaveAttribute('aria-sort', 'ascending');
    const shown = await exported.columnTexts('Last modified time', 5);

    await exported.saveAs(join(folder, 'leads.xlsx'), 'Excel workbook');
    await exported.saveAs(join(folder, 'leads.parquet'), 'Parquet');
    for (const rows of [
      await workbookRows(join(folder, 'leads.xlsx')),
      await parquetRows(join(folder, 'leads.parquet')),
    ]) {
      expect(rows).toHaveLength(left);
      expect(new Set(rows.map((row) => row['Closure']))).toEqual(new Set(['NotInterested']));
      expect(Object.keys(rows[0] ?? {})[0]).toBe('Last modified time');
      expect(rows.slice(0, shown.length).map((row) => moment(row['Last modified time']))).toEqual(shown.map(moment));
    }

    // 500 of them go to a segment: shown first, then sent, and every one is answered.
    await exported.chooseRange(1, 500);
    await exported.toSegment('Chosen 500');
    await expect(page).toHaveURL(/#\/segments\//);
    const segments = new SegmentsPage(page);
    await segments.start(/^Add [\d,]+ leads?$/);
    await expect(segments.count('created')).toHaveText(/^500\s*100 %$/);

    // Everything is where it was left, also without the service and after a reload.
    await service.stop();
    await page.reload();
    await frame.goTo('Export');
    await page.getByRole('button', { name: /^Open these [\d,]+ leads$/ }).click();
    await exported.isShown(left);
    await expect(exported.header('Last modified time')).toHaveAttribute('aria-sort', 'ascending');
    expect(await exported.columnTexts('Last modified time', 5)).toEqual(shown);
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Closure is Not interested');

    // What has changed since the result before it, still without a request.
    await exported.compare();
    const changed = await exported.partCount('changed');
    // Some of those that were changed had the status already.
    expect(changed).toBeGreaterThan(0.9 * (LEADS / CHANGED_EVERY));
    expect(changed).toBeLessThanOrEqual(LEADS / CHANGED_EVERY);
    expect(await exported.partCount('new')).toBe(0);
    expect(await exported.partCount('gone')).toBe(0);
    expect(await exported.partCount('same')).toBe(LEADS - changed);
    await expectAccessible(page, 'a comparison');
  },
);
