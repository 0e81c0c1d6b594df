import type { ColDef, GetRowIdParams, GridApi } from 'ag-grid-community';
import { createContext, use } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { DataGrid } from './DataGrid.tsx';

interface Line {
  readonly id: number;
  readonly name: string;
}

const Greeting = createContext('Hello');

function Greeted({ data }: { readonly data?: Line }) {
  const greeting = use(Greeting);
  return (
    <b>
      {greeting} {data?.name}
    </b>
  );
}

const rowId = ({ data }: GetRowIdParams<Line>): string => String(data.id);
const columns: ColDef<Line>[] = [
  { colId: 'name', headerName: 'Name', valueGetter: ({ data }) => data?.name ?? '' },
  { colId: 'greeted', headerName: 'Greeted', cellRenderer: Greeted, valueGetter: ({ data }) => data?.name },
];
const ana: Line[] = [{ id: 1, name: 'Ana' }];
const both: Line[] = [...ana, { id: 2, name: 'Bo' }];

function grid(rows: Line[], greeting = 'Hello') {
  return (
    <Greeting value={greeting}>
      <DataGrid<Line> label="People" rowData={rows} columnDefs={columns} getRowId={rowId} />
    </Greeting>
  );
}

test('a component of the page in a cell sees what is around the grid, and goes with its row', async () => {
  const { screen } = await show(grid(both));
  const { rerender } = screen;
  await expect.element(screen.getByText('Hello Ana')).toBeVisible();
  await expect.element(screen.getByText('Hello Bo')).toBeVisible();

  await rerender(grid(both, 'Hej'));
  await expect.element(screen.getByText('Hej Ana')).toBeVisible();

  await rerender(grid(ana, 'Hej'));
  await expect.element(screen.getByText('Hej Bo')).not.toBeInTheDocument();
  expect(screen.container.querySelectorAll('b')).toHaveLength(1);

  await rerender(grid([{ id: 1, name: 'Cleo' }], 'Hej'));
  await expect.element(screen.getByText('Hej Cleo')).toBeVisible();
});

test('text can be marked where the table says so, and nowhere else', async () => {
  const marked = async (hasSelectableText: boolean): Promise<string> => {
    const { screen } = await show(
      <DataGrid<Line> label="People" rowData={ana} columnDefs={columns} hasSelectableText={hasSelectableText} />,
    );
    await userEvent.dblClick(screen.getByText('Ana', { exact: true }), { position: { x: 20, y: 15 } });
    const text = String(document.getSelection());
    document.getSelection()?.removeAllRanges();
    await screen.unmount();
    return text;
  };
  expect(await marked(true)).toBe('Ana');
  expect(await marked(false)).toBe('');
});

test('rows stand in every frame while the table is scrolled', async () => {
  const many = Array.from({ length: 2000 }, (_, index): Line => ({ id: index, name: `Person ${index}` }));
  const { screen } = await show(
    <div style={{ height: 400 }}>
      <DataGrid<Line> label="People" rowData={many} columnDefs={columns} getRowId={rowId} />
    </div>,
  );
  await expect.element(screen.getByText('Person 0', { exact: true })).toBeVisible();
  const scrolled = [...screen.container.querySelectorAll('*')].find(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 10_000,
  );
  if (scrolled === undefined) throw new Error('nothing can be scrolled');
  const box = scrolled.getBoundingClientRect();
  const isShown = (row: Element) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  };
  const shown: number[] = [];
  for (let frame = 0; frame < 30; frame += 1) {
    scrolled.scrollTop += 400;
    // A frame, and what the grid does in it.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    shown.push([...screen.container.querySelectorAll('[role="row"][row-index]')].filter(isShown).length);
  }
  expect(Math.min(...shown)).toBeGreaterThan(0);
});

test('a pinned column that a narrow table lets go is pinned again in a wide one', async () => {
  const pinned: ColDef<Line>[] = [
    ...columns.map((column) => ({ ...column, width: 150 })),
    { colId: 'act', headerName: 'Act', pinned: 'right', width: 150 },
    { colId: 'id', headerName: 'Number', pinned: 'left', width: 100 },
  ];
  let api: GridApi<Line> | undefined;
  const { screen } = await show(
    <div data-testid="around" style={{ height: 200, width: 600 }}>
      <DataGrid<Line> label="People" rowData={ana} columnDefs={pinned} onGridReady={(ready) => (api = ready.api)} />
    </div>,
  );
  const pins = () => api?.getColumnState().map((state) => state.pinned ?? null);
  const makeWide = (pixels: number) => {
    const around = screen.getByTestId('around').element();
    if (around instanceof HTMLElement) around.style.width = `${pixels}px`;
  };
  await expect.poll(pins).toEqual([null, null, 'right', 'left']);
  makeWide(250);
  await expect.poll(pins).not.toEqual([null, null, 'right', 'left']);
  makeWide(600);
  await expect.poll(pins).toEqual([null, null, 'right', 'left']);
});

test('every row has a ground of its own, so that no cell is read through a pinned one', async () => {
  const pinned: ColDef<Line>[] = [{ colId: 'id', pinned: 'right', valueGetter: ({ data }) => data?.id }, ...columns];
  const { screen } = await show(<DataGrid<Line> label="People" rowData={both} columnDefs={pinned} getRowId={rowId} />);
  await expect.element(screen.getByText('Bo', { exact: true })).toBeVisible();
  const grounds = [...screen.container.querySelectorAll('.ag-row')].map((row) => getComputedStyle(row).backgroundColor);
  expect(grounds.length).toBeGreaterThanOrEqual(2);
  expect(new Set(grounds).size).toBe(1);
  expect(grounds[0]).toMatch(/^rgb\(/);
});

test('hyphens in names keep their width, and of text from right to left the first words are shown', async () => {
  const sentence = 'لا يرد على الهاتف، يرجى الاتصال مرة أخرى يوم الأحد بعد الظهر';
  const { screen } = await show(
    <div style={{ width: 160 }}>
      <DataGrid<Line>
        label="People"
        rowData={[{ id: 1, name: sentence }]}
        columnDefs={[{ colId: 'name', headerName: 'Name', width: 120, valueGetter: ({ data }) => data?.name ?? '' }]}
        getRowId={rowId}
      />
    </div>,
  );
  const cell = screen.getByRole('gridcell');
  await expect.element(cell).toHaveTextContent(sentence);
  expect(getComputedStyle(cell.element()).fontVariantNumeric).toBe('normal');
  const first = document.createRange();
  const text = document.createTreeWalker(cell.element(), NodeFilter.SHOW_TEXT).nextNode() ?? document.body;
  first.setStart(text, 0);
  first.setEnd(text, 2);
  const [word, box] = [first.getBoundingClientRect(), cell.element().getBoundingClientRect()];
  expect(word.right).toBeLessThanOrEqual(box.right);
  expect(word.left).toBeGreaterThan(box.left);
});
