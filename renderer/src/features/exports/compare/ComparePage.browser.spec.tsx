import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { DAY } from '../../../../../shared/domain/time/time.ts';
import { exampleExport, exampleProfile } from '../../../testing/examples.ts';
import type { Answers } from '../../../testing/host.ts';
import { failing, failure } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { ExportPage } from '../ExportPage.tsx';

const TODAY = Date.now();

const monday = exampleExport({ id: 'monday', name: 'Energi', rows: 11_204, startedAt: TODAY - 3 * DAY });
const today = exampleExport({ id: 'today', name: 'Energi', rows: 48_210, startedAt: TODAY });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Europe/Copenhagen' }).format(
  TODAY - 3 * DAY,
);

const comparison: Comparison = {
  id: 'compared',
  before: 'monday',
  now: 'today',
  new: 37_190,
  changed: 3918,
  gone: 184,
  same: 7102,
  repeated: { before: 0, now: 0 },
  withoutId: { before: 0, now: 0 },
  rows: { before: 11_204, now: 48_210 },
  fields: [
    { path: 'data.Firma', before: 2, now: 3, change: 4, changed: 0 },
    { path: 'status', before: 5, now: 6, change: 7, changed: 3204 },
    { path: 'closure', before: 8, now: 9, change: 10, changed: 2611 },
    { path: 'data.Telefon1', before: 11, now: 12, change: 13, changed: 96 },
    { path: 'data.Ny', before: null, now: 14, change: null, changed: null },
    { path: 'lastModifiedTime', before: 15, now: 16, change: null, changed: null },
  ],
  columns: [
    { index: 0, path: 'uniqueId', filled: 59_414 },
    { index: 1, path: 'kind', filled: 59_414 },
    { index: 3, path: 'data.Firma now', filled: 48_210 },
    { index: 6, path: 'status now', filled: 48_210 },
    { index: 9, path: 'closure now', filled: 12_000 },
    { index: 12, path: 'data.Telefon1 now', filled: 48_000 },
    { index: 14, path: 'data.Ny now', filled: 37_190 },
    { index: 16, path: 'lastModifiedTime now', filled: 48_210 },
  ],
  idColumn: 0,
  kindColumn: 1,
  timeColumn: 16,
  milliseconds: 412,
};

const names = ['Katharina Solberg', 'Wiebke Thorvaldsen', 'Gudrun Voss', 'Åsa Lindqvist', 'Jürgen Weißhaupt'];

function row(number: number) {
  const isNew = number % 4 === 0;
  const closure = number % 3 === 0 ? 'Success' : 'NotInterested';
  const name = names[number % names.length] ?? '';
  const status = isNew ? 'UserProcessed' : 'RedialAutomatic';
  return {
    number,
    cells: [
      `id-${number}`,
      'changed',
      name,
      name,
      null,
      status,
      'UserProcessed',
      isNew ? null : '["RedialAutomatic","UserProcessed"]',
      '',
      closure,
      `["","${closure}"]`,
      '+45 20 30 40 50',
      '+45 20 30 40 50',
      null,
      'x',
      '2026-11-16T10:00:00',
      '2026-11-17T11:00:00',
    ],
  };
}

const VALUES = {
  chosen: [],
  valuesTotal: 3,
  empty: 8912,
  values: [
    { value: 'NotInterested', whole: true, rows: 1160 },
    { value: 'Success', whole: true, rows: 512 },
    { value: 'InvalidLead', whole: true, rows: 168 },
  ],
};
const CHANGES = {
  chosen: [],
  valuesTotal: 3,
  empty: 0,
  values: [
    { value: '["","NotInterested"]', whole: true, rows: 1204 },
    { value: '["","Success"]', whole: true, rows: 742 },
    { value: '["Success","NotInterested"]', whole: true, rows: 24 },
  ],
};
const PROFILE = exampleProfile(2611, {
  guess: { kind: 'date', fits: 2611 },
  histogram: Array.from({ length: 20 }, (_, index) => ({
    from: `2026-11-16T${String(index).padStart(2, '0')}:00:00`,
    to: `2026-11-16T${String(index + 1).padStart(2, '0')}:00:00`,
    rows: index < 4 ? 10 * index : index > 12 ? 30 + index * 5 : 0,
  })),
});

const TOTALS: Readonly<Record<string, number>> = { new: 37_190, changed: 3918, gone: 184, same: 7102 };

function answers(results: readonly ExportSummary[] = [today, monday], found: Comparison = comparison): Answers {
  return {
    'export:list': () => ({ exports: [...results] }),
    'compare:open': () => found,
    'export:rows': ({ filters, offset, limit }) => {
      const kind = filters[0]?.kind === 'values' ? (filters[0].values[0] ?? '') : '';
      const total = filters.length > 1 ? 2611 : (TOTALS[kind] ?? 0);
      const count = Math.max(0, Math.min(limit, total - offset));
      return { total, rows: Array.from({ length: count }, (_, index) => row(offset + index + 1)) };
    },
    'export:values': ({ column }) => ([4, 7, 10, 13].includes(column) ? CHANGES : VALUES),
    'export:profile': () => PROFILE,
  };
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  window.location.hash = '#/export/compare:monday:today';
});

