import { expect, it } from 'vitest';
import { inSlices, OTHER_WORK, type Slices } from './in-slices.ts';
import { letOtherWorkRun } from './thread-server.ts';

/** Milliseconds of processor time: what the work takes. */
let now = 0;
const used = () => now;

interface Worked {
  readonly sizes: number[];
  takenBack: number;
  ended: boolean;
}

/** Work on a number of rows that take `each` milliseconds each. */
function* work(rows: number, each: number, worked: Worked): Slices<string> {
  try {
    for (let done = 0, size = yield 0; done < rows; size = yield done) {
      worked.sizes.push(size);
      now += Math.min(size, rows - done) * each;
      done += size;
    }
    return 'done';
  } catch (error) {
    for (let step = 0; step < 3; step += 1) {
      worked.takenBack += 1;
      yield 0;
    }
    throw error;
  } finally {
    worked.ended = true;
  }
}

const fresh = (): Worked => ({ sizes: [], takenBack: 0, ended: false });

it('answers what the work answers, and gives all other work a turn after each slice', async () => {
  const worked = fresh();
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await letOtherWorkRun();
      turns += 1;
    }
  })();
  const seen: number[] = [];
  expect(await inSlices(work(1_000, 0.1, worked), { used, onProgress: (rows) => seen.push(rows) })).toBe('done');
  isOver = true;
  await others;
  expect(worked.sizes.length).toBeGreaterThan(5);
  expect(turns).toBeGreaterThanOrEqual(worked.sizes.length);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
});

it.each([
  // Milliseconds of a row, and the rows that fit into twenty of them.
  [0.1, 200],
  [0.2, 100],
  [0.02, 1_000],
])('makes slices as large as twenty milliseconds allow, with rows of %d ms', async (each, fits) => {
  const worked = fresh();
  await inSlices(work(fits * 40, each, worked), { used });
  expect(worked.sizes[0]).toBeLessThanOrEqual(50);
  expect(Math.max(...worked.sizes)).toBeLessThanOrEqual(fits * 1.3);
  expect(worked.sizes.at(-1)).toBeGreaterThan(fits * 0.9);
});

it('stays between twenty and two thousand rows, however long they take', async () => {
  const [slow, still] = [fresh(), fresh()];
  await inSlices(work(2_000, 50, slow), { used });
  expect(Math.min(...slow.sizes)).toBe(20);
  await inSlices(work(50_000, 0, still), { used });
  expect(Math.max(...still.sizes)).toBe(2_000);
});

it('makes them smaller when the rows take longer, and where the time is counted in steps', async () => {
  const [light, heavy] = [fresh(), fresh()];
  // As Windows counts.
  const inSteps = () => Math.floor(now / 15.625) * 15.625;
  function* both(): Slices {
    yield* work(20_000, 0.05, light);
    yield* work(20_000, 0.5, heavy);
  }
  await inSlices(both(), { used: inSteps });
  expect(light.sizes.at(-1)).toBeGreaterThan(300);
  expect(light.sizes.at(-1)).toBeLessThan(600);
  expect(heavy.sizes.at(-1)).toBeLessThan(60);
});

it('begins small again with work of another kind', async () => {
  const [cheap, dear] = [fresh(), fresh()];
  function* both(): Slices {
    yield* work(5_000, 0.001, cheap);
    yield OTHER_WORK;
    yield* work(5_000, 1, dear);
  }
  await inSlices(both(), { used });
  expect(cheap.sizes.at(-1)).toBeGreaterThan(1_000);
  expect(dear.sizes[0]).toBeLessThanOrEqual(50);
});

it('is cancelled after a slice, and takes back in slices what it did', async () => {
  const worked = fresh();
  const stop = new AbortController();
  const onProgress = (rows: number) => rows > 0 && stop.abort();
  const done = inSlices(work(1_000_000, 0.1, worked), { used, signal: stop.signal, onProgress });
  await expect(done).rejects.toMatchObject({ error: { code: 'cancelled' } });
  expect(worked).toMatchObject({ takenBack: 3, ended: true });
  expect(worked.sizes).toHaveLength(1);
});

it('ends where it is when the program closes, and takes nothing back', async () => {
  const worked = fresh();
  const close = new AbortController();
  const onProgress = (rows: number) => rows > 0 && close.abort();
  const done = inSlices(work(1_000_000, 0.1, worked), { used, closing: close.signal, onProgress });
  await expect(done).rejects.toMatchObject({ error: { code: 'cancelled' } });
  expect(worked).toMatchObject({ takenBack: 0, ended: true });
});
