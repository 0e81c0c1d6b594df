import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleExport } from '../../../testing/examples.ts';
import { showPage } from '../../../testing/show.tsx';
import { ExportPage } from '../ExportPage.tsx';

test('a saved Parquet file comes with the line with which DuckDB reads it', async () => {
  await page.viewport(1366, 768);
  window.location.hash = '#/export/export-1';
  const complete = exampleExport({ rows: 3 });
  const { screen, host } = await showPage(<ExportPage />, {
    'export:list': () => ({ exports: [complete] }),
    'export:get': () => complete,
    'export:rows': () => ({
      total: 3,
      asOf: 3,
      rows: [1, 2, 3].map((number) => ({ number, cells: [`id-${number}`, `Firm ${number}`] })),
    }),
    'host:info': () => ({ host: 'desktop', version: '1', platform: 'linux', protection: 'os' }),
    'host:chooseTarget': () => ({ target: { token: 'file-0123456789abcdef', name: 'leads.parquet' } }),
    'host:copyDuckDbLine': () => ({}),
    'export:save': () => ({ name: 'leads.parquet', rows: 3, countedRows: 3, bytes: 9, notes: [], isCut: false }),
    deliverFile: () => undefined,
    'preferences:set': () => ({ colorScheme: 'light', density: 'comfortable' }),
  });
  await expect.element(screen.getByText('Firm 3')).toBeVisible();
  await userEvent.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');
  const dialog = screen.getByRole('dialog', { name: 'Save leads' });
  await dialog.getByRole('radio', { name: 'Parquet', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save 3 leads' }).click();
  await screen.getByRole('button', { name: 'Copy the DuckDB line' }).click();
  await expect.element(screen.getByText('Copied the line for DuckDB.')).toBeVisible();
  expect(host.calls('host:copyDuckDbLine')).toEqual([{ token: 'file-0123456789abcdef' }]);
});