test('two results stand side by side: parts, what changed, and both values of a changed field', async () => {
  const { screen, host } = await showPage(<ExportPage />, answers());
  await expect.element(screen.getByText('adds up to 11,204 and 48,210')).toBeVisible();
  await expect.element(screen.getByText(/^Two different queries/)).not.toBeInTheDocument();
  await expect.element(screen.getByText('Both complete, compared in 412 ms')).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: /^New 37,190 77\.1 % of today/ })).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: /^Changed 3,918/ })).toBeChecked();
  // Readers hear which value is of when.
  await expect
    .element(screen.getByRole('gridcell', { name: `${weekday}: Not set , today: Success` }).first())
    .toBeVisible();
  await screen.getByRole('button', { name: 'Closure 2,611' }).click();
  await expect.element(screen.getByText('2,611 with another closure')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save 2,611…' })).toBeEnabled();
  expect(host.calls('export:rows').at(-1)?.filters).toEqual([
    { kind: 'values', column: 1, values: ['changed'], empty: false, not: false },
    { kind: 'empty', column: 10, not: true },
  ]);
  await screen.getByRole('checkbox', { name: /Not set.*Success.*742/ }).click();
  await expect
    .poll(() => host.calls('export:rows').at(-1)?.filters[1])
    .toEqual({ kind: 'values', column: 10, values: ['["","Success"]'], empty: false, not: false });
  await expect.element(screen.getByRole('row', { name: /^Not interested 1,160 1,160 0/ })).toBeVisible();
});

test('the arrows move between the parts, and a column of one result never counts', async () => {
  const { screen, host } = await showPage(<ExportPage />, answers());
  await screen.getByRole('radio', { name: /^Changed/ }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByRole('radio', { name: /^Gone 184/ })).toBeChecked();
  await expect.element(screen.getByRole('radio', { name: /^Gone 184/ })).toHaveFocus();
  await expect.element(screen.getByText('not in today’s result')).toBeVisible();
  await expect
    .poll(() => host.calls('export:rows').at(-1)?.filters)
    .toEqual([{ kind: 'values', column: 1, values: ['gone'], empty: false, not: false }]);
  await screen.getByRole('button', { name: '1 only today' }).click();
  await expect.element(screen.getByText(/They never count as changes/)).toBeVisible();
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Ny' })).toBeVisible();
});

test('what a partial result cannot tell is not claimed', async () => {
  const query = { ...today.query, modifiedFrom: '2026-11-16' } as ExportSummary['query'];
  const partial = exampleExport({ ...today, query, state: 'partial', reason: 'The connection was cut.' });
  const { screen } = await showPage(<ExportPage />, answers([partial, monday]));
  await expect.element(screen.getByText('Today’s result is partial: gone cannot be known')).toBeVisible();
  await expect.element(screen.getByText('Two different queries: new and gone may come from that')).toBeVisible();
  const gone = screen.getByRole('radio', { name: new RegExp(`^Only in ${weekday}’s result 184`) });
  await expect.element(gone).toHaveAccessibleName(/they may not be gone: today’s result is partial$/);
  await gone.click();
  await expect.element(screen.getByRole('heading', { name: /only in the earlier result$/ })).toBeVisible();
  await expect.element(screen.getByText(/of 184 only in the earlier result shown$/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Save/ })).toHaveAttribute('data-variant', 'default');
  await expect.element(screen.getByRole('radio', { name: /^New 37,190/ })).toBeVisible();
  await expect.element(screen.getByText(/Both complete/)).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^Leads are missing, compared in/)).toBeVisible();
});

test('a comparison says how far it is, can be cancelled and begun again', async () => {
  let finish: (found: Comparison) => void = () => undefined;
  const { screen, host } = await showPage(<ExportPage />, {
    ...answers(),
    'compare:open': () =>
      new Promise<Comparison>((resolve, reject) => {
        finish = resolve;
        host.answer({
          'call:cancel': () => {
            reject(failure({ code: 'cancelled', message: 'Cancelled.' }));
            return { cancelled: true };
          },
        });
      }),
  });
  await expect.element(screen.getByText('Comparing')).toBeVisible();
  const callId = host.calls('compare:open')[0]?.callId ?? '';
  host.emit('compare:progress', { callId, rows: 1200, rowsTotal: 3000 });
  await expect.element(screen.getByText('Comparing, 40 %')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('You cancelled it. Both results are as they were.')).toBeVisible();
  await screen.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect.element(screen.getByText('Comparing')).toBeVisible();
  finish(comparison);
  await expect.element(screen.getByText('adds up to 11,204 and 48,210')).toBeVisible();
});

