import { expect, it, vi } from 'vitest';
import { CELL_END, type ResultReader } from '../result/result-reader.ts';
import { ColumnMemory, ResultColumns } from './column-memory.ts';
import { Steps } from './steps.ts';
import { signal } from './views-fixture.ts';

const MIB = 1024 * 1024;
const steps = () => new Steps(signal);

/** Takes memory for a column; which one is not in memory any more has its first room alone. */
const reserve = (memory: ColumnMemory, column: number, mib: number) =>
  memory.take('r', column).column.reserve((mib * MIB) / 4);
const roomOf = (memory: ColumnMemory, column: number) => memory.take('r', column).column.codes.byteLength / MIB;

it('drops the columns that were not used for longest when all take more than 64 MiB', () => {
  const memory = new ColumnMemory();
  for (const column of [0, 1, 2]) reserve(memory, column, 24);
  // Used again.
  memory.take('r', 0);
  memory.trim();
  expect([roomOf(memory, 2), roomOf(memory, 0)]).toEqual([24, 24]);
  expect(roomOf(memory, 1)).toBeLessThan(1);
});

it('counts the orders of the languages, too, and keeps the column in use though it is larger alone', () => {
  const memory = new ColumnMemory();
  reserve(memory, 0, 1);
  reserve(memory, 1, 30);
  memory.take('r', 1).places.set('da', new Int32Array((40 * MIB) / 4));
  memory.trim();
  expect(roomOf(memory, 0)).toBeLessThan(1);
  expect(roomOf(memory, 1)).toBe(30);
});

it('forgets the columns of one result', () => {
  const memory = new ColumnMemory();
  const [kept, gone] = [memory.take('a', 0), memory.take('b', 0)];
  memory.forget('b');
  expect([memory.take('a', 0) === kept, memory.take('b', 0) === gone]).toEqual([true, false]);
});

/** A result whose rows have the numbers of the rows as values. @param rowBytes of an average row */
function columnsOf(rowBytes: number) {
  const runs = vi.fn<(columns: readonly number[], first: number, last: number) => Uint8Array[]>((_, first, last) => {
    const cells = Array.from({ length: last - first + 1 }, (__, index) => `n${first + index}`);
    return [Uint8Array.from(cells.flatMap((cell) => [...Buffer.from(cell), CELL_END]).slice(0, -1))];
  });
  const memory = new ColumnMemory();
  const reader = { rowBytes: () => rowBytes, runs } as unknown as ResultReader;
  const stretches = () => runs.mock.calls.map(([, first, last]) => [first, last]);
  return { columns: new ResultColumns('r', reader, memory), memory, stretches };
}

it.each([
  [1, 20_000, [8192, 16_384, 20_000]],
  // Of fat rows 16 MiB at a stretch, or one row.
  [MIB, 40, [16, 32, 40]],
  [20 * MIB, 2, [1, 2]],
])('reads rows of %i bytes in stretches', async (rowBytes, rows, ends) => {
  const { columns, stretches } = columnsOf(rowBytes);
  const coded = await columns.coded(0, rows, steps());
  expect(stretches()).toEqual(ends.map((end, index) => [(ends[index - 1] ?? 0) + 1, end]));
  expect([coded.rows, coded.value(coded.codes[rows - 1] ?? 0)]).toEqual([rows, `n${rows}`]);
  expect(columns.has(0, rows + 1)).toBe(false);
  await columns.coded(0, rows, steps());
  expect(stretches()).toHaveLength(ends.length);
});

it('gives back the memory that only adding rows needs, and drops others for a column', async () => {
  const { columns, memory } = columnsOf(1);
  reserve(memory, 9, 80);
  expect((await columns.coded(0, 3, steps())).bytes).toBeLessThan(20_000);
  expect(roomOf(memory, 9)).toBeLessThan(1);
  reserve(memory, 9, 80);
  await columns.ordered(0, 3, 'da', steps());
  expect(roomOf(memory, 9)).toBeLessThan(1);
});

it('remembers the orders of the last two languages, and makes one anew when values have come', async () => {
  const { columns, memory } = columnsOf(1);
  const kept = () => [...memory.take('r', 0).places.keys()];
  for (const locale of ['en', 'da', 'sv']) await columns.ordered(0, 3, locale, steps());
  expect(kept()).toEqual(['da', 'sv']);
  const { places } = await columns.ordered(0, 5, 'da', steps());
  expect([places.length, kept()]).toEqual([6, ['sv', 'da']]);
  expect((await columns.ordered(0, 5, 'da', steps())).places).toBe(places);
});

it('reads a column again whose rows have changed', async () => {
  const { columns } = columnsOf(1);
  await columns.coded(0, 3, steps());
  expect(columns.has(0, 3)).toBe(true);
  columns.forget();
  expect(columns.has(0, 3)).toBe(false);
});

it('lets others have their turn between two stretches', async () => {
  const { columns, stretches } = columnsOf(1);
  const read: number[] = [];
  const counted = { isDue: () => true, rest: async () => void read.push(stretches().length) };
  await columns.coded(0, 10_000, counted as unknown as Steps);
  expect(read).toEqual([1, 2]);
});
