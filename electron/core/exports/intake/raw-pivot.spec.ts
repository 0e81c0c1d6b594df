import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished, test, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { LeadFlattener } from '../result/flatten.ts';
import { openResult } from '../result/open-result.ts';
import { ResultStore } from '../result/result-store.ts';
import type { RawLine } from './lead-reader.ts';
import { RawPivot } from './raw-pivot.ts';

vi.setConfig({ testTimeout: 60_000 });

const rest = vi.fn<() => Promise<void>>(async () => undefined);

/** The leads that lines make when they come `piece` at a time: fields by lead, and how often each column is filled. */
async function pivot(lines: readonly RawLine[], piece: number) {
  using store = new ResultStore(join(specFolder('pivot'), 'result.sqlite'));
  const flattener = new LeadFlattener();
  const raw = new RawPivot(store, flattener);
  for (let at = 0; at < lines.length; at += piece) raw.take(lines.slice(at, at + piece));
  await raw.end(rest);
  const rows = store.between(1, store.rows);
  const leads = rows.map(({ cells }) =>
    Object.fromEntries(
      flattener.paths.map((path, index) => [path, cells[index] ?? null] as const).filter(([, value]) => value !== null),
    ),
  );
  const filled = Object.fromEntries(flattener.paths.map((path, index) => [path, flattener.filled[index]]));
  expect(store.filled()).toEqual(flattener.filled);
  return { count: rows.length, leads: new Map(leads.map((lead) => [lead['uniqueId'], lead])), filled };
}

const field = fc.constantFrom('Telefon1', 'By', 'Note', '__proto__', 'constructor', '');
const line = fc.tuple(fc.constantFrom('A', 'B', 'C', 'D'), field, fc.constantFrom('', '1', 'x"y', '["1"]', 'å'));

test('lines in any order, in any pieces, make the same table', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(line, { minLength: 1, maxLength: 30 })
        .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length }))),
      fc.integer({ min: 1, max: 30 }),
      async ([lines, shuffled], piece) => {
        const sorted = lines.toSorted((one, other) => (one[0] < other[0] ? -1 : Number(one[0] > other[0])));
        expect(await pivot(shuffled, piece)).toEqual(await pivot(sorted, lines.length));
      },
    ),
    { numRuns: 40 },
  );
});

it('makes one row a lead, and a list of a field that a lead has with different values', async () => {
  const { leads } = await pivot(
    [
      ['A', 'Telefon1', '1'],
      ['B', 'Telefon1', '2'],
      ['A', 'By', 'Århus'],
      ['A', 'Telefon1', '0'],
      ['B', 'Telefon1', '2'],
    ],
    2,
  );
  expect(leads.get('A')).toEqual({ uniqueId: 'A', 'data.Telefon1': '["0","1"]', 'data.By': 'Århus' });
  expect(leads.get('B')).toEqual({ uniqueId: 'B', 'data.Telefon1': '2' });
});

it.each([1, 3])('takes names that differ in case only for one field, %i lines at a time', async (piece) => {
  const { leads } = await pivot(
    [
      ['A', 'Phone', '1'],
      ['A', 'phone', '2'],
      ['B', 'Phone', '3'],
    ],
    piece,
  );
  expect(leads.get('A')).toEqual({ uniqueId: 'A', 'data.Phone': '["1","2"]' });
});

it.each([1, 4])(
  'makes a row of each line without an id: nothing says of which lead it is, %i at a time',
  async (piece) => {
    const { count, leads, filled } = await pivot(
      [
        ['', 'By', 'Århus'],
        ['A', 'By', 'Odense'],
        ['', 'By', 'Århus'],
        ['', 'Telefon1', '1'],
        ['A', 'Telefon1', '2'],
      ],
      piece,
    );
    expect(count).toBe(4);
    expect(leads.get('A')).toEqual({ uniqueId: 'A', 'data.By': 'Odense', 'data.Telefon1': '2' });
    expect(filled).toEqual({ uniqueId: 1, 'data.By': 3, 'data.Telefon1': 2 });
  },
);

it('lets others have their turn after every five hundred rows that are merged, and keeps no table of its own', async () => {
  const path = join(specFolder('pivot'), 'result.sqlite');
  const store = new ResultStore(path);
  onTestFinished(() => {
    store.close();
  });
  const raw = new RawPivot(store, new LeadFlattener());
  raw.take(Array.from({ length: 1001 }, (_, index) => [`L-${index}`, 'Phone', '1'] as const));
  raw.take([['L-0', 'Phone', '2']]);
  rest.mockClear();
  await raw.end(rest);
  expect(rest).toHaveBeenCalledTimes(3);
  using database = openResult(path);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  expect(tables.map(({ name }) => name)).toEqual(['column_path', 'leads', 'missed']);
});

it('keeps values beyond the most columns, wherever they come', async () => {
  const lines = Array.from({ length: 1200 }, (_, index): RawLine => [
    index % 2 === 0 ? 'A' : 'B',
    `f${index}`,
    `v${index}`,
  ]);
  const { leads } = await pivot(lines, 50);
  const all = [...leads.values()].flatMap((lead) => [
    ...Object.values(lead),
    ...Object.values(JSON.parse(lead['other fields'] ?? '{}') as Record<string, string>),
  ]);
  for (const [, , value] of lines) expect(all).toContain(value);
});

it('holds little of a shuffled answer in memory', async () => {
  const folder = specFolder('pivot');
  const store = new ResultStore(join(folder, 'result.sqlite'));
  onTestFinished(() => {
    store.close();
  });
  const raw = new RawPivot(store, new LeadFlattener());
  const value = 'x'.repeat(200);
  // 20,000 leads, 6 fields: every lead comes again in each of six rounds.
  for (let round = 0; round < 6; round += 1)
    for (let lead = 0; lead < 20_000; lead += 500)
      raw.take(Array.from({ length: 500 }, (_, index) => [`L-${lead + index}`, `f${round}`, value + round] as const));
  const before = heldBytes();
  await raw.end(rest);
  expect(store.rows).toBe(20_000);
  expect(store.filled()).toEqual(Array.from({ length: 7 }, () => 20_000));
  expect(heldBytes() - before).toBeLessThan(20e6);
});

/** Bytes that are still reachable: without a collection first, what was dropped a moment ago would count too. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
