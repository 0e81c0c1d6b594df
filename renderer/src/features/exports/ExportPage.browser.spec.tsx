import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Preferences } from '../../../../shared/contract/preferences/preferences.ts';
import { exampleExport, exampleProfile } from '../../testing/examples.ts';
import { failing } from '../../testing/host.ts';
import { showPage } from '../../testing/show.tsx';
import { ExportPage } from './ExportPage.tsx';
import { eachTimeOnExportPage, lead, leads, leftWith, shown } from './export-page-fixture.ts';

eachTimeOnExportPage();

const running = exampleExport({ state: 'running', rows: 2, rowsPerSecond: 120, endedAt: null });
const hitOf = (ordinal: number) => ({ ordinal, position: ordinal, number: ordinal + 1, column: 1 });
const counted = { hits: 3, rows: 3, searched: 3, rowsTotal: 3 };

test('leads show while they arrive, the count follows, and the end is announced', async () => {
  let arrived = 2;
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(running),
    'export:rows': () => leads(arrived),
  });
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  await expect.element(screen.getByText('receiving, 120 a second')).toBeVisible();

  arrived = 4;
  host.emit('export:progress', { ...running, rows: 4, sequence: 2 });
  await expect.element(screen.getByText('Firm 4')).toBeVisible();

  arrived = 5;
  const complete = exampleExport({ rows: 5, sequence: 3 });
  host.answer({ 'export:get': () => complete });
  host.emit('export:progress', complete);
  await expect.element(screen.getByText('Firm 5')).toBeVisible();
  await expect.element(screen.getByText('Complete: 5 leads.')).toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
});

test('an export in which no lead arrives any more shows no rate', async () => {
  const { screen, host } = await showPage(<ExportPage />, { ...shown(running), 'export:rows': () => leads(2) });
  await expect.element(screen.getByText('receiving, 120 a second')).toBeVisible();
  const now = Date.now;
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
  await expect.element(screen.getByText(/^no lead for 1 min/)).toBeVisible();
  later.mockRestore();
  host.emit('export:progress', { ...running, rows: 4, sequence: 2 });
  await expect.element(screen.getByText('receiving, 120 a second')).toBeVisible();
  // The clock was set back.
  host.emit('export:progress', { ...running, rows: 5, rowsPerSecond: 0, sequence: 3 });
  await expect.element(screen.getByText('receiving', { exact: true })).toBeVisible();
});

test('an export without a lead says that none match', async () => {
  const { screen } = await showPage(<ExportPage />, shown(exampleExport({ rows: 0, columns: [] })));
  await expect.element(screen.getByText('No leads match')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
});

test('an export that was cancelled before a lead came counts no requests: a range in windows would use several', async () => {
  const { screen } = await showPage(<ExportPage />, shown(exampleExport({ state: 'cancelled', rows: 0 }), 0));
  await expect.element(screen.getByText('Nothing was kept. Fetch again to have the leads.')).toBeVisible();
});

test('an export that broke off says what is missing, and is fetched again with the same query', async () => {
  const partial = exampleExport({ state: 'partial', reason: 'The connection was cut. Try later.', rows: 2 });
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(partial, 2),
    'export:start': failing({
      code: 'network',
      message: 'The service is out of reach. Check the network.',
      sent: 'no',
    }),
  });
  await expect.element(screen.getByText(/The connection was cut\..*leads are missing/)).toBeVisible();
  await screen.getByRole('button', { name: 'Fetch again' }).first().click();
  await expect.element(screen.getByText('The service is out of reach.')).toBeVisible();
  expect(host.calls('export:start')).toEqual([{ query: partial.query, windowDays: null, name: partial.name }]);
  // The results stay here.
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
});

