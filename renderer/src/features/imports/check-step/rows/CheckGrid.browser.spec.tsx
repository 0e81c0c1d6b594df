import { expect, test } from 'vitest';
import { failure } from '../../../../testing/host.ts';
import { show } from '../../../../testing/show.tsx';
import { CheckGrid } from './CheckGrid.tsx';

const columns = [
  { index: 0, label: 'Firma', filled: 2, distinct: 2, first: 'A', longest: 'A', oddest: 'A' },
] as unknown as Parameters<typeof CheckGrid>[0]['columns']['all'];
const nothing = () => undefined;

test('rows of the file that cannot be loaded say so with their reason, and come with Retry', async () => {
  const { screen, host } = await show(
    <CheckGrid
      ref={{ current: null }}
      draftId="draft-1"
      columns={{ all: columns, naming: 0, mapped: [0], told: [], isFolded: false }}
      marked={{ reason: null, judged: [], parameters: undefined }}
      list={{ filter: 'all', order: 'file', look: { find: '', sort: null } }}
      revision="1"
      changes={{ edit: nothing, leaveRowOut: nothing }}
      onFocusRow={nothing}
      onSort={nothing}
      onRows={nothing}
    />,
    {
      'check:rows': () => {
        throw failure({ code: 'file', message: 'The draft cannot be read. Check the disk.', reason: 'EIO' });
      },
    },
  );
  await expect
    .element(screen.getByRole('alert').getByText(/could not be loaded: The draft cannot be read\. Check the disk\./))
    .toBeVisible();
  host.answer({
    'check:rows': () => ({
      revision: 1,
      total: 1,
      rows: [
        {
          row: 1,
          line: 2,
          cells: ['Nordlys'],
          marks: [],
          change: null,
          edited: [],
          leftOut: false,
          earlier: null,
          startsGroup: false,
        },
      ],
    }),
  });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('Nordlys')).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a press on a box that is drawn anew before it ends leaves the row out all the same', async () => {
  const left: [number, boolean][] = [];
  const { screen } = await show(
    <CheckGrid
      ref={{ current: null }}
      draftId="draft-1"
      columns={{ all: columns, naming: 0, mapped: [0], told: [], isFolded: false }}
      marked={{ reason: null, judged: [], parameters: undefined }}
      list={{ filter: 'all', order: 'file', look: { find: '', sort: null } }}
      revision="1"
      changes={{ edit: nothing, leaveRowOut: (row, isOut) => left.push([row, isOut]) }}
      onFocusRow={nothing}
      onSort={nothing}
      onRows={nothing}
    />,
    {
      'check:rows': () => ({
        revision: 1,
        total: 1,
        rows: [
          {
            row: 1,
            line: 2,
            cells: ['Nordlys'],
            marks: [],
            change: null,
            edited: [],
            leftOut: false,
            earlier: null,
            startsGroup: false,
          },
        ],
      }),
    },
  );
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
  const row = (number: number, startsGroup: boolean) => ({
    row: number,
    line: number + 1,
    cells: [`Firm ${number}`],
    marks: [],
    change: null,
    edited: [],
    leftOut: false,
    earlier: null,
    startsGroup,
  });
  const { screen } = await show(
    <CheckGrid
      ref={{ current: null }}
      draftId="draft-1"
      columns={{ all: columns, naming: 0, mapped: [0], told: [], isFolded: false }}
      marked={{ reason: null, judged: [], parameters: undefined }}
      list={{ filter: 'all', order: 'oddest', look: { find: '', sort: null } }}
      revision="1"
      changes={{ edit: nothing, leaveRowOut: nothing }}
      onFocusRow={nothing}
      onSort={nothing}
      onRows={nothing}
    />,
    {
      'check:rows': () => ({
        revision: 1,
        total: 4,
        rows: [row(1, true), row(4, false), row(2, true), row(3, false)],
      }),
    },
  );
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
  const row = { row: 1, line: 2, cells: ['Nordlys', 'refused', reason, '12', 'Ry'], marks: [], change: null };
  const { screen } = await show(
    <CheckGrid
      ref={{ current: null }}
      draftId="draft-1"
      columns={{ all, naming: 0, mapped: [0, 3, 4], told: [2, 1], isFolded: false }}
      marked={{ reason: null, judged: [], parameters: undefined }}
      list={{ filter: 'all', order: 'file', look: { find: '', sort: null } }}
      revision="1"
      changes={{ edit: nothing, leaveRowOut: nothing }}
      onFocusRow={nothing}
      onSort={nothing}
      onRows={nothing}
    />,
    {
      'check:rows': () => ({
        revision: 1,
        total: 1,
        rows: [{ ...row, edited: [], leftOut: false, earlier: null, startsGroup: false }],
      }),
    },
  );
  const width = (text: string) =>
    screen.getByRole('gridcell', { name: text, exact: true }).element().getBoundingClientRect().width;
  await expect.element(screen.getByRole('gridcell', { name: reason, exact: true })).toBeVisible();
  expect(width(reason)).toBeGreaterThan(1.5 * width('refused'));
});