test('results change places, and rows that could not be compared are named', async () => {
  const odd = { ...comparison, repeated: { before: 2, now: 0 }, withoutId: { before: 0, now: 3 } };
  const { screen, host } = await showPage(<ExportPage />, answers([today, monday], odd));
  const note = screen.getByRole('button', { name: '5 rows counted apart' });
  await expect
    .element(note)
    .toHaveAttribute('title', '2 repeat an id in the earlier result, 3 have no id in the later result');
  await note.click();
  await expect
    .poll(() => host.calls('export:rows').at(-1)?.filters[0])
    .toMatchObject({ values: ['repeated', 'without id'] });
  await screen.getByRole('button', { name: 'Swap before and now' }).click();
  await expect.poll(() => host.calls('compare:open').at(-1)).toMatchObject({ before: 'today', now: 'monday' });
});

test('a result that cannot be compared says why', async () => {
  const { screen } = await showPage(<ExportPage />, {
    ...answers(),
    'compare:open': failing({ code: 'validation', message: 'The later result has no column "uniqueId".', issues: [] }),
  });
  await expect.element(screen.getByText('The later result has no column "uniqueId".')).toBeVisible();
});

test('a comparison begins at a result, with the one most like it', async () => {
  window.location.hash = '#/export/today';
  const other = exampleExport({ id: 'other', name: 'Vestland', startedAt: TODAY - DAY });
  const { screen, host } = await showPage(<ExportPage />, {
    ...answers([today, other, monday]),
    'export:get': () => today,
  });
  await screen.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect.element(screen.getByText('adds up to 11,204 and 48,210')).toBeVisible();
  expect(host.calls('compare:open')).toMatchObject([{ before: 'monday', now: 'today' }]);
  await expect.element(screen.getByText('compared: before')).toBeVisible();
});

test('the rows on the screen are saved, under the view of the moment', async () => {
  const { screen, host } = await showPage(<ExportPage />, {
    ...answers(),
    'host:chooseTarget': () => ({ target: { token: 'file-0123456789abcdef', name: 'compared.csv' } }),
    'export:save': () => ({ name: 'compared.csv', rows: 2611, countedRows: 2611, bytes: 9, notes: [], isCut: false }),
    deliverFile: () => undefined,
    'preferences:set': ({ saveFormats }) => ({ colorScheme: 'light', density: 'comfortable', saveFormats }),
  });
  await screen.getByRole('button', { name: 'Closure 2,611' }).click();
  await screen.getByRole('button', { name: 'Save 2,611…' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Save 2,611 leads' }).click();
  await expect.element(screen.getByText('Saved 2,611 leads as compared.csv')).toBeVisible();
  expect(host.calls('export:save')[0]).toMatchObject({
    exportId: 'compared',
    columns: null,
    filters: [{ kind: 'values' }, { kind: 'empty', column: 10, not: true }],
  });
  expect(host.calls('host:chooseTarget')[0]?.suggestedName).toMatch(/^energi-compared-.*\.csv$/);
});

test('leads are chosen, searched and taken to a segment, and columns are hidden, as in a result', async () => {
  const counted = { hits: 1, rows: 1, searched: 3918, rowsTotal: 3918 };
  const { screen, host } = await showPage(<ExportPage />, {
    ...answers(),
    'export:choose': ({ choice, does }) => {
      const chosen = choice.kind === 'positions' ? choice.last - choice.first + 1 : 1;
      return { selection: does === 'add' ? `chosen-${chosen}` : null, chosen, chosenInView: chosen };
    },
    // The hit stands in the former phone.
    'export:hit': () => ({ hit: { ordinal: 0, position: 0, number: 1, column: 11 }, counted, isWhole: true }),
    'export:countHits': () => counted,
    'segment:list': () => ({ segments: [], unread: [], readAt: TODAY }),
  });
  const box = (lead: number) => screen.getByRole('checkbox', { name: `Choose lead ${lead}`, exact: true });
  await box(2).click();
  await box(4).click({ modifiers: ['Shift'] });
  await expect.element(screen.getByText(/^3 chosen/)).toBeVisible();
  expect(host.calls('export:choose').at(-1)).toMatchObject({
    exportId: 'compared',
    choice: { kind: 'positions', first: 1, last: 3 },
    filters: [{ column: 1, values: ['changed'] }],
  });

  await screen.getByRole('textbox', { name: 'Search in these leads' }).fill('20 30');
  await expect.element(screen.getByText('hit 1 of 1', { exact: true })).toBeVisible();
  // Both values of a field that changed are searched.
  expect(host.calls('export:countHits')[0]?.columns).toEqual(expect.arrayContaining([5, 6, 8, 9, 11, 12]));
  await expect.poll(() => screen.container.querySelectorAll('mark').length).toBeGreaterThan(0);

  await screen.getByRole('button', { name: 'Choose columns' }).click();
  await screen.getByRole('checkbox', { name: /^Telefon1/ }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('columnheader', { name: /^Telefon1/ })).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'To a segment…' }).click();
  await expect
    .element(screen.getByText('Adds the 3 chosen leads of this result. Gone leads among them are left out.'))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('radio', { name: /^Gone 184/ }).click();
  await expect.element(screen.getByRole('button', { name: 'To a segment…' })).toBeDisabled();
});
