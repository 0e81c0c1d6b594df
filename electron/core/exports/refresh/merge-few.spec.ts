import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openResult } from '../result/open-result.ts';
import { ResultReader } from '../result/result-reader.ts';
import { ResultStore } from '../result/result-store.ts';
import { mergeLeads, type MergeRequest } from './merge-leads.ts';

/* What becomes of single leads; `merge-leads.spec.ts` merges thousands. */

type Cells = readonly (string | null)[];
const PATHS = ['status', 'uniqueId', 'lastModifiedTime'];
const IS_NEW = { filter: 'Statuses', test: { kind: 'names', columns: ['status'], accepted: ['New'] } } as const;

let folder = '';
beforeEach(() => {
  folder = specFolder('merge');
});

function write(name: string, rows: readonly Cells[], marks: readonly (readonly [number, number])[] = []): string {
  using store = new ResultStore(join(folder, name));
  store.append(rows, Math.max(0, ...rows.map((cells) => cells.length)));
  store.mark(marks);
  return join(folder, name);
}

/** Merges, and answers what is said of it and what the result has then. */
async function merge(
  had: readonly Cells[],
  came: readonly Cells[],
  more: Partial<MergeRequest> & { readonly marks?: readonly (readonly [number, number])[] } = {},
) {
  const { marks, ...request } = more;
  const path = write('result.sqlite', had, marks);
  const before = opened(path, (reader) => [reader.edits(), reader.moves()]);
  const merged = await mergeLeads(
    path,
    {
      ...{ from: write('came.sqlite', came), paths: PATHS, places: PATHS.map((_, place) => place) },
      ...{ ids: 1, times: 2, fetchedAt: '2026-12-31T00:00:00', filters: [IS_NEW] },
      ...{ zone: 'Europe/Copenhagen', leaves: 0, closure: -1 },
      ...request,
    },
    { signal: new AbortController().signal, letOtherWorkRun: async () => undefined },
  );
  return {
    merged,
    ...opened(path, (reader, masks) => ({
      rows: reader.between(1, 999).map(({ number, cells }, index) => {
        expect(number).toBe(index + 1);
        return [...cells, masks.get(number) ?? 0];
      }),
      asked: reader.asked(7),
      isEdited: reader.edits() > (before[0] ?? 0),
      isMoved: reader.moves() > (before[1] ?? 0),
    })),
  };
}

function opened<Answer>(path: string, read: (reader: ResultReader, masks: Map<unknown, unknown>) => Answer): Answer {
  using database = openResult(path);
  const masks = database.prepare('SELECT number, mask FROM missed').all();
  return read(new ResultReader(database), new Map(masks.map(({ number, mask }) => [number, mask])));
}

const [NINE, TEN] = ['2026-11-16T09:00:00', '2026-11-16T10:00:00'] as const;

it('replaces what came changed, leaves what came as it was or older, and adds what is new, each with its marks', async () => {
  const found = await merge(
    [
      ['New', 'a', NINE],
      ['New', 'b', NINE],
      ['Open', 'c', TEN],
      ['New', 'd', NINE],
      ['Open', 'g', NINE],
    ],
    [
      ['Open', 'a', TEN],
      ['New', 'b', NINE],
      ['New', 'c', NINE],
      ['New', 'g', TEN],
      ['New', 'e', TEN],
      ['Open', 'f', TEN],
    ],
    {
      marks: [
        [3, 1],
        [5, 1],
      ],
    },
  );
  expect(found.rows).toEqual([
    ['Open', 'a', TEN, 1],
    ['New', 'b', NINE, 0],
    ['Open', 'c', TEN, 1],
    ['New', 'd', NINE, 0],
    ['New', 'g', TEN, 0],
    ['New', 'e', TEN, 0],
    ['Open', 'f', TEN, 1],
  ]);
  expect(found).toMatchObject({ isEdited: true, isMoved: false });
  expect([...(found.asked ?? [])]).toEqual([0, 1, 0, 1, 1, 1, 0]);
  expect(found.merged).toMatchObject({ new: 2, changed: 2, unchanged: 2, removed: 0, others: 0, asked: 1 });
  // One that fits came and one fits now, one does not any more; one that does not fit came.
  expect(found.merged.filters).toMatchObject([{ matching: 1, others: 1, unchecked: 0 }]);
});

