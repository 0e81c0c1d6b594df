import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { exampleExport } from '../../../testing/examples.ts';
import { type Answers, failing } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { eachTimeOnExportPage, leftWith, shown } from '../export-page-fixture.ts';
import { ExportPage } from '../ExportPage.tsx';

eachTimeOnExportPage();

/** The page of a result of three leads. */
async function showLeads(answers: Answers) {
  const page = await showPage(<ExportPage />, {
    ...shown(exampleExport({ rows: 3 }), 3),
    'host:chooseTarget': () => ({ target: { token: 'file-0123456789abcdef', name: 'leads.parquet' } }),
    'host:copyDuckDbLine': () => ({}),
    'export:save': () => ({ name: 'leads.parquet', rows: 3, countedRows: 3, bytes: 9, notes: [], isCut: false }),
    deliverFile: () => undefined,
    'preferences:set': () => ({ colorScheme: 'light', density: 'comfortable' }),
    ...answers,
  });
  await expect.element(page.screen.getByText('Firm 3')).toBeVisible();
  return page;
}

/** The same with the dialog that saves. */
async function showDialog(host: 'browser' | 'desktop' = 'desktop') {
  const page = await showLeads({
    'host:info': () => ({ host, version: '1', platform: 'linux', protection: 'os' }),
  });
  await userEvent.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');
  return { ...page, dialog: page.screen.getByRole('dialog', { name: 'Save leads' }) };
}

test.each([
  ['desktop', /^You choose the folder next\./],
  ['browser', /^It goes to the downloads of your browser\./],
] as const)('the %s says where the file will be', async (host, words) => {
  const { dialog } = await showDialog(host);
  await expect.element(dialog.getByText(words)).toBeVisible();
});

test('a saved Parquet file comes with the line with which DuckDB reads it', async () => {
  const { screen, host, dialog } = await showDialog();
  await dialog.getByRole('radio', { name: 'Parquet', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save 3 leads' }).click();
  await screen.getByRole('button', { name: 'Copy the DuckDB line' }).click();
  await expect.element(screen.getByText('Copied the line for DuckDB.')).toBeVisible();
  expect(host.calls('host:copyDuckDbLine')).toEqual([{ token: 'file-0123456789abcdef' }]);
});

test('Enter saves as the dialog opens, and the name can be typed at once', async () => {
  const { screen, dialog } = await showDialog();
  await expect.element(dialog.getByRole('textbox', { name: 'Name of the file' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Saved 3 leads as leads.parquet')).toBeVisible();
});

test('leads that were saved are not called unsaved when their format cannot be kept for the next time', async () => {
  const { screen, host, dialog } = await showDialog();
  host.answer({
    'preferences:set': failing({ code: 'validation', message: 'The settings were not written.', issues: [] }),
  });
  await dialog.getByRole('button', { name: 'Save 3 leads' }).click();
  await expect.element(screen.getByText('Saved 3 leads as leads.parquet')).toBeVisible();
  await expect.element(screen.getByText('The format was not kept for the next time.')).toBeVisible();
  expect(screen.getByText('The leads were not saved.').elements()).toEqual([]);
});

test('a save that fails says so in the dialog, whose choices stay', async () => {
  const { host, dialog } = await showDialog();
  const message = 'windows-1252 has no "Ł". Choose UTF-8, which has every character.';
  host.answer({ 'export:save': failing({ code: 'file', message, reason: 'notWritten' }) });
  await dialog.getByRole('radio', { name: 'JSON', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save 3 leads' }).click();
  await expect.element(dialog.getByText('The leads were not saved.')).toBeVisible();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: 'JSON', exact: true })).toBeChecked();
  host.answer({
    'export:save': () => ({ name: 'leads.json', rows: 3, countedRows: 3, bytes: 9, notes: [], isCut: false }),
  });
  await dialog.getByRole('button', { name: 'Save 3 leads' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('columns are chosen one by one, beginning with those that are shown, and none is no file', async () => {
  const { host, dialog } = await showDialog();
  await dialog.getByText('Choose…').click();
  const list = dialog.getByRole('group', { name: 'Columns in the file' });
  const boxes = list.getByRole('checkbox');
  await expect.poll(() => boxes.elements().length).toBeGreaterThan(1);
  const first = boxes.first();
  await expect.element(first).toBeChecked();
  for (const box of boxes.elements()) if ((box as HTMLInputElement).checked) await userEvent.click(box);
  const save = dialog.getByRole('button', { name: 'Save 3 leads' });
  await expect.element(save).toBeDisabled();
  await list.getByRole('textbox', { name: 'Find a column' }).fill('nothing like it');
  await expect.element(list.getByText('No column has this in its name.')).toBeVisible();
  await list.getByRole('textbox', { name: 'Find a column' }).fill('');
  await first.click();
  await expect.element(dialog.getByText('1 column, named and ordered as in the grid.')).toBeVisible();
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/^3 leads, 1 column,/);
  await save.click();
  await expect.poll(() => host.calls('export:save')).toHaveLength(1);
  expect(host.calls('export:save')[0]?.columns).toHaveLength(1);
});

test('leads are copied as the menu says, and by key all that are chosen, whether the filter shows them or not', async ({
  onTestFinished,
}) => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  const filter = { kind: 'text', column: 1, match: 'contains', text: 'Firm', not: false } as const;
  const { screen, host } = await showLeads({
    ...leftWith({ path: 'data.Firma', filter }),
    'export:choose': () => ({ selection: 'some', chosen: 2, chosenInView: 1 }),
    'export:profile': () => Promise.withResolvers<never>().promise,
  });
  await screen.getByRole('checkbox', { name: 'Choose lead 1', exact: true }).click();
  await expect.element(screen.getByText(/2 chosen, 1 of them shown/)).toBeVisible();
  await screen.getByText('Firm 2').click();
  await userEvent.keyboard('{Control>}c{/Control}');
  await expect.poll(() => host.calls('export:rows').at(-1)).toMatchObject({ filters: [], selection: 'some' });
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(screen.getByRole('menuitemradio', { name: 'Filtered 3' })).toBeChecked();
  await screen.getByRole('menuitem', { name: /^Copy as a table/ }).click();
  await expect.poll(() => host.calls('export:rows').at(-1)).toMatchObject({ filters: [filter], selection: null });
});

test('a key that is held saves once', async () => {
  const { host } = await showLeads({ 'host:chooseTarget': () => ({ target: null }) });
  const press = (repeat: boolean) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, repeat, cancelable: true }));
  press(false);
  for (let times = 0; times < 3; times += 1) press(true);
  await expect.poll(() => host.calls('host:chooseTarget')).toHaveLength(1);
});
