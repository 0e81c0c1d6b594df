import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARED_KINDS as KINDS } from '../../../../shared/contract/exports/plain-words.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { ID_COLUMN, joinedColumns, KIND_COLUMN } from '../result/joined-results.ts';
import { openResult } from '../result/open-result.ts';
import { ResultReader } from '../result/result-reader.ts';
import { ResultStore } from '../result/result-store.ts';
import { type Compared, compareResults } from './compare-results.ts';
import { HashedIds } from './lead-ids.ts';
import { pairFields } from './pair-fields.ts';

const ZONE = 'Europe/Copenhagen';

type Cell = string | null;
interface Table {
  readonly paths: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const quiet = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  letOtherWorkRun: async () => undefined,
};

function stored(folder: string, { paths, rows }: Table): string {
  const name = `${randomUUID()}.sqlite`;
  using store = new ResultStore(join(folder, name));
  store.append(rows, paths.length);
  return name;
}

interface Seen {
  readonly compared: Compared;
  readonly rows: Cell[][];
  readonly columns: ReturnType<typeof joinedColumns>;
  readonly fields: ReturnType<typeof pairFields>['fields'];
}

async function compared(before: Table, now: Table, newIds?: (rows: number) => HashedIds): Promise<Seen> {
  const folder = specFolder('compare');
  const paired = pairFields(before.paths, now.paths);
  const path = join(folder, `${randomUUID()}.sqlite`);
  const request = { path, before: stored(folder, before), now: stored(folder, now), paired, zone: ZONE };
  const result = await compareResults(request, quiet, newIds);
  using database = openResult(path);
  const reader = new ResultReader(database);
  const rows = reader.between(1, 20_000);
  expect(rows.map((row) => row.number)).toEqual(Array.from({ length: reader.rows() }, (_, index) => index + 1));
  return {
    compared: result,
    rows: rows.map((row) => row.cells),
    columns: joinedColumns(paired.fields),
    fields: paired.fields,
  };
}

/** What a comparison must say, from two tables in memory. */
function model(before: Table, now: Table) {
  const kinds: Record<string, number> = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  const changes = new Map<string, number>();
  const sides = [before, now].map(({ paths, rows }) => {
    const index = (name: string) => paths.findIndex((path) => path.toLowerCase() === name);
    const leads = new Map<string, readonly Cell[]>();
    for (const row of rows) {
      const id = row[index('uniqueid')] ?? '';
      const known = leads.get(id);
      const timeOf = (cells: readonly Cell[]) => cells[index('lastmodifiedtime')] ?? null;
      if (id === '') kinds['without id']! += 1;
      else if (known === undefined) leads.set(id, row);
      else {
        kinds['repeated']! += 1;
        const [old, next] = [timeOf(known), timeOf(row)];
        if (old === null || next === null || old <= next) leads.set(id, row);
      }
    }
    return { leads, index };
  });
  const [was, is] = sides as [(typeof sides)[0], (typeof sides)[0]];
  for (const [id, row] of is.leads) {
    const old = was.leads.get(id);
    if (old === undefined) {
      kinds['new']! += 1;
      continue;
    }
    let isChanged = false;
    for (const path of now.paths) {
      const name = path.toLowerCase();
      const other = was.index(name);
      if (name === 'uniqueid' || name === 'lastmodifiedtime' || other < 0) continue;
      if ((old[other] ?? '') === (row[is.index(name)] ?? '')) continue;
      isChanged = true;
      changes.set(name, (changes.get(name) ?? 0) + 1);
    }
    kinds[isChanged ? 'changed' : 'same']! += 1;
  }
  for (const id of was.leads.keys()) if (!is.leads.has(id)) kinds['gone']! += 1;
  return { kinds, changes };
}

const cell = fc.oneof(fc.constantFrom(null, '', 'a', 'b', 'Å'), fc.string({ maxLength: 3 }));
const ids = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }).map((number) => `id ${number}`) },
  { weight: 1, arbitrary: fc.constantFrom(null, '', 'ID 1', 'é') },
);
const times = fc.constantFrom(null, '2026-11-16T10:00:00', '2026-11-17T10:00:00');

/** Tables with the same fields in other orders and spellings, some of them on one side only. */
const table = (width: number): fc.Arbitrary<Table> =>
  fc
    .record({
      names: fc.shuffledSubarray(
        ['uniqueId', 'lastModifiedTime', ...Array.from({ length: width }, (_, index) => `data.Field ${index}`)],
        { minLength: width },
      ),
      isUpper: fc.boolean(),
      rows: fc.array(fc.tuple(ids, times, fc.array(cell, { minLength: width, maxLength: width })), { maxLength: 30 }),
    })
    .map(({ names, isUpper, rows }) => {
      const known = names.includes('uniqueId') ? names : ['uniqueId', ...names];
      return {
        paths: known.map((name) => (isUpper ? name.toUpperCase() : name)),
        rows: rows.map(([id, time, cells]) =>
          known.map((name) =>
            name === 'uniqueId' ? id : name === 'lastModifiedTime' ? time : (cells[Number(name.split(' ')[1])] ?? null),
          ),
        ),
      };
    });

