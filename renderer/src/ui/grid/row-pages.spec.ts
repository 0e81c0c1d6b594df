import type { IGetRowsParams } from 'ag-grid-community';
import { expect, test } from 'vitest';
import { failedRowsText } from './failed-rows-text.ts';
import { RowPages, type LoadedRows } from './row-pages.ts';

interface Asked {
  readonly offset: number;
  readonly signal: AbortSignal;
  readonly give: (loaded: LoadedRows<number>) => Promise<void>;
  readonly fail: (message: string) => Promise<void>;
}

/**
 * A list of 10,000 rows in pages of 100, whose loader answers when the spec lets it.
 *
 * @param whenReleased nothing is pressed when it is left out
 */
function pagesOnDemand(whenReleased = () => Promise.resolve()) {
  const asked: Asked[] = [];
  const shown = new Map<number, { rows: number; total: number | undefined }>();
  const pages = new RowPages<number>(
    ({ offset }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<LoadedRows<number>>();
      const settled = async (): Promise<void> => {
        await promise.catch(() => undefined);
        for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
      };
      asked.push({
        offset,
        signal,
        give: (loaded) => {
          resolve(loaded);
          return settled();
        },
        fail: (message) => {
          reject(new Error(message));
          return settled();
        },
      });
      return promise;
    },
    (failure) => (failure as Error).message,
    async (draw) => {
      await whenReleased();
      draw();
    },
  );
  /** The grid wants a page. */
  const want = (start: number): void =>
    pages.getRows({
      startRow: start,
      endRow: start + 100,
      successCallback: (rows: number[], total?: number) => shown.set(start, { rows: rows.length, total }),
      failCallback: () => undefined,
    } as unknown as IGetRowsParams);
  const page = (start: number, rows = 100, total = 10_000): LoadedRows<number> => ({
    rows: Array.from({ length: rows }, (_, index) => start + index),
    total,
  });
  return { asked, shown, pages, want, page };
}

test('two pages are read at once, those on the screen first', async () => {
  const { asked, shown, pages, want, page } = pagesOnDemand();
  pages.look({ start: 950, end: 990 });
  for (const start of [0, 800, 900]) want(start);
  expect(asked.map(({ offset }) => offset)).toEqual([900]);
  pages.look(null);
  expect(asked.map(({ offset }) => offset)).toEqual([900, 0]);
  await asked[0]?.give(page(900));
  expect(shown.get(900)).toEqual({ rows: 100, total: 10_000 });
  expect(asked.map(({ offset }) => offset)).toEqual([900, 0, 800]);
});

test('a page that was scrolled away is cancelled, and read when it comes back', async () => {
  const { asked, shown, pages, want, page } = pagesOnDemand();
  pages.look({ start: 0, end: 30 });
  want(0);
  pages.look({ start: 5000, end: 5030 });
  expect(asked[0]?.signal.aborted).toBe(true);
  await asked[0]?.give(page(0));
  expect(shown.size).toBe(0);
  expect(pages.failed()).toEqual([]);
  pages.look({ start: 10, end: 40 });
  expect(asked).toHaveLength(2);
  await asked[1]?.give(page(0));
  expect(shown.get(0)?.rows).toBe(100);
});

test('a page that is read again while it shows rows is not cancelled when it is scrolled away', async () => {
  const { asked, shown, pages, want, page } = pagesOnDemand();
  pages.look({ start: 0, end: 30 });
  want(0);
  await asked[0]?.give(page(0));
  want(0);
  pages.look({ start: 5000, end: 5030 });
  expect(asked[1]?.signal.aborted).toBe(false);
  await asked[1]?.give(page(0, 60));
  expect(shown.get(0)?.rows).toBe(60);
  expect(asked).toHaveLength(2);
});

