import { expect, it } from 'vitest';
import { countCodes } from './column-values.ts';
import { profileOf } from './column-profile.ts';
import { Steps } from './steps.ts';
import { codedOf, signal } from './views-fixture.ts';

async function profiled(values: readonly string[]) {
  const coded = codedOf(values);
  return profileOf(coded, countCodes(coded, null, values.length), 'da', new Steps(signal));
}

it('of a column without a value says nothing of it', async () => {
  expect(await profiled(['', ''])).toEqual({
    filled: 0,
    distinct: 0,
    guess: { kind: 'text', fits: 0 },
    smallest: null,
    largest: null,
    sum: null,
    lengths: null,
    shapes: [],
    histogram: [],
  });
});

it('of one value in one row', async () => {
  expect(await profiled(['', '7'])).toEqual({
    filled: 1,
    distinct: 1,
    guess: { kind: 'number', fits: 1 },
    smallest: '7',
    largest: '7',
    sum: 7,
    lengths: { shortest: 1, longest: 1, average: 1 },
    shapes: [{ shape: '9', example: '7', rows: 1 }],
    histogram: [{ from: '7', to: '7', rows: 1 }],
  });
});

it('names the twelve most frequent shapes', async () => {
  const values = Array.from({ length: 30 }, (_, index) =>
    new Array<string>(index + 1).fill('-'.repeat(index + 1)),
  ).flat();
  const { shapes } = await profiled(values);
  expect(shapes.map(({ rows }) => rows)).toEqual(Array.from({ length: 12 }, (_, index) => 30 - index));
  expect(shapes[0]).toEqual({ shape: '-'.repeat(30), example: '-'.repeat(30), rows: 30 });
});

it('has no shapes when there are more than five thousand', async () => {
  const values = Array.from({ length: 5001 }, (_, index) =>
    [...index.toString(2).padStart(13, '0')].map((bit) => (bit === '1' ? '.' : '-')).join(''),
  );
  expect((await profiled(values.slice(1))).shapes).toHaveLength(12);
  expect((await profiled(values)).shapes).toEqual([]);
});

it('takes a column for dates or numbers when nineteen of twenty cells are', async () => {
  const of = async (value: string, others: number) => {
    const { guess, smallest, largest, sum } = await profiled([
      ...new Array<string>(19).fill(value),
      ...new Array<string>(others).fill('~'),
    ]);
    return [guess.kind, guess.fits, smallest, largest, sum];
  };
  expect(await of('12', 1)).toEqual(['number', 19, '12', '12', 228]);
  expect(await of('12', 2)).toEqual(['text', 21, '~', '12', null]);
  expect(await of('2026-11-02', 1)).toEqual(['date', 19, '2026-11-02', '2026-11-02', null]);
});

it('has the ends by value, whatever came first, and a histogram of twenty-four equal parts', async () => {
  const numbers = [5, 48, 0, 2, 46, 47.9].map(String);
  const profile = await profiled([...numbers, '5']);
  expect(profile).toMatchObject({
    smallest: '0',
    largest: '48',
    sum: 153.9,
    distinct: 6,
    lengths: { shortest: 1, longest: 4 },
  });
  expect(profile.histogram).toEqual(
    Array.from({ length: 24 }, (_, part) => ({
      from: `${2 * part}`,
      to: `${2 * part + 2}`,
      rows: { 0: 1, 1: 1, 2: 2, 23: 3 }[part] ?? 0,
    })),
  );
  const texts = await profiled(['b', 'c', 'a', 'bb', 'a']);
  expect(texts).toMatchObject({ smallest: 'a', largest: 'c', lengths: { shortest: 1, longest: 2, average: 1.2 } });
});

it('adds the rows of values of one shape, and takes the first of values that are equal in the language', async () => {
  const { shapes, smallest, largest } = await profiled(['x 01', 'x 1', 'y 23', 'y 23']);
  expect(shapes).toEqual([
    { shape: 'a 9+', example: 'x 01', rows: 3 },
    { shape: 'a 9', example: 'x 1', rows: 1 },
  ]);
  expect([smallest, largest]).toEqual(['x 01', 'y 23']);
  const { histogram } = await profiled(['2026-11-02', '2026-11-02 10:00:00']);
  expect([histogram[0]?.from, histogram.at(-1)?.to]).toEqual(['2026-11-02T00:00:00', '2026-11-02T10:00:00']);
});
