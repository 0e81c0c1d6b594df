import type { ColDef, ICellRendererComp } from 'ag-grid-community';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { PagedGrid, type PagedGridHandle } from './PagedGrid.tsx';
import type { LoadRows } from './row-pages.ts';

interface Line {
  readonly name: string;
}

const columns: ColDef<Line>[] = [{ colId: 'name', headerName: 'Name', valueGetter: ({ data }) => data?.name ?? '' }];
const TOTAL = 5000;

const lines = (offset: number, limit: number) => ({
  rows: Array.from({ length: Math.min(limit, TOTAL - offset) }, (_, index) => ({ name: `Line ${offset + index + 1}` })),
  total: TOTAL,
});

function grid(load: LoadRows<Line>) {
  const ref = createRef<PagedGridHandle<Line>>();
  return { ref, element: <PagedGrid<Line> ref={ref} label="Lines" load={load} pageSize={100} columnDefs={columns} /> };
}

test('the page that failed says so while the others stand, and Try again is reached by Tab', async () => {
  let isBroken = true;
  const { ref, element } = grid(({ offset, limit }) =>
    isBroken && offset === 1200 ? Promise.reject(new Expected()) : Promise.resolve(lines(offset, limit)),
  );
  const { screen } = await show(element);
  await expect.element(screen.getByText('Line 1', { exact: true })).toBeVisible();
  ref.current?.show(1210, () => 'name');
  const note = screen.getByRole('alert').getByText('Rows 1,201–1,300 could not be loaded: The disk is gone.');
  await expect.element(note).toBeVisible();

  isBroken = false;
  const cell = screen.container.querySelector<HTMLElement>('.ag-cell, .ag-header-cell');
  cell?.focus();
  for (let presses = 0; presses < 6 && document.activeElement?.textContent !== 'Try again'; presses += 1) {
    await userEvent.keyboard('{Tab}');
  }
  expect(document.activeElement?.textContent).toBe('Try again');
  await userEvent.keyboard('{Enter}');
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(screen.getByText('Line 1211')).toBeVisible();
  // The row that was asked for takes the focus when it comes.
  await expect.poll(() => document.activeElement?.textContent).toBe('Line 1211');
});

test('a page that was scrolled away before it came is cancelled, and comes when it is looked at again', async () => {
  const cancelled: number[] = [];
  let isHeld = true;
  const { ref, element } = grid(({ offset, limit }, signal) => {
    if (!isHeld || offset !== 2000) return Promise.resolve(lines(offset, limit));
    signal.addEventListener('abort', () => cancelled.push(offset));
    return new Promise(() => undefined);
  });
  const { screen } = await show(element);
  await expect.element(screen.getByText('Line 1', { exact: true })).toBeVisible();
  ref.current?.api()?.ensureIndexVisible(2050, 'middle');
  await expect.poll(() => screen.container.querySelector('[row-index="2050"]')).not.toBeNull();
  // The page is asked for after scrolling has rested.
  await new Promise((resolve) => setTimeout(resolve, 200));
  ref.current?.api()?.ensureIndexVisible(4000, 'middle');
  await expect.element(screen.getByText('Line 4001')).toBeVisible();
  expect(cancelled).toEqual([2000]);
  expect(screen.getByRole('alert').query()).toBeNull();

  isHeld = false;
  ref.current?.api()?.ensureIndexVisible(2050, 'middle');
  await expect.element(screen.getByText('Line 2051')).toBeVisible();
});

test('a row that has not come after 300 milliseconds shows bars until it comes', async () => {
  const later = Promise.withResolvers<ReturnType<typeof lines>>();
  const { ref, element } = grid(({ offset, limit }) =>
    offset === 2000 ? later.promise : Promise.resolve(lines(offset, limit)),
  );
  const { screen } = await show(element);
  await expect.element(screen.getByText('Line 1', { exact: true })).toBeVisible();
  ref.current?.api()?.ensureIndexVisible(2050, 'middle');
  const bars = () => {
    const row = screen.container.querySelector('[row-index="2050"]');
    return row === null ? 'no row' : getComputedStyle(row).backgroundSize;
  };
  await expect.poll(bars, { interval: 10 }).toBe('auto');
  await expect.poll(bars).toBe('144px 8px');
  later.resolve(lines(2000, 100));
  await expect.element(screen.getByText('Line 2051')).toBeVisible();
  expect(bars()).toBe('auto');
});