test('a search marks its hits, counts them and goes from one to the next; only rows with hits can be shown', async () => {
  const complete = exampleExport({ rows: 3 });
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(complete),
    'export:rows': ({ search }) => (search === '' ? leads(3) : { total: 1, rows: [lead(2)] }),
    'export:hit': ({ wanted }) => ({
      hit: hitOf(wanted.by === 'ordinal' ? wanted.ordinal : 0),
      counted: { ...counted, hits: 1, searched: 1 },
      isWhole: false,
    }),
    'export:countHits': () => counted,
  });
  await expect.element(screen.getByText('Firm 3')).toBeVisible();
  const field = screen.getByRole('textbox', { name: 'Search in these leads' });
  await field.fill('firm');
  await expect.element(screen.getByText('hit 1 of 3', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('3 hits in 3 leads')).toBeVisible();
  await expect.poll(() => screen.container.querySelectorAll('mark')).toHaveLength(3);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('hit 2 of 3', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Shift>}{F3}{F3}{/Shift}');
  await expect.element(screen.getByText('hit 3 of 3', { exact: true })).toBeVisible();
  // Without another hint the order of the shown columns is the order of the hits in a row.
  expect(host.calls('export:countHits')[0]).toMatchObject({ find: 'firm', columns: [0, 1], search: '' });

  await screen.getByRole('button', { name: 'Only rows with hits' }).click();
  await expect.element(screen.getByText('Firm 3')).not.toBeInTheDocument();
  await expect.element(screen.getByText('1 of 3 shown')).toBeVisible();
  await field.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  await expect.element(screen.getByText('Firm 3')).toBeVisible();
});

test('a hit that was asked for in another search comes too late to be shown', async () => {
  const answerOf = (ordinal: number) => ({ hit: hitOf(ordinal), counted, isWhole: true });
  const first = Promise.withResolvers<ReturnType<typeof answerOf>>();
  const late = Promise.withResolvers<ReturnType<typeof answerOf>>();
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(exampleExport({ rows: 3 }), 3),
    'export:hit': ({ find, wanted }) =>
      find === 'firms' ? answerOf(0) : wanted.by === 'ordinal' ? late.promise : first.promise,
    'export:countHits': () => counted,
    'call:cancel': () => ({ cancelled: true }),
  });
  const field = screen.getByRole('textbox', { name: 'Search in these leads' });
  await field.fill('firm');
  // All are counted, and where the first one is is not known yet.
  await expect.element(screen.getByText('3 hits in 3 leads')).toBeVisible();
  await expect.element(screen.getByText('no hit')).not.toBeInTheDocument();
  first.resolve(answerOf(1));
  await expect.element(screen.getByText('hit 2 of 3', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await field.fill('firms');
  await expect.element(screen.getByText('hit 1 of 3', { exact: true })).toBeVisible();
  late.resolve(answerOf(2));
  await screen.getByRole('button', { name: 'Next hit' }).click();
  await expect.poll(() => host.calls('export:hit').at(-1)).toMatchObject({ find: 'firms', wanted: { ordinal: 1 } });
});

test('a range begins where the leads still stand in the same order', async () => {
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(exampleExport({ rows: 3 }), 3),
    'export:choose': () => ({ selection: 'some', chosen: 1, chosenInView: 1 }),
    'leadView:leave': ({ exportId, view }) => ({ exportId, view }),
  });
  const choose = async (number: number) =>
    screen.getByRole('checkbox', { name: `Choose lead ${number}`, exact: true }).click({ modifiers: ['Shift'] });
  await choose(1);
  await choose(2);
  await screen.getByRole('columnheader', { name: /^Firma/ }).click();
  await expect.poll(() => host.calls('export:rows').at(-1)?.sort).toEqual([{ column: 1, direction: 'asc' }]);
  await choose(3);
  await expect
    .poll(() =>
      host
        .calls('export:choose')
        .flatMap(({ choice }) => (choice.kind === 'numbers' && choice.numbers.length === 0 ? [] : [choice])),
    )
    .toEqual([
      { kind: 'numbers', numbers: [1] },
      { kind: 'positions', first: 0, last: 1 },
      { kind: 'numbers', numbers: [3] },
    ]);
});

