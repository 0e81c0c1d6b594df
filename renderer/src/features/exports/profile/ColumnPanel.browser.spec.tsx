import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ColumnProfile, ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { exampleExport, exampleProfile } from '../../../testing/examples.ts';
import { failing, failure } from '../../../testing/host.ts';
import type { Answers } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { withFilter } from '../view/filters.ts';
import { PLAIN_VIEW, viewColumns } from '../view/page-view.ts';
import { viewArgs } from '../view/view-args.ts';
import { ColumnPanel } from './ColumnPanel.tsx';

const summary = exampleExport({
  rows: 5000,
  columns: [
    { index: 0, path: 'data.Kilde', filled: 4000 },
    { index: 1, path: 'data.Dato', filled: 5000 },
    { index: 2, path: 'data.Alder', filled: 5000 },
  ],
});
const columns = viewColumns(summary.columns, summary.rows, PLAIN_VIEW);

const PROFILE = exampleProfile(5000, {
  filled: 4000,
  distinct: 3,
  guess: { kind: 'text', fits: 4000 },
  smallest: 'Messe',
  largest: 'Web',
  lengths: { shortest: 3, longest: 5, average: 4 },
  shapes: [{ shape: 'Aa+', example: 'Web', rows: 4000 }],
});
const values = [
  { value: 'Web', whole: true, rows: 3000 },
  { value: 'Messe', whole: true, rows: 990 },
  { value: 'A very long text', whole: false, rows: 10 },
];

function answers(): Answers {
  return {
    'export:profile': ({ accuracy, column }) => ({
      ...PROFILE,
      guess: { kind: (['text', 'date', 'number'] as const)[column] ?? 'text', fits: 4000 },
      ...(accuracy === 'estimate' ? { isEstimate: true, rows: 1000, filled: 900 } : {}),
    }),
    'export:values': ({ filters }) => {
      const named = filters.flatMap((filter) => (filter.kind === 'values' ? filter.values : []));
      return {
        chosen: values.filter(({ value }) => named.includes(value)),
        values: values.filter(({ value }) => !named.includes(value)),
        valuesTotal: 3 - named.length,
        empty: 1000,
      };
    },
  };
}

const asked: ColumnFilter[][] = [];

function Panel({ first, before = [] }: { readonly first: number; readonly before?: readonly ColumnFilter[] }) {
  const [filters, setFilters] = useState(before);
  const [open, setOpen] = useState(first);
  const column = columns.find(({ index }) => index === open);
  if (column === undefined) return null;
  return (
    <ColumnPanel
      result={{ summary, args: viewArgs(summary.id, { ...PLAIN_VIEW, filters }, 'all', true) }}
      column={column}
      columns={columns}
      view={{ filters, sort: [] }}
      onColumn={setOpen}
      onFilter={(index, filter) => {
        const next = withFilter(filters, index, filter);
        asked.push([...next]);
        setFilters(next);
      }}
      onSort={() => undefined}
      onLook={() => undefined}
      onClose={() => undefined}
    />
  );
}

test('an estimate says that it is one until all leads are counted, and a ticked value filters and never goes away', async () => {
  const exact = Promise.withResolvers<ColumnProfile>();
  const { screen, host } = await show(<Panel first={0} />, {
    ...answers(),
    'export:profile': ({ accuracy }) =>
      accuracy === 'exact' ? exact.promise : { ...PROFILE, isEstimate: true, rows: 1000, filled: 900 },
  });
  await expect.element(screen.getByText(/^Estimate from the first 1,000 of 5,000 leads, counting all…/)).toBeVisible();
  await expect.element(screen.getByText(/^about 90(\.0)? %$/)).toBeVisible();
  exact.resolve(PROFILE);
  await expect.element(screen.getByText(/^80(\.0)? %$/)).toBeVisible();
  await expect.element(screen.getByText(/^Estimate/)).not.toBeInTheDocument();

  // A value that was cut cannot be named in a filter.
  await expect.element(screen.getByRole('checkbox', { name: /^A very long text/ })).toBeDisabled();
  screen
    .getByRole('checkbox', { name: /^Messe/ })
    .element()
    .focus();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByRole('checkbox', { name: /^Messe/ })).toBeChecked();
  await screen.getByRole('checkbox', { name: /^empty/ }).click();
  expect(asked.at(-1)).toEqual([{ kind: 'values', column: 0, values: ['Messe'], empty: true, not: false }]);
  await expect.poll(() => host.calls('export:values').at(-1)?.filters).toEqual(asked.at(-1));
  await screen.getByRole('button', { name: 'Clear' }).click();
  await expect.element(screen.getByRole('checkbox', { name: /^Messe/ })).not.toBeChecked();
});