function expectModel({ compared: { counts, changed }, rows, columns, fields }: Seen, before: Table, now: Table): void {
  const wanted = model(before, now);
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, rows.filter((row) => row[KIND_COLUMN] === kind).length]));
  expect(kinds).toEqual(wanted.kinds);
  const { repeated, withoutId } = counts;
  expect({
    same: counts.same,
    changed: counts.changed,
    new: counts.new,
    gone: counts.gone,
    repeated: repeated.before + repeated.now,
    'without id': withoutId.before + withoutId.now,
  }).toEqual(wanted.kinds);
  // Each result is the sum of its parts.
  expect(counts.changed + counts.same + counts.gone + repeated.before + withoutId.before).toBe(before.rows.length);
  expect(counts.changed + counts.same + counts.new + repeated.now + withoutId.now).toBe(now.rows.length);
  for (const [index, field] of fields.entries()) {
    const { change, before: was, now: is } = columns[index] ?? { change: null, before: null, now: null };
    if (field.bit === null) {
      expect(change).toBeNull();
      continue;
    }
    const marked = rows.filter((row) => (row[change ?? 0] ?? null) !== null);
    expect(changed[field.bit]).toBe(wanted.changes.get(field.path.toLowerCase()) ?? 0);
    expect(marked).toHaveLength(changed[field.bit] ?? 0);
    for (const row of marked) {
      expect(JSON.parse(row[change ?? 0] ?? '')).toEqual([row[was ?? 0] ?? '', row[is ?? 0] ?? '']);
      expect(row[KIND_COLUMN]).toBe('changed');
      expect(before.rows.flat()).toContain(row[ID_COLUMN]);
    }
  }
}

