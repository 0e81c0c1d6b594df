import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CheckRow } from '../../../../../../shared/contract/check/check.ts';
import { showTimesIn } from '../../../../lib/format.ts';
import { failing } from '../../../../testing/host.ts';
import { show } from '../../../../testing/show.tsx';
import { checkedRow, reason as exampleReason } from '../../checking/check-fixture.ts';
import { CheckGrid } from './CheckGrid.tsx';

const columns = [
  { index: 0, label: 'Firma', filled: 2, distinct: 2, first: 'A', longest: 'A', oddest: 'A' },
] as unknown as Parameters<typeof CheckGrid>[0]['columns']['all'];
const nothing = () => undefined;
type GridProps = Parameters<typeof CheckGrid>[0];

const usual: GridProps = {
  ref: { current: null },
  draftId: 'draft-1',
  columns: { all: columns, lastLine: 40, naming: 0, mapped: [0], told: [], isFolded: false },
  marked: { reason: null, judged: [], parameters: undefined },
  list: { filter: 'all', order: 'file', look: { find: '', sort: null } },
  revision: '1',
  changes: { edit: nothing, leaveRowOut: nothing },
  onFocusRow: nothing,
  onSort: nothing,
  onRows: nothing,
};

/** The grid of one draft, with what a spec changes about it, over the rows that the check answers. */
const showGrid = (rows: () => readonly CheckRow[], change: Partial<GridProps> = {}) =>
  show(<CheckGrid {...usual} {...change} />, { 'check:rows': () => answered(rows()) });

const answered = (rows: readonly CheckRow[]) => ({ revision: 1, total: rows.length, rows: [...rows] });

