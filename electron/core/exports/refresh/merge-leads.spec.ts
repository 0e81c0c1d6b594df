import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { ResultStore } from '../result/result-store.ts';
import { mergeLeads, type MergeRequest } from './merge-leads.ts';

type Cells = (string | null)[];

const ROWS = 5000;
let folder: string;
let path: string;
let request: MergeRequest;

function write(file: string, rows: readonly Cells[]): void {
  using store = new ResultStore(file);
  store.append(rows, Math.max(0, ...rows.map((cells) => cells.length)));
}

function read(): Cells[] {
  using store = new ResultStore(path);
  return store.between(1, store.rows).map((row, index) => {
    expect(row.number).toBe(index + 1);
    return row.cells;
  });
}

beforeEach(() => {
  folder = specFolder('merge');
  path = join(folder, 'result.sqlite');
  write(
    path,
    Array.from({ length: ROWS }, (_, row) => [`id-${row}`, row % 3 === 0 ? 'New' : 'Open', '2026-11-16T09:00:00', 'x']),
  );
  // Another order of columns, one that is new, and none of the last one.
  write(
    join(folder, 'came.sqlite'),
    Array.from({ length: ROWS }, (_, row) => [
      '2026-11-17T09:00:00',
      `id-${row + ROWS / 2}`,
      row % 7 === 0 ? 'Gone' : 'Open',
      row % 2 === 0 ? 'new value' : null,
    ]),
  );
  request = {
    from: join(folder, 'came.sqlite'),
    paths: ['uniqueId', 'status', 'lastModifiedTime', 'data.x', 'data.y'],
    places: [2, 0, 1, 4],
    ids: 0,
    times: 2,
    fetchedAt: '2026-11-18T00:00:00',
    filters: [
      { filter: 'Statuses', test: { kind: 'names', columns: ['status'], accepted: ['New', 'Open'] } },
      { filter: 'ModifiedFrom', test: { kind: 'times', columns: ['lastModifiedTime'], from: '2026-11-17', to: null } },
    ],
    zone: 'Europe/Copenhagen',
    leaves: 1,
    closure: -1,
  };
});

it('has every lead once, in its latest state, as a map by id has it', async () => {
  const expected = new Map(read().map((cells) => [cells[0], [...cells, null]]));
  for (let row = 0; row < ROWS; row += 1) {
    const id = `id-${row + ROWS / 2}`;
    if (row % 7 === 0) expected.delete(id);
    else expected.set(id, [id, 'Open', '2026-11-17T09:00:00', null, row % 2 === 0 ? 'new value' : null]);
  }
  const merged = await mergeLeads(path, request, {
    signal: new AbortController().signal,
    letOtherWorkRun: async () => undefined,
  });
  const [half, gone] = [ROWS / 2, Math.ceil(ROWS / 2 / 7)];
  expect(merged).toMatchObject({ changed: half - gone, removed: gone, unchanged: 0, new: half - merged.others });
  const rows = read();
  expect(new Map(rows.map((cells) => [cells[0], cells]))).toEqual(expected);
  expect(rows.length).toBe(expected.size);
});

it('changes nothing when it is stopped at any of its pauses, and readers see the old rows until its end', async () => {
  const before = read();
  using reader = new DatabaseSync(path, { readOnly: true });
  const old = reader.prepare("SELECT count(*) AS n FROM leads WHERE c3 = 'x'");
  let at = 1;
  for (; ; at += 1) {
    const stop = new AbortController();
    let pauses = 0;
    const merging = mergeLeads(path, request, {
      signal: stop.signal,
      async letOtherWorkRun() {
        pauses += 1;
        expect(old.get()).toEqual({ n: ROWS });
        if (pauses === at) stop.abort(new Error('stopped'));
      },
    });
    if (
      await merging.then(
        () => true,
        () => false,
      )
    )
      break;
    expect(read()).toEqual(before);
    expect(at).toBeLessThan(100);
  }
  // Two while leads are found, and one after every two thousand rows of the result and of what came.
  expect(at - 1).toBe(8);
  expect(old.get()).not.toEqual({ n: ROWS });
});

it('finds the same again, and then nothing to change', async () => {
  const context = { signal: new AbortController().signal, letOtherWorkRun: async () => undefined };
  await mergeLeads(path, request, context);
  const once = read();
  const merged = await mergeLeads(path, request, context);
  expect(merged).toMatchObject({ new: 0, changed: 0, removed: 0, asked: 0 });
  expect(read()).toEqual(once);
});

it('keeps the state that came where the clock shows an hour twice, and its times do not tell which is older', async () => {
  const columns = ['uniqueId', 'status', 'lastModifiedTime'];
  const own = join(folder, 'autumn.sqlite');
  write(own, [['id-0', 'New', '2026-10-25T02:50:00']]);
  write(join(folder, 'autumn-came.sqlite'), [['id-0', 'Open', '2026-10-25T02:10:00']]);
  const merged = await mergeLeads(
    own,
    { ...request, from: join(folder, 'autumn-came.sqlite'), paths: columns, places: [0, 1, 2], filters: [], leaves: 0 },
    { signal: new AbortController().signal, letOtherWorkRun: async () => undefined },
  );
  expect(merged).toMatchObject({ changed: 1, unchanged: 0 });
});