test('leads can be chosen again when the chosen ones are not known any more', async () => {
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(exampleExport({ rows: 3 }), 3),
    'export:choose': () => ({ selection: 'first', chosen: 1, chosenInView: 1 }),
  });
  await screen.getByRole('checkbox', { name: 'Choose lead 1', exact: true }).click();
  await expect.element(screen.getByText(/^1 chosen/)).toBeVisible();
  const message = 'The chosen leads are not known any more. Choose them again.';
  host.answer({ 'export:choose': failing({ code: 'notFound', message }) });
  await screen.getByRole('checkbox', { name: 'Choose lead 2', exact: true }).click();
  await expect.element(screen.getByText(/The chosen leads are not known any more/)).toBeVisible();
  await expect.element(screen.getByText(/^1 chosen/)).not.toBeInTheDocument();
  host.answer({ 'export:choose': () => ({ selection: 'second', chosen: 1, chosenInView: 1 }) });
  await screen.getByRole('checkbox', { name: 'Choose lead 2', exact: true }).click();
  await expect.element(screen.getByText(/^1 chosen/)).toBeVisible();
  expect(host.calls('export:choose').map(({ from }) => from)).toEqual([null, 'first', null]);
});

test('an edited query is still there after a visit to another page', async () => {
  window.location.hash = '#/export';
  const { screen } = await showPage(<ExportPage />, { 'export:list': () => ({ exports: [] }) });
  await screen.getByLabelText(/^Modified since/).fill('2026-03-01');
  await screen.rerender(<p>Another page</p>);
  await expect.element(screen.getByText('Another page')).toBeVisible();
  await screen.rerender(<ExportPage />);
  await expect.element(screen.getByLabelText(/^Modified since/)).toHaveValue('2026-03-01');
});

test('a result that is renamed in a narrow window gets its name, and the service is asked nothing', async () => {
  let result = exampleExport({ rows: 3 });
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(result, 3),
    'export:list': () => ({ exports: [result] }),
    'export:rename': ({ name }) => {
      result = { ...result, name, sequence: result.sequence + 1 };
      return result;
    },
    'export:start': () => result,
  });
  await screen.getByRole('button', { name: 'Queries', exact: true }).click();
  await screen.getByRole('button', { name: /^More about the result / }).click();
  await screen.getByRole('menuitem', { name: 'Rename…' }).click();
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Energi, all closed');
  await userEvent.keyboard('{Enter}');
  const list = screen.getByRole('dialog', { name: 'Queries and results' });
  await expect.element(list.getByRole('link', { name: /^Energi, all closed/ })).toBeVisible();
  expect(host.calls('export:start')).toEqual([]);
});

test('Escape closes the dialog on top, and the one below it only when it is pressed again', async () => {
  const { screen } = await showPage(<ExportPage />, shown(exampleExport({ rows: 3 }), 3));
  await screen.getByRole('button', { name: 'Queries', exact: true }).click();
  const list = screen.getByRole('dialog', { name: 'Queries and results' });
  for (const item of ['Rename…', 'Delete…']) {
    await list.getByRole('button', { name: /^More about the result / }).click();
    await screen.getByRole('menuitem', { name: item }).click();
    const dialog = screen.getByRole('dialog', { name: /this result/ });
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(list).toBeVisible();
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
});

test('a double click on Fetch asks the service once and cancels nothing, whether the leads are here by then or not', async () => {
  for (const state of ['running', 'complete'] as const) {
    window.location.hash = '#/export';
    const started = exampleExport({ state, rows: 2, endedAt: null });
    const { screen, host } = await showPage(<ExportPage />, {
      ...shown(started, 2),
      'export:start': () => started,
      'export:cancel': () => started,
    });
    const next = screen.getByRole('button', { name: state === 'running' ? 'Cancel' : 'Fetch', exact: true });
    await screen.getByRole('button', { name: 'Fetch', exact: true }).click();
    await expect.element(screen.getByText('Firm 2')).toBeVisible();
    // The second half of a double click that is slow enough to meet what stands there now.
    next.element().dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }));
    await expect.element(next).toBeEnabled();
    expect([host.calls('export:start'), host.calls('export:cancel')]).toEqual([[expect.anything()], []]);
    await next.click();
    await expect
      .poll(() => host.calls(state === 'running' ? 'export:cancel' : 'export:start'))
      .toHaveLength(state === 'running' ? 1 : 2);
    await screen.unmount();
  }
});