test.each([9_999, 18_002, 100_000, 1_048_576])('a line number is whole: %d', async (line) => {
  const { screen } = await showGrid(() => [{ ...checkedRow(), line }], {
    columns: { ...usual.columns, lastLine: line },
  });
  const cell = screen.getByRole('gridcell', { name: line.toLocaleString('en'), exact: true });
  await expect.element(cell).toBeVisible();
  const { scrollWidth, clientWidth } = cell.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test('rows of the file that cannot be loaded say so with their reason, and come with Try again', async () => {
  const { screen, host } = await showGrid(
    failing({ code: 'file', message: 'The draft cannot be read. Check the disk.', reason: 'EIO' }),
  );
  await expect
    .element(screen.getByRole('alert').getByText(/could not be loaded: The draft cannot be read\. Check the disk\./))
    .toBeVisible();
  host.answer({ 'check:rows': () => answered([checkedRow()]) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nordlys')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a press on a box that is drawn anew before it ends leaves the row out all the same', async () => {
  const left: [number, boolean][] = [];
  const { screen } = await showGrid(() => [checkedRow()], {
    changes: { edit: nothing, leaveRowOut: (row, isOut) => left.push([row, isOut]) },
  });
  const box = screen.getByRole('checkbox', { name: 'Leave out line 2' });
  await expect.element(box).toBeVisible();
  // The browser gives such a click to what surrounds both boxes.
  box
    .element()
    .closest('[role=gridcell]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(box).toBeChecked();
  expect(left).toEqual([[1, true]]);
  await box.click();
  await expect.element(box).not.toBeChecked();
  expect(left).toEqual([
    [1, true],
    [1, false],
  ]);
});

test('a line stands between two groups of duplicates, and none above the first', async () => {
  const row = (number: number, startsGroup: boolean) =>
    checkedRow({ row: number, line: number + 1, cells: [`Firm ${number}`], startsGroup });
  const { screen } = await showGrid(() => [row(1, true), row(4, false), row(2, true), row(3, false)], {
    list: { filter: 'all', order: 'oddest', look: { find: '', sort: null } },
  });
  const lineAbove = (name: string) => {
    const element = screen.getByText(name, { exact: true }).element().closest('.ag-row');
    return element === null ? '' : getComputedStyle(element).borderTopWidth;
  };
  await expect.element(screen.getByText('Firm 3', { exact: true })).toBeVisible();
  expect(['Firm 1', 'Firm 4', 'Firm 2', 'Firm 3'].map(lineAbove)).toEqual(['0px', '0px', '2px', '0px']);
});

test('why a row of a result file was refused has room beside it, more than its state', async () => {
  const labels = ['Firma', 'State', 'Reason', 'Telefon', 'By'];
  const all = labels.map((label, index) => ({ ...columns[0], index, label })) as unknown as typeof columns;
  const reason = 'MobilePhone is not a valid phone number: it is too short.';
  const { screen } = await showGrid(() => [checkedRow({ cells: ['Nordlys', 'refused', reason, '12', 'Ry'] })], {
    columns: { all, lastLine: 40, naming: 0, mapped: [0, 3, 4], told: [2, 1], isFolded: false },
  });
  const width = (text: string) =>
    screen.getByRole('gridcell', { name: text, exact: true }).element().getBoundingClientRect().width;
  await expect.element(screen.getByRole('gridcell', { name: reason, exact: true })).toBeVisible();
  expect(width(reason)).toBeGreaterThan(1.5 * width('refused'));
});

/** The grid of one reason, and a button that chooses another. */
function TwoReasons({ columns: shown, marked }: { columns: GridProps['columns']; marked: GridProps['marked'][] }) {
  const [at, setAt] = useState(0);
  const chosen = marked[at] ?? usual.marked;
  return (
    <>
      <button type="button" onClick={() => setAt(1)}>
        Other reason
      </button>
      <CheckGrid {...usual} columns={shown} marked={chosen} />
    </>
  );
}

test('the two columns of a reason show its values whole, also after another reason', async () => {
  await page.viewport(1366, 768);
  const labels = ['Firma', 'E-mail', 'Telefon', 'By', 'Note'];
  const all = labels.map((label, index) => ({ ...columns[0], index, label })) as unknown as typeof columns;
  const before = 'kontakt1005(at)firma.dk';
  const after = 'kontakt1005@firma.dk';
  const examples = [{ row: 1, line: 2, value: before }];
  const rows = [
    checkedRow({
      cells: ['Nordlys', before, '12', 'Ry', ''],
      change: { column: 1, field: 'Email', now: before, after },
    }),
  ];
  const marked = [
    { reason: exampleReason({ id: 'phone', examples: [] }), judged: [2], parameters: undefined },
    { reason: exampleReason({ id: 'email', field: 'Email', examples }), judged: [1], parameters: undefined },
  ];
  const { screen } = await show(
    <TwoReasons
      columns={{ all, lastLine: 40, naming: 0, mapped: [0, 1, 2, 3, 4], told: [], isFolded: false }}
      marked={marked}
    />,
    { 'check:rows': () => answered(rows) },
  );
  await expect.element(screen.getByRole('gridcell', { name: 'Nordlys' })).toBeVisible();
  await screen.getByRole('button', { name: 'Other reason' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'Email after repair' })).toBeVisible();
  const isWhole = (text: string) => {
    const cell = screen.getByText(text, { exact: true }).element();
    return cell.scrollWidth <= cell.clientWidth;
  };
  await expect.poll(() => [before, after].map(isWhole)).toEqual([true, true]);
});

test('times are written anew when another window chooses another zone for the account', async () => {
  const at = Date.UTC(2026, 10, 17, 12, 47);
  const colleague = { shares: 'lead', name: 'Ana', at, isCreated: true } as CheckRow['colleague'];
  const marked = { reason: exampleReason({ kind: 'sentByTeam', repair: null }), judged: [], parameters: undefined };
  const { screen } = await showGrid(() => [checkedRow({ colleague })], { marked });
  await expect.element(screen.getByText(/13:47$/)).toBeVisible();
  onTestFinished(() => showTimesIn('Europe/Copenhagen'));
  showTimesIn('Asia/Tokyo');
  await screen.rerender(<CheckGrid {...usual} marked={marked} />);
  await expect.element(screen.getByText(/21:47$/)).toBeVisible();
});