test('rows that are shown are not drawn anew under a pressed button, those that come first are', async () => {
  const release = Promise.withResolvers<void>();
  const { asked, shown, want, page } = pagesOnDemand(() => release.promise);
  want(0);
  await asked[0]?.give(page(0));
  expect(shown.get(0)?.rows).toBe(100);
  want(0);
  await asked[1]?.give(page(0, 60));
  expect(shown.get(0)?.rows).toBe(100);
  release.resolve();
  await expect.poll(() => shown.get(0)?.rows).toBe(60);
});

test('a page that fails is named with its reason, and Retry reads that page alone', async () => {
  const { asked, shown, pages, want, page } = pagesOnDemand();
  let told = 0;
  pages.subscribe(() => (told += 1));
  pages.look({ start: 80, end: 120 });
  want(0);
  want(100);
  await asked[0]?.give(page(0));
  await asked[1]?.fail('The disk is gone.');
  expect(pages.failed()).toEqual([{ start: 100, end: 200, message: 'The disk is gone.' }]);
  expect(pages.hasFailed(150)).toBe(true);
  expect(pages.hasFailed(50)).toBe(false);
  expect(told).toBe(2);

  pages.retry();
  expect(pages.failed()).toEqual([]);
  expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 100]);
  await asked[2]?.give(page(100));
  expect(shown.get(100)?.rows).toBe(100);
  expect(pages.hasFailed(150)).toBe(false);
});

test('the grid asking again takes the place of what is on its way', async () => {
  const { asked, shown, want, page } = pagesOnDemand();
  want(0);
  want(0);
  expect(asked[0]?.signal.aborted).toBe(true);
  await asked[0]?.give(page(0, 1));
  expect(shown.size).toBe(0);
  await asked[1]?.give(page(0, 2));
  expect(shown.get(0)?.rows).toBe(2);
});

test('while a list grows, only the page that came short is read again, and only on the screen', async () => {
  const { asked, shown, pages, want, page } = pagesOnDemand();
  pages.look({ start: 60, end: 120 });
  want(0);
  want(100);
  await asked[0]?.give(page(0, 100, 130));
  await asked[1]?.give(page(100, 30, 130));
  pages.grow(170);
  expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 100]);
  await asked[2]?.give(page(100, 65, 165));
  // The list is known to be longer than the page said.
  expect(shown.get(100)).toEqual({ rows: 65, total: 170 });

  pages.look({ start: 0, end: 40 });
  pages.grow(200);
  expect(asked).toHaveLength(3);
  pages.look({ start: 90, end: 130 });
  expect(asked).toHaveLength(4);
});

test('after the grid is gone nothing is told any more', async () => {
  const { asked, shown, pages, want } = pagesOnDemand();
  want(0);
  pages.destroy();
  expect(asked[0]?.signal.aborted).toBe(true);
  await asked[0]?.fail('Too late.');
  expect(shown.size).toBe(0);
  expect(pages.failed()).toEqual([]);
});

test('a long scroll does not keep every page it passed', async () => {
  const { asked, pages, want, page } = pagesOnDemand();
  for (let start = 0; start < 10_000; start += 100) {
    pages.look({ start, end: start + 30 });
    want(start);
    await asked.at(-1)?.give(page(start));
  }
  expect(pages.size).toBeLessThanOrEqual(64);
});

test('failed rows are named by place, and summed up when there are many', () => {
  const failed = (...starts: number[]) => starts.map((start) => ({ start, end: start + 100, message: 'Gone.' }));
  expect(failedRowsText(failed(1200), 5000)).toBe('Rows 1,201–1,300 could not be loaded: Gone.');
  expect(failedRowsText(failed(0, 100), 150)).toBe('Rows 1–150 could not be loaded: Gone.');
  expect(failedRowsText(failed(0, 300), null)).toBe('Rows 1–100 and 301–400 could not be loaded: Gone.');
  expect(failedRowsText(failed(0, 300, 600), null)).toBe('300 rows could not be loaded: Gone.');
});
