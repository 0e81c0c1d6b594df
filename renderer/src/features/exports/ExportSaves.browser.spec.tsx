import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { RenderResult } from 'vitest-browser-react';
import { DEFAULT_SAVE_FORMATS } from '../../../../shared/contract/exports/save-formats.ts';
import { chooseItem } from '../../testing/choose.ts';
import { exampleExport } from '../../testing/examples.ts';
import { type Answers, failing } from '../../testing/host.ts';
import { showPage } from '../../testing/show.tsx';
import { ExportPage } from './ExportPage.tsx';
import { eachTimeOnExportPage, lead, leads, leftWith, shown } from './export-page-fixture.ts';

eachTimeOnExportPage();

const onlySecond = {
  path: 'data.Firma',
  filter: { kind: 'text', column: 1, match: 'contains', text: '2', not: false },
} as const;

/** The view that was left shows the second of three leads. */
const onlySecondShown: Answers = {
  ...leftWith(onlySecond),
  'export:rows': ({ filters }) => (filters.length === 0 ? leads(3) : { total: 1, rows: [lead(2)] }),
};

/** By the keys of the save, as a person who saves often. */
async function openSave(screen: RenderResult) {
  await userEvent.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');
  return screen.getByRole('dialog', { name: 'Save leads' });
}

test('saving that fails says that the leads were not saved', async () => {
  const complete = exampleExport({ rows: 3 });
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(complete, 3),
    'host:chooseTarget': () => ({ target: { token: 'file-0123456789abcdef', name: 'leads.csv' } }),
    'export:save': failing({ code: 'file', message: 'The disk is full.', reason: 'ENOSPC' }),
  });
  await chooseItem(screen, /^Save$/, /^CSV/);
  await expect.element(screen.getByText('The leads were not saved.')).toBeVisible();
  await expect.element(screen.getByText('The disk is full.')).toBeVisible();
  expect(host.calls('export:save')).toHaveLength(1);
});

test('a dataset is of all leads that were asked for and goes into a folder that the person chooses', async () => {
  // The service sent one more than that.
  const complete = exampleExport({ rows: 4 });
  const saved = { rows: 3, added: 2, changed: 1, unchanged: 0, removed: 0, files: 2, filesChanged: 2, bytes: 9 };
  const { screen, host } = await showPage(<ExportPage />, {
    'host:info': () => ({ host: 'desktop', version: '1', platform: 'linux', protection: 'os' }),
    ...shown(complete),
    ...onlySecondShown,
    'host:chooseFolder': () => ({ folder: { token: 'file-0123456789abcdef', name: 'leads' } }),
    'export:openDataset': ({ query }) => ({ datasetId: 'dataset-1', query, rows: 0, pointReached: null }),
    'export:saveDataset': () => ({ ...saved, pointReached: null, retyped: [] }),
  });
  await expect.element(screen.getByText('1 of 4 shown')).toBeVisible();
  const dialog = await openSave(screen);
  await dialog.getByRole('radio', { name: 'Dataset folder' }).click();
  await dialog.getByRole('button', { name: 'Save 3 leads' }).click();
  await expect.element(screen.getByText('The dataset has 3 leads')).toBeVisible();
  await expect
    .element(screen.getByText(/^2 new, 1 changed, 0 as before, 0 removed\. 2 files of 2 written/))
    .toBeVisible();
  expect(host.calls('export:openDataset')).toMatchObject([{ query: complete.query, mode: 'sinceLast' }]);
  expect(host.calls('export:saveDataset')).toMatchObject([{ exportId: complete.id, isWhole: true }]);
});

test('a browser says why it has no folder for a dataset', async () => {
  const { screen } = await showPage(<ExportPage />, shown(exampleExport({ rows: 3 }), 3));
  await expect.element(screen.getByText('3 leads', { exact: true })).toBeVisible();
  const dialog = await openSave(screen);
  await dialog.getByRole('radio', { name: 'Dataset folder' }).click();
  await expect.element(dialog.getByText(/^A page in a browser cannot write into a folder of yours\./)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save 3 leads' })).toBeDisabled();
});

test('a save asks for rows, columns and format, says the count, and is remembered', async () => {
  const complete = exampleExport({ rows: 3 });
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(complete),
    ...onlySecondShown,
    'host:chooseTarget': () => ({ target: { token: 'file-0123456789abcdef', name: 'leads.xlsx' } }),
    'export:save': () => ({
      name: 'leads.xlsx',
      rows: 1,
      countedRows: 1,
      bytes: 9,
      notes: ['One cell was cut.'],
      isCut: true,
    }),
    deliverFile: () => undefined,
    'preferences:set': ({ saveFormats }) => ({ colorScheme: 'light', density: 'comfortable', saveFormats }),
  });
  await expect.element(screen.getByText('1 of 3 shown')).toBeVisible();
  const dialog = await openSave(screen);
  await expect.element(dialog.getByRole('button', { name: 'Save 1 lead' })).toBeEnabled();
  await expect.element(dialog.getByText(/^Firma contains “2”\. In the order they arrived\.$/)).toBeVisible();
  await dialog.getByText('All 3', { exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: 'Save 3 leads' })).toBeEnabled();
  await dialog.getByText('Filtered 1').click();
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/^1 lead, /);
  await dialog.getByRole('radio', { name: 'Excel workbook' }).click();
  await dialog.getByRole('checkbox', { name: /Dates as dates/ }).click();
  await dialog.getByRole('button', { name: 'Save 1 lead' }).click();
  await expect.element(screen.getByText('Saved 1 lead as leads.xlsx')).toBeVisible();
  await expect.element(screen.getByText(/It matches\. One cell was cut\./)).toBeVisible();
  // Not the tick of a file that has everything.
  await expect.element(screen.getByRole('img', { name: 'Warning' })).toBeVisible();
  const asked = { format: 'xlsx', dates: false };
  // The names of the file are those of the grid.
  const columns = { columns: [0, 1], names: ['Unique id', 'Firma'] };
  expect(host.calls('export:save')).toMatchObject([{ filters: [onlySecond.filter], format: asked, ...columns }]);
  expect(host.calls('host:chooseTarget')[0]?.suggestedName).toMatch(/\.xlsx$/);
  await expect.poll(() => host.calls('preferences:set')).toEqual([{ saveFormats: [asked] }]);
});

test('a result in which leads are missing is saved under a name that says so, as saved before', async () => {
  const partial = exampleExport({ state: 'partial', reason: 'The connection was cut.', rows: 2 });
  const csv = { ...DEFAULT_SAVE_FORMATS.csv, delimiter: ';' as const };
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(partial, 2),
    'preferences:get': () => ({ colorScheme: 'light', density: 'comfortable', saveFormats: [csv] }),
    'host:chooseTarget': () => ({ target: null }),
  });
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  await chooseItem(screen, /^Save$/, /More options/);
  const dialog = screen.getByRole('dialog', { name: 'Save leads' });
  await expect.element(dialog.getByText('Leads are missing in this result.')).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: 'Separator' })).toHaveValue('Semicolon ;');
  await dialog.getByRole('button', { name: 'Save 2 leads' }).click();
  await expect.poll(() => host.calls('host:chooseTarget')[0]?.suggestedName).toMatch(/\.partial\.csv$/);
  // The person closed the dialog of the system: nothing is saved, and the choices are still there.
  expect(host.calls('export:save')).toEqual([]);
  await expect.element(dialog).toBeVisible();
});