test('a text and a range of days filter by Enter, one filter a column', async () => {
  const { screen } = await show(<Panel first={1} />, answers());
  await screen.getByLabelText('From', { exact: true }).fill('2026-11-01');
  await screen.getByLabelText('To', { exact: true }).fill('2026-11-16');
  await userEvent.keyboard('{Enter}');
  expect(asked.at(-1)).toEqual([{ kind: 'date', column: 1, from: '2026-11-01', to: '2026-11-16' }]);
  await screen.getByRole('textbox', { name: 'Text', exact: true }).fill('Energi');
  await userEvent.keyboard('{Enter}');
  expect(asked.at(-1)).toEqual([{ kind: 'text', column: 1, match: 'contains', text: 'Energi', not: false }]);
  await screen.getByRole('button', { name: 'Only empty' }).click();
  expect(asked.at(-1)).toEqual([{ kind: 'empty', column: 1, not: false }]);
  await screen.getByRole('button', { name: 'Only repeated' }).click();
  expect(asked.at(-1)).toEqual([{ kind: 'repeated', column: 1 }]);
});

test.each([
  ['contains', 'does not contain'],
  ['equals', 'is not'],
  ['starts', 'does not start with'],
  ['ends', 'does not end with'],
] as const)('a text that was negated in the line of filters is shown so: %s', async (match, words) => {
  const negated = { kind: 'text', column: 0, match, text: 'Web', not: true } as const;
  const { screen } = await show(<Panel first={0} before={[negated]} />, answers());
  await expect.element(screen.getByRole('combobox', { name: 'How the text fits' })).toHaveValue(words);
  await screen.getByRole('textbox', { name: 'Text', exact: true }).fill('Messe');
  await userEvent.keyboard('{Enter}');
  expect(asked.at(-1)).toEqual([{ ...negated, text: 'Messe' }]);
});

test.each([
  [1, { kind: 'date', column: 1, from: '2026-11-01', to: null, not: true }, 'Leads in this range are left out.'],
  [2, { kind: 'number', column: 2, from: 1, to: 9, not: true }, 'Leads in this range are left out.'],
  [
    0,
    { kind: 'values', column: 0, values: ['Web'], empty: false, not: true },
    'Leads with the ticked values are left out.',
  ],
  [0, { kind: 'repeated', column: 0, not: true }, 'Leads with a repeated value are left out.'],
] as const)(
  'a negated filter of column %i says that it leaves leads out, and is turned around',
  async (column, filter, words) => {
    const before: ColumnFilter = filter.kind === 'values' ? { ...filter, values: [...filter.values] } : filter;
    const { screen } = await show(<Panel first={column} before={[before]} />, answers());
    await expect.element(screen.getByText(words)).toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: 'Only repeated' }))
      .toHaveAttribute('aria-pressed', 'false');
    await screen.getByRole('button', { name: 'Show only these' }).click();
    expect(asked.at(-1)).toEqual([{ ...before, not: false }]);
    await expect.element(screen.getByText(words)).not.toBeInTheDocument();
  },
);

test('other ends leave a negated range negated', async () => {
  const before = { kind: 'number', column: 2, from: 1, to: 9, not: true } as const;
  const { screen } = await show(<Panel first={2} before={[before]} />, answers());
  await screen.getByRole('textbox', { name: 'To', exact: true }).fill('20');
  await userEvent.keyboard('{Enter}');
  expect(asked.at(-1)).toEqual([{ ...before, to: 20 }]);
});

test('a number that is not finished filters nothing', async () => {
  const before = asked.length;
  const { screen } = await show(<Panel first={2} />, answers());
  await screen.getByRole('textbox', { name: 'From', exact: true }).fill('-');
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('textbox', { name: 'To', exact: true }).fill('40');
  await userEvent.keyboard('{Enter}');
  expect(asked.slice(before)).toEqual([[], [{ kind: 'number', column: 2, from: null, to: 40 }]]);
});

test.each([
  ['12,345', 12_345],
  ['12,345.5', 12_345.5],
  ['12.345', 12.345],
  ['-1,000', -1000],
])('%s is filtered by as the page writes it', async (typed, from) => {
  const { screen } = await show(<Panel first={2} />, answers());
  const field = screen.getByRole('textbox', { name: 'From', exact: true });
  await field.click();
  await userEvent.keyboard(typed);
  await expect.element(field).toHaveValue(typed);
  await userEvent.keyboard('{Enter}');
  expect(asked.at(-1)).toEqual([{ kind: 'number', column: 2, from, to: null }]);
});

test('a count that was left ends late and does not hide the one that followed it', async () => {
  const left = Promise.withResolvers<ColumnProfile>();
  const { screen } = await show(<Panel first={0} />, {
    ...answers(),
    'export:profile': ({ filters }) => (filters.length === 0 ? left.promise : PROFILE),
  });
  await screen.getByRole('button', { name: 'Only filled' }).click();
  await expect.element(screen.getByText(/^80(\.0)? %$/)).toBeVisible();
  left.reject(failure({ code: 'cancelled', message: 'The count was cancelled.' }));
  await new Promise((resolve) => window.setTimeout(resolve, 100));
  await expect.element(screen.getByText(/^80(\.0)? %$/)).toBeVisible();
});

test('values that cannot be counted say why', async () => {
  const broken = failing({ code: 'file', message: 'The disk is gone.', reason: 'EIO' });
  const { screen } = await show(<Panel first={0} />, { 'export:profile': broken, 'export:values': broken });
  await expect.element(screen.getByText('The disk is gone.').first()).toBeVisible();
});
