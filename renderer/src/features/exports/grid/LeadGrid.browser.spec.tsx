import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { failure } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { exampleExport } from '../../../testing/examples.ts';
import { type PageView, PLAIN_VIEW, viewColumns } from '../view/page-view.ts';
import type { GridNews } from './grid-link.ts';
import { LeadGrid } from './LeadGrid.tsx';
import type { GridMarks, LeadRow, RowSource } from './lead-rows.ts';

const summary = exampleExport({
  rows: 40,
  columns: [
    { index: 0, path: 'uniqueId', filled: 40 },
    { index: 1, path: 'data.Firma', filled: 40 },
    { index: 2, path: 'data.Fax', filled: 0 },
  ],
});
const lead = (number: number): LeadRow => ({ number, cells: [`id-${number}`, `Firm ${number}`, null] });
const leads = Array.from({ length: 40 }, (_, index) => lead(index + 1));
const source = (load: RowSource['load'] = () => Promise.resolve({ rows: leads, total: 40 })): RowSource => ({
  load,
  growing: null,
  revision: '1',
});
const noMarks: GridMarks = { needle: '', hit: null, filtered: new Set(), openRow: null };

/** What the grid told, in the order in which it was told. */
function listener() {
  const told: unknown[][] = [];
  const tell =
    (name: string) =>
    (...args: unknown[]): void => {
      told.push([name, ...args]);
    };
  const news: GridNews = {
    onSort: tell('sort'),
    onOrder: tell('order'),
    onLook: tell('look'),
    onChoose: (position, row, isRange) => tell('choose')(position, row.number, isRange),
    onChooseAll: tell('all'),
    onColumn: tell('column'),
    onFocus: () => undefined,
    onRow: (position, row, isWanted) => {
      if (isWanted) tell('row')(position, row.number);
    },
    onCopy: tell('copy'),
  };
  return { told, news };
}

function grid(news: GridNews, view: PageView = PLAIN_VIEW, marks = noMarks, rows = source()) {
  const columns = viewColumns(summary.columns, summary.rows, view);
  return <LeadGrid label="Leads" columns={columns} rows={rows} sort={view.sort} marks={marks} news={news} />;
}

const headers = (container: Element) =>
  [...container.querySelectorAll('.ag-header-cell')]
    .sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
    .map((header) => header.getAttribute('col-id'));

test('leads that cannot be loaded say so with their reason, and come with Try again', async () => {
  let isBroken = true;
  const rows = source(() => {
    if (isBroken) throw failure({ code: 'file', message: 'The result cannot be read. Check the disk.', reason: 'EIO' });
    return Promise.resolve({ rows: leads, total: 40 });
  });
  const { screen } = await show(grid(listener().news, PLAIN_VIEW, noMarks, rows));
  const trouble = screen.getByRole('alert').getByText(/could not be loaded: The result cannot be read\./);
  await expect.element(trouble).toBeVisible();
  isBroken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Firm 3', { exact: true })).toBeVisible();
  await expect.element(trouble).not.toBeInTheDocument();
});

test('columns stand in the order, width and place of the view, and empty ones are hidden', async () => {
  const { news } = listener();
  const { screen } = await show(grid(news));
  await expect.element(screen.getByText('Firm 3', { exact: true })).toBeVisible();
  expect(headers(screen.container)).toEqual(['choice', '0', '1']);
  const looks = [
    { path: 'data.Fax', shown: true, width: 77, pinned: false },
    { path: 'data.Firma', shown: null, width: null, pinned: true },
  ];
  await screen.rerender(grid(news, { ...PLAIN_VIEW, looks, sort: [{ column: 1, direction: 'desc' }] }));
  await expect.poll(() => headers(screen.container)).toEqual(['choice', '1', '2', '0']);
  expect(screen.container.querySelector('.ag-header-cell[col-id="2"]')?.getBoundingClientRect().width).toBe(77);
  const sorted = screen.container.querySelector('.ag-header-cell[col-id="1"]');
  expect(sorted?.getAttribute('aria-sort')).toBe('descending');
});

test('a window that is too narrow for a pinned column does not unpin it in the view', async () => {
  const { told, news } = listener();
  const view = { ...PLAIN_VIEW, looks: [{ path: 'data.Firma', shown: null, width: 300, pinned: true }] };
  const { screen } = await show(
    <div data-testid="around" style={{ height: 300 }}>
      {grid(news, view)}
    </div>,
  );
  await expect.element(screen.getByText('Firm 3', { exact: true })).toBeVisible();
  const around = screen.getByTestId('around').element() as HTMLElement;
  const firma = () => screen.container.querySelector('.ag-header-cell[col-id="1"]')?.getBoundingClientRect().left;
  const before = firma();
  const scroll = () => screen.container.querySelector('.ag-grid-viewport')?.scrollTo({ left: 40 });
  // The column of the boxes goes first, then it alone: unpinned, it is scrolled away.
  around.style.width = '400px';
  await expect.poll(firma).not.toBe(before);
  const alone = firma();
  around.style.width = '320px';
  await expect.poll(() => (scroll(), firma())).not.toBe(alone);
  around.style.width = '';
  await expect.poll(() => (scroll(), firma())).toBe(before);
  expect(told).toEqual([]);
});