test('a list that grows shows its new rows, and the place that is looked at stays', async () => {
  let arrived = 150;
  const ref = createRef<PagedGridHandle<Line>>();
  const load: LoadRows<Line> = ({ offset, limit }) =>
    Promise.resolve({ ...lines(offset, Math.max(0, Math.min(limit, arrived - offset))), total: arrived });
  const list = () => (
    <PagedGrid<Line> ref={ref} label="Lines" load={load} pageSize={100} growing={arrived} columnDefs={columns} />
  );
  const { screen } = await show(list());
  await expect.element(screen.getByText('Line 1', { exact: true })).toBeVisible();
  const viewport = screen.container.querySelector('.ag-grid-viewport');
  // Not by the grid's own ensureIndexVisible, which scrolls once more when the list changes.
  const last = screen.getByText('Line 150');
  // The list gets its height when its first page is there.
  await expect
    .poll(() => {
      viewport?.scrollTo({ top: viewport.scrollHeight });
      return last.elements().length;
    })
    .toBe(1);
  const before = last.element().getBoundingClientRect().top;

  arrived = 152;
  await screen.rerender(list());
  await expect.poll(() => ref.current?.api()?.getDisplayedRowAtIndex(151)?.data?.name).toBe('Line 152');
  expect(last.element().getBoundingClientRect().top).toBe(before);
});

class Expected extends Error {
  readonly details = { code: 'file', message: 'The disk is gone.', reason: 'EIO' };

  constructor() {
    super('The disk is gone.');
  }
}

test('a cell that is to be shown comes into view as soon as the list has its row, and the focus stays', async () => {
  const first = Promise.withResolvers<ReturnType<typeof lines>>();
  const { ref, element } = grid(({ offset, limit }) =>
    offset === 0 ? first.promise : Promise.resolve(lines(offset, limit)),
  );
  const { screen } = await show(element);
  await expect.poll(() => ref.current?.api()).not.toBeNull();
  // Nothing is known of the list yet: it has no such row so far.
  ref.current?.reveal(1210, 'name');
  first.resolve(lines(0, 100));
  await expect.element(screen.getByText('Line 1211')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

test('a row that has not come is one element, and the keyboard stays in its column when the row comes', async () => {
  const later = Promise.withResolvers<ReturnType<typeof lines>>();
  const load: LoadRows<Line> = ({ offset, limit }) =>
    offset === 100 ? later.promise : Promise.resolve(lines(offset, limit));
  const ref = createRef<PagedGridHandle<Line>>();
  const two: ColDef<Line>[] = [
    ...columns,
    { colId: 'again', headerName: 'Again', valueGetter: ({ data }) => data?.name },
  ];
  const { screen } = await show(
    <PagedGrid<Line> ref={ref} label="Lines" load={load} pageSize={100} columnDefs={two} />,
  );
  await expect.element(screen.getByText('Line 1', { exact: true }).first()).toBeVisible();
  ref.current?.api()?.ensureIndexVisible(99, 'middle');
  await screen.getByText('Line 100', { exact: true }).last().click();
  await userEvent.keyboard('{ArrowDown}');
  const row = () => screen.container.querySelector('[row-index="100"]');
  await expect.poll(row).not.toBeNull();
  expect(row()?.querySelectorAll('[col-id]').length).toBe(0);
  expect(row()?.querySelector('[role=gridcell]')?.textContent).toBe('Not loaded');

  later.resolve(lines(100, 100));
  await expect.element(screen.getByText('Line 101').first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement?.textContent).toBe('Line 102');
  expect(document.activeElement?.getAttribute('col-id')).toBe('again');
});

/** As the boxes of rows: an element without React, which the grid makes in an effect. */
class Box implements ICellRendererComp<Line> {
  readonly #box = document.createElement('input');

  init(): void {
    this.#box.type = 'checkbox';
  }

  getGui(): HTMLElement {
    return this.#box;
  }

  refresh(): boolean {
    return true;
  }
}

test('rows that come again are drawn in the task in which nothing was pressed, their boxes too', async () => {
  const again = Promise.withResolvers<ReturnType<typeof lines>>();
  let asked = 0;
  const load: LoadRows<Line> = ({ offset, limit }) => {
    asked += 1;
    return asked === 1 ? Promise.resolve(lines(offset, limit)) : again.promise;
  };
  const boxed: ColDef<Line>[] = [...columns, { colId: 'box', headerName: 'Box', cellRenderer: Box }];
  const list = (revision: number) => (
    <PagedGrid<Line> label="Lines" load={load} pageSize={100} revision={revision} columnDefs={boxed} />
  );
  const { screen } = await show(list(1));
  const box = () => screen.container.querySelector('[row-index="0"] input');
  await expect.poll(box).not.toBeNull();
  const former = box();
  await screen.rerender(list(2));
  await expect.poll(() => asked).toBe(2);
  // The press: the first task behind the answer.
  const { port1, port2 } = new MessageChannel();
  const press = new Promise((resolve) => {
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
  });
  port2.postMessage(null);
  again.resolve(lines(0, 100));
  await press;
  const pressed = box();
  expect(pressed).not.toBe(former);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(box()).toBe(pressed);
});