describe('comparing two results', () => {
  it('says the same as a comparison in memory, whatever the order, the spelling, repeated and missing ids', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 40 }),
        fc.gen(),
        async (width, extra, gen) => {
          const before = gen(table, width);
          const now = gen(table, width + (extra > 35 ? extra : 0));
          expectModel(await compared(before, now), before, now);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('finds the right leads when hashes of ids collide', async () => {
    const paths = ['uniqueId', 'status'];
    const rows = (from: number) => Array.from({ length: 300 }, (_, index) => [`lead-${index + from}`, `s${index % 3}`]);
    const [before, now] = [
      { paths, rows: rows(0) },
      { paths, rows: rows(100) },
    ];
    const seen = await compared(before, now, (count) => new HashedIds(count, 0b11));
    expectModel(seen, before, now);
    // The real hash tells all of them apart.
    expectModel(await compared(before, now), before, now);
  });

  it('finds that two leads with one hash are two, when each result has one of them', async () => {
    const paths = ['uniqueId'];
    const { compared: seen } = await compared(
      { paths, rows: [['a']] },
      { paths, rows: [['b']] },
      () => new HashedIds(2, 0),
    );
    expect(seen.counts).toMatchObject({ new: 1, gone: 1, same: 0 });
  });

  it('takes the last change of several rows with one id, wherever it stands', async () => {
    const paths = ['uniqueId', 'lastModifiedTime', 'status'];
    const before = {
      paths,
      rows: [
        ['a', '2026-11-17T10:00:00', 'last'],
        ['a', '2026-11-16T10:00:00', 'older'],
        ['b', '2026-11-16T10:00:00', 'older'],
        ['b', '2026-11-17T10:00:00', 'last'],
        ['c', null, 'older'],
        ['c', '2026-11-16T10:00:00', 'last'],
        // Times are whole seconds: of two changes in one the row that came last counts.
        ['d', '2026-11-16T10:00:00', 'older'],
        ['d', '2026-11-16T10:00:00', 'last'],
      ],
    };
    const now = { paths, rows: ['a', 'b', 'c', 'd'].map((id) => [id, null, 'last']) };
    const { compared: seen } = await compared(before, now);
    expect(seen.counts).toMatchObject({ same: 4, changed: 0, repeated: { before: 4, now: 0 } });
  });

  it('notices fields beyond the first 31', async () => {
    const paths = ['uniqueId', ...Array.from({ length: 70 }, (_, index) => `data.F${index}`)];
    const row = (changes: readonly number[]) => [
      '1',
      ...Array.from({ length: 70 }, (_, index) => (changes.includes(index) ? 'x' : '')),
    ];
    const before = { paths, rows: [row([])] };
    const now = { paths, rows: [row([0, 30, 31, 61, 62, 69])] };
    const seen = await compared(before, now);
    expectModel(seen, before, now);
    expect(seen.compared.changed.flatMap((rows, bit) => (rows > 0 ? [bit] : []))).toEqual([0, 30, 31, 61, 62, 69]);
  });

  it('takes an empty cell and one without a value for the same, and letters as they are', async () => {
    const paths = ['uniqueId', 'status', 'name'];
    const before = {
      paths,
      rows: [
        ['1', '', 'Åse'],
        ['2', 'New', 'Åse'],
        ['3', null, 'a'],
      ],
    };
    const now = {
      paths,
      rows: [
        ['1', null, 'Åse'],
        ['2', 'new', 'Åse'],
        ['3', '', 'a '],
      ],
    };
    const {
      compared: { counts, changed },
    } = await compared(before, now);
    expect(counts).toMatchObject({ same: 1, changed: 2 });
    expect(changed).toEqual([1, 1]);
  });

  it.each([
    ['2026-11-16T10:00:00', '2026-11-16T10:30:00+02:00'],
    ['2026-11-16T09:30:00Z', '2026-11-16T10:00:00'],
    ['2026-11-16 10:00:00', '2026-11-16T09:30:00'],
    ['2026-11-16T10:00:00', '2026-11-16T09:30:00'],
  ])('of two rows with one id takes the one of %s before that of %s, as a refresh does', async (later, earlier) => {
    const paths = ['uniqueId', 'lastModifiedTime', 'value'];
    const one = { paths, rows: [['1', later, 'new']] };
    for (const rows of [
      [
        ['1', later, 'new'],
        ['1', earlier, 'old'],
      ],
      [
        ['1', earlier, 'old'],
        ['1', later, 'new'],
      ],
    ]) {
      const {
        compared: { counts },
      } = await compared({ paths, rows }, one);
      expect(counts).toMatchObject({ same: 1, changed: 0, repeated: { before: 1, now: 0 } });
    }
  });

  it('of two rows whose times do not say which is later, takes the last one', async () => {
    const paths = ['uniqueId', 'lastModifiedTime', 'value'];
    // The clock shows this hour twice.
    for (const [first, second] of [
      ['2026-10-25T02:40:00', '2026-10-25T02:20:00'],
      ['yesterday', 'today'],
      [null, '2026-11-16'],
    ] as const) {
      const rows = [
        ['1', first, 'old'],
        ['1', second, 'new'],
      ];
      const {
        compared: { counts },
      } = await compared({ paths, rows }, { paths, rows: [['1', null, 'new']] });
      expect(counts).toMatchObject({ same: 1, changed: 0 });
    }
  });

  it('reads more rows than one step, in any order', async () => {
    const paths = ['uniqueId', 'value'];
    const rows = Array.from({ length: 12_001 }, (_, index) => [`id ${index}`, String(index % 7)]);
    const before = { paths, rows };
    const now = {
      paths,
      rows: rows
        .toReversed()
        .slice(1)
        .map(([id, value], index) => [id ?? '', index % 100 === 0 ? 'x' : (value ?? '')]),
    };
    const {
      compared: { counts },
    } = await compared(before, now);
    expect(counts).toMatchObject({ new: 0, gone: 1, changed: 120, same: 11_880 });
  });

  it('stops when it is cancelled, and says how far it is', async () => {
    const folder = specFolder('compare');
    const paths = ['uniqueId'];
    const rows = Array.from({ length: 12_000 }, (_, index) => [`id ${index}`]);
    const name = stored(folder, { paths, rows });
    const stop = new AbortController();
    const heard: [number, number][] = [];
    const request = {
      path: join(folder, `${randomUUID()}.sqlite`),
      before: name,
      now: name,
      paired: pairFields(paths, paths),
      zone: ZONE,
    };
    const context = {
      signal: stop.signal,
      letOtherWorkRun: async () => undefined,
      onProgress(done: number, total: number) {
        heard.push([done, total]);
        if (done >= 10_000) stop.abort();
      },
    };
    await expect(compareResults(request, context)).rejects.toMatchObject({ name: 'AbortError' });
    expect(heard).toEqual([
      [5000, 36_000],
      [10_000, 36_000],
    ]);
  });

  it('refuses a result without ids, and two that are too wide together', () => {
    expect(() => pairFields(['uniqueId'], ['status'])).toThrow(/later result has no column "uniqueId"/);
    expect(() => pairFields(['status'], ['UniqueID'])).toThrow(/earlier result has no column/);
    const wide = ['id', ...Array.from({ length: 340 }, (_, index) => `f${index}`)];
    expect(() => pairFields(wide, wide)).toThrow(/340 fields together/);
  });
});