test('a column that a person unpins in a narrow window is not pinned in a wide one', async () => {
  const { news } = listener();
  const looks = (pinned: boolean) => [{ path: 'data.Firma', shown: null, width: 300, pinned }];
  const around = (pinned: boolean) => (
    <div data-testid="around" style={{ height: 300 }}>
      {grid(news, { ...PLAIN_VIEW, looks: looks(pinned) })}
    </div>
  );
  const { screen } = await show(around(true));
  await expect.element(screen.getByText('Firm 3', { exact: true })).toBeVisible();
  const isPinned = (column: string) =>
    screen.container.querySelector(`.ag-grid-pinned-left-cells .ag-header-cell[col-id="${column}"]`) !== null;
  expect([isPinned('choice'), isPinned('1')]).toEqual([true, true]);
  const box = screen.getByTestId('around').element() as HTMLElement;
  box.style.width = '320px';
  await expect.poll(() => isPinned('1')).toBe(false);
  await screen.rerender(around(false));
  box.style.width = '';
  const width = () => screen.container.querySelector('.ag-grid-viewport')?.clientWidth ?? 0;
  await expect.poll(width).toBeGreaterThan(400);
  // The grid looks at its size in a later frame.
  for (let frame = 0; frame < 10; frame += 1) {
    await new Promise(requestAnimationFrame);
    expect([isPinned('choice'), isPinned('1')]).toEqual([true, false]);
  }
});

test('a person sorts and opens columns, and chooses, opens and copies rows by keys', async () => {
  const { told, news } = listener();
  const { screen } = await show(grid(news));
  await expect.element(screen.getByText('Firm 3', { exact: true })).toBeVisible();
  await screen.getByText('Firma', { exact: true }).click();
  expect(told.splice(0)).toEqual([['sort', [{ column: 1, direction: 'asc' }]]]);
  screen.container.querySelector<HTMLElement>('.ag-header-cell[col-id="1"]')?.focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(told.splice(0)).toEqual([['column', 1]]);

  await screen.getByText('Firm 3', { exact: true }).click();
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{ArrowDown}{Shift>} {/Shift}{Enter}');
  await userEvent.keyboard('{Control>}a{/Control}{Control>}c{/Control}{Control>}{Shift>}c{/Shift}{/Control}');
  expect(told).toEqual([
    ['choose', 2, 3, false],
    ['choose', 3, 4, true],
    ['row', 3, 4],
    ['all', true],
    ['copy', 'Firm 4', 1, 'people'],
    ['copy', 'Firm 4', 1, 'programs'],
  ]);
});

test('the whole cell of a box chooses its row, with Shift a range', async () => {
  const { told, news } = listener();
  const { screen } = await show(grid(news));
  await expect.element(screen.getByText('Firm 3', { exact: true })).toBeVisible();
  const cell = (row: number) => screen.container.querySelector(`[row-index="${row}"] [col-id="choice"]`) as HTMLElement;
  await userEvent.click(cell(1), { position: { x: 3, y: 3 } });
  const { width, height } = cell(4).getBoundingClientRect();
  await userEvent.keyboard('{Shift>}');
  await userEvent.click(cell(4), { position: { x: width - 3, y: height - 3 } });
  await userEvent.keyboard('{/Shift}');
  expect(told).toEqual([
    ['choose', 1, 2, false],
    ['choose', 4, 5, true],
  ]);
  expect(getSelection()?.toString()).toBe('');
});

test('names are joined from their parts in a column of their own, and direction marks can be seen', async () => {
  const { told, news } = listener();
  const columns = viewColumns(
    [
      { index: 0, path: 'data.Fornavn', filled: 40, namePart: 'first' },
      { index: 1, path: 'data.Efternavn', filled: 40, namePart: 'last' },
    ],
    40,
    PLAIN_VIEW,
  );
  const named = source(() => Promise.resolve({ rows: [{ number: 1, cells: ['Åsa', 'live\u202E'] }], total: 1 }));
  const { screen } = await show(
    <LeadGrid label="Leads" columns={columns} rows={named} sort={[]} marks={noMarks} news={news} />,
  );
  await expect.element(screen.getByText('live<U+202E>', { exact: true })).toBeVisible();
  expect(headers(screen.container)).toEqual(['choice', 'name', '0', '1']);
  await screen.getByText('Åsa live<U+202E>', { exact: true }).click();
  await userEvent.keyboard('{Control>}c{/Control}');
  expect(told).toEqual([['copy', 'Åsa live\u202E', Number.NaN, 'people']]);
});

test('hits are marked in their cells, and the shown one apart', async () => {
  const { news } = listener();
  const { screen } = await show(grid(news));
  await expect.element(screen.getByText('Firm 3', { exact: true })).toBeVisible();
  expect(screen.container.querySelectorAll('mark')).toHaveLength(0);
  const hit = { number: 2, column: 1 };
  await screen.rerender(grid(news, PLAIN_VIEW, { ...noMarks, needle: 'firm 2', hit }));
  await expect
    .poll(() => [...screen.container.querySelectorAll('mark')].map((mark) => mark.textContent))
    .toContain('Firm 2');
  const current = () => [...screen.container.querySelectorAll('mark[data-current]')].map((mark) => mark.textContent);
  await expect.poll(current).toEqual(['Firm 2']);
  await screen.rerender(grid(news, PLAIN_VIEW, { ...noMarks, needle: 'firm 2', hit: { ...hit, number: 20 } }));
  await expect
    .poll(() => screen.container.querySelector('mark[data-current]')?.closest('[row-index]')?.getAttribute('row-index'))
    .toBe('19');
  await screen.rerender(grid(news));
  await expect.poll(() => screen.container.querySelectorAll('mark')).toHaveLength(0);
});