test('a result that is deleted on another page closes here', async () => {
  const complete = exampleExport({ rows: 2 });
  const { screen, host } = await showPage(<ExportPage />, shown(complete, 2));
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  host.answer({ 'export:list': () => ({ exports: [] }) });
  host.emit('export:removed', { accountId: complete.accountId, exportId: 'another' });
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  host.emit('export:removed', { accountId: complete.accountId, exportId: complete.id });
  await expect.element(screen.getByText('No leads on this computer')).toBeVisible();
  expect(window.location.hash).toBe('#/export');
});

test('results that cannot be listed are not said to be none', async () => {
  window.location.hash = '#/export';
  const { screen } = await showPage(<ExportPage />, {
    'export:list': failing({ code: 'file', message: 'The disk cannot be read.', reason: '' }),
  });
  await expect.element(screen.getByText('The disk cannot be read.')).toBeVisible();
  await expect.element(screen.getByText('No leads on this computer')).not.toBeInTheDocument();
});

test('filters that no lead fits are said, and cleared with one press', async () => {
  const complete = exampleExport({ rows: 2 });
  const filter = { kind: 'text', column: 1, match: 'contains', text: 'zzzz', not: false } as const;
  const path = complete.columns.find(({ index }) => index === 1)?.path ?? '';
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(complete),
    ...leftWith({ path, filter }),
    'export:rows': ({ filters }) =>
      filters === undefined || filters.length === 0 ? leads(2) : { ...leads(2), total: 0, rows: [] },
  });
  await expect.element(screen.getByText('No lead matches')).toBeVisible();
  await expect.element(screen.getByText(/contains “zzzz”/).first()).toBeVisible();
  await screen.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.element(screen.getByText('Firm 2')).toBeVisible();
  await expect.element(screen.getByText('No lead matches')).not.toBeInTheDocument();
  expect(host.calls('export:rows').at(-1)).toMatchObject({ filters: [] });
});

test('fields that few leads have are folded, and shown with one press', async () => {
  const fields = Array.from({ length: 10 }, (_, index) => ({
    index,
    path: `data.Field${index}`,
    filled: index < 2 ? 1 : 40,
  }));
  const { screen } = await showPage(<ExportPage />, shown(exampleExport({ rows: 40, columns: fields }), 40));
  await expect.element(screen.getByRole('columnheader', { name: /Field2/ })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: /Field0/ })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show 2 columns under 10 %' }).click();
  await expect.element(screen.getByRole('columnheader', { name: /Field0/ })).toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: /under 10 %/ })).not.toBeInTheDocument();
});

test('leads that repeat a lead id are counted', async () => {
  const { screen } = await showPage(<ExportPage />, shown(exampleExport({ rows: 200, repeated: 150 }), 200));
  await expect.element(screen.getByText(/^150 of 200 leads repeat the lead id of an earlier row/)).toBeVisible();
});

