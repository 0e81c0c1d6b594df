import { expect, test } from 'vitest';
import type { ChannelArgs } from '../../../../../shared/contract/channels.ts';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { choose, chooseItem } from '../../../testing/choose.ts';
import { exampleExport, exampleProfile } from '../../../testing/examples.ts';
import { showPage } from '../../../testing/show.tsx';
import { eachTimeOnExportPage, leftWith, shown } from '../export-page-fixture.ts';
import { ExportPage } from '../ExportPage.tsx';

const complete = exampleExport({
  columns: [
    { index: 0, path: 'uniqueId', filled: 3 },
    { index: 1, path: 'data.By', filled: 3 },
  ],
});
const city = (values: string[]): ColumnFilter => ({ kind: 'values', column: 1, values, empty: false, not: false });
const hasId: ColumnFilter = { kind: 'empty', column: 0, not: true };
const row = (number: number) => ({ number, cells: [`id-${number}`, 'Aarhus'] });

const profile = exampleProfile(2, { distinct: 1, guess: { kind: 'number', fits: 2 }, sum: 1234.5 });

eachTimeOnExportPage();

async function showFiltered(filters: readonly ColumnFilter[]) {
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(complete),
    'export:rows': () => ({ total: 2, rows: [row(1), row(2)] }),
    'export:profile': () => profile,
    'export:choose': () => ({ selection: 'selection-1', chosen: 2, chosenInView: 2 }),
    ...leftWith(...filters.map((filter) => ({ path: filter.column === 0 ? 'uniqueId' : 'data.By', filter }))),
  });
  await expect.element(screen.getByRole('group', { name: /^Filters: / })).toBeVisible();
  const asked = () => host.calls('export:rows').at(-1)?.filters as ChannelArgs<'export:rows'>['filters'] | undefined;
  return { screen, host, asked };
}

test('conditions are joined with or, negated and taken away part by part, and read as one sentence', async () => {
  const { screen, asked } = await showFiltered([hasId, city(['Aarhus']), city(['Odense'])]);
  const reads = async (words: string): Promise<void> => {
    await expect.element(screen.getByRole('group', { name: `Filters: ${words}`, exact: true })).toBeVisible();
  };
  await reads('Unique id is not empty and By is Aarhus and By is Odense');

  await chooseItem(screen, 'and, before: By is Odense', /^or$/);
  await reads('Unique id is not empty and (By is Aarhus or By is Odense)');
  await expect.poll(asked).toEqual([hasId, city(['Aarhus']), { ...city(['Odense']), or: true }]);

  await chooseItem(screen, 'and, before: By is Aarhus', /^not$/);
  await reads('Unique id is not empty and (By is not Aarhus or By is Odense)');

  // What was the second of its group begins it now.
  await screen.getByRole('button', { name: 'Remove the filter: By is not Aarhus' }).click();
  await reads('Unique id is not empty and By is Odense');
  await expect.poll(asked).toEqual([hasId, city(['Odense'])]);
});

test('one more condition is added to a column that has one', async () => {
  const { screen, asked } = await showFiltered([city(['Aarhus'])]);
  await screen.getByRole('button', { name: 'Add a condition' }).click();
  await choose(screen, /^Column$/, 'By');
  await screen.getByRole('textbox', { name: 'Text' }).fill('O');
  await screen.getByRole('button', { name: 'Filter', exact: true }).first().click();
  await expect
    .element(screen.getByRole('group', { name: 'Filters: By is Aarhus and By contains “O”', exact: true }))
    .toBeVisible();
  await expect
    .poll(asked)
    .toEqual([city(['Aarhus']), { kind: 'text', column: 1, match: 'contains', text: 'O', not: false }]);
});

test('chosen leads are counted and summed in the column of the cell that has the focus', async () => {
  const { screen, host } = await showFiltered([city(['Aarhus'])]);
  await screen.getByRole('gridcell', { name: 'Aarhus' }).first().click();
  await screen.getByRole('checkbox', { name: /^Choose all/ }).click();
  await expect.element(screen.getByText('By: 2 filled, 1 different, sum 1,234.5')).toBeVisible();
  expect(host.calls('export:profile').at(-1)).toMatchObject({ column: 1, selection: 'selection-1', filters: [] });
});