it('takes what came, whatever its time, where the lead is of a clock that was set back since', async () => {
  const fetchedAt = '2026-11-16T09:30:00';
  const came = ['a', 'b'].map((id) => ['Open', id, '2026-11-16T08:00:00']);
  const { merged, rows } = await merge(
    [TEN, NINE].map((time, at) => ['New', ['a', 'b'][at] ?? '', time]),
    came,
    { fetchedAt },
  );
  expect(merged).toMatchObject({ changed: 1, unchanged: 1 });
  expect(rows.map(([status]) => status)).toEqual(['Open', 'New']);
});

it('takes out what does not fit any more, and the last rows take the free numbers with their marks', async () => {
  const found = await merge(
    [
      ['New', 'a', NINE],
      ['New', 'b', NINE],
      ['New', 'c', NINE],
      ['Open', 'd', NINE],
    ],
    [
      ['Open', 'a', TEN],
      ['Open', 'b', TEN],
      ['Open', 'x', TEN],
    ],
    { leaves: 1, marks: [[4, 1]] },
  );
  expect(found.rows).toEqual([
    ['Open', 'd', NINE, 1],
    ['New', 'c', NINE, 0],
  ]);
  expect(found).toMatchObject({ isEdited: true, isMoved: true });
  expect(found.merged).toMatchObject({ new: 0, changed: 0, unchanged: 0, removed: 2, others: 1, asked: -2 });
  expect(found.merged.filters).toMatchObject([{ matching: -2, others: 0 }]);
});

it('keeps the latest of several rows of a lead that the result has, also when no lead came', async () => {
  const found = await merge(
    [
      ['New', 'a', NINE],
      ['Open', 'a', TEN],
      ['New', 'b', NINE],
      ['New', 'a', '2026-11-16T08:00:00'],
      ['New', '', NINE],
      ['New', '', NINE],
    ],
    [],
    {
      marks: [
        [1, 1],
        [2, 1],
      ],
    },
  );
  expect(found.rows.map(([status, id, time, missed]) => [id, status, time, missed])).toEqual([
    ['', 'New', NINE, 0],
    ['a', 'Open', TEN, 1],
    ['b', 'New', NINE, 0],
    ['', 'New', NINE, 0],
  ]);
  expect(found.merged).toMatchObject({ asked: -2, removed: 0, filters: [{ matching: -2, others: 0 }] });
});

it('edits nothing when leads only come, or none', async () => {
  const unedited = { isEdited: false, isMoved: false };
  expect(await merge([['New', 'a', NINE]], [['New', 'b', NINE]])).toMatchObject({ ...unedited, merged: { new: 1 } });
  folder = specFolder('merge');
  expect(await merge([['New', 'a', NINE]], [['New', 'a', NINE]])).toMatchObject({
    ...unedited,
    merged: { unchanged: 1 },
  });
  folder = specFolder('merge');
  expect(await merge([], [], { ids: -1, paths: [], places: [] })).toMatchObject({ ...unedited, rows: [] });
});

it('refuses a lead without its id, and changes nothing', async () => {
  const merging = merge(
    [['New', 'a', NINE]],
    [
      ['Open', 'a', TEN],
      ['New', null, TEN],
    ],
  );
  await expect(merging).rejects.toMatchObject({ reason: 'badChoice' });
  const rows = opened(join(folder, 'result.sqlite'), (reader) => reader.between(1, 9));
  expect(rows).toEqual([{ number: 1, cells: ['New', 'a', NINE] }]);
});

it.each([0, 49, 50, 119])('finds a lead that differs in column %i of many alone', async (at) => {
  const paths = Array.from({ length: 120 }, (_, index) => `data.c${index}`);
  const cells = (id: string, changed = false) =>
    paths.map((_, index) => (index === 60 ? id : changed && index === at ? 'new' : 'old'));
  const wide = { paths, places: paths.map((_, index) => index), ids: 60, times: -1, filters: [] };
  const { merged, rows } = await merge([cells('a'), cells('b')], [cells('a'), cells('b', true)], wide);
  expect(merged).toMatchObject({ changed: 1, unchanged: 1 });
  expect(rows[1]?.[at]).toBe('new');
});