test('the menu of a cell keeps only its value, leaves it out, or groups by its column, by mouse and by key', async () => {
  const complete = exampleExport({ rows: 2 });
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(complete, 2),
    'export:question': () => ({
      total: { rows: 2, measure: null, across: [] },
      across: [],
      acrossRest: 0,
      groups: [
        { value: 'Firm 2', whole: true, rows: 1, measure: null, across: [], groups: [], rest: { groups: 0, rows: 0 } },
      ],
      rest: { groups: 1, rows: 1 },
    }),
  });
  const filters = () => host.calls('export:rows').at(-1)?.filters;
  await screen.getByText('Firm 2').click({ button: 'right' });
  await screen.getByRole('menuitem', { name: 'Without this value' }).click();
  const without = { kind: 'values', column: 1, values: ['Firm 2'], empty: false, not: true };
  await expect.poll(filters).toEqual([without]);
  await screen.getByText('Firm 1').click({ button: 'right' });
  await screen.getByRole('menuitem', { name: 'Without this value' }).click();
  await expect.poll(filters).toEqual([{ ...without, values: ['Firm 2', 'Firm 1'] }]);
  await screen.getByText('Firm 1').click();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await screen.getByRole('menuitem', { name: 'Only this value' }).click();
  await expect.poll(filters).toEqual([{ ...without, values: ['Firm 1'], not: false }]);
  await screen.getByText('Firm 1').first().click({ button: 'right' });
  await screen.getByRole('menuitem', { name: 'Group by Firma' }).click();
  await expect.element(screen.getByRole('table', { name: 'Counted leads' })).toBeVisible();
  const question = { groups: [{ column: 1, by: 'value' }], across: null, measure: null };
  expect(host.calls('export:question').at(-1)).toMatchObject({ question });
  // A figure shows its leads: the filter of its group beside those of the view.
  await screen.getByRole('button', { name: /^Firm 2: 1/ }).click();
  await expect.poll(filters).toEqual([
    { ...without, values: ['Firm 1'], not: false },
    { ...without, not: false },
  ]);
  await screen.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(filters).toHaveLength(1);
});

test('in a low window the query folds to its request, one press shows it all, and that is kept', async () => {
  await page.viewport(720, 450);
  const complete = exampleExport({ rows: 3 });
  let preferences: Preferences = { colorScheme: 'light', density: 'comfortable' };
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(complete, 3),
    'preferences:get': () => preferences,
    'preferences:set': (change) => (preferences = { ...preferences, queryFolded: change.queryFolded }),
  });
  await expect.element(screen.getByText('Firm 3')).toBeInViewport({ ratio: 1 });
  const source = screen.getByRole('combobox', { name: 'Source' });
  await expect.element(screen.getByRole('button', { name: 'Fetch', exact: true })).toBeVisible();
  await expect.element(source).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show the whole query' }).click();
  await expect.element(source).toBeVisible();
  await screen.getByRole('button', { name: 'Show only the request' }).click();
  await expect.element(source).not.toBeInTheDocument();
  expect(host.calls('preferences:set')).toEqual([{ queryFolded: false }, { queryFolded: true }]);
  // What was chosen holds in every window; a new query shows all its fields.
  await page.viewport(1366, 768);
  await expect.element(screen.getByText('Firm 3')).toBeVisible();
  await expect.element(source).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Queries' }).click();
  await screen.getByRole('button', { name: /^New/ }).click();
  await expect.element(source).toBeVisible();
});

test('the panel of a column stays open with the next result, until it is closed', async () => {
  const { screen, host } = await showPage(<ExportPage />, {
    'export:list': () => ({ exports: [exampleExport({ rows: 3 })] }),
    'export:get': ({ exportId }) => exampleExport({ id: exportId, rows: 3 }),
    'export:rows': () => leads(3),
    'export:profile': () => exampleProfile(3),
    'export:values': () => ({ chosen: [], values: [], valuesTotal: 0, empty: 0 }),
  });
  await screen.getByRole('button', { name: 'Values of a column' }).click();
  const panel = screen.getByRole('complementary', { name: /^Column / });
  await expect.element(panel).toBeVisible();
  window.location.hash = '#/export/export-2';
  const isAsked = () => host.calls('export:rows').some((asked) => asked.exportId === 'export-2');
  await expect.poll(isAsked, { timeout: 10_000 }).toBe(true);
  await expect.element(panel).toBeVisible();
  // The focus stays with what the person does: nobody asked for the panel here.
  expect(panel.element().contains(document.activeElement)).toBe(false);
  await screen.getByRole('button', { name: 'Values of a column' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  window.location.hash = '#/export/export-1';
  await expect.element(screen.getByText('Firm 3')).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
});
