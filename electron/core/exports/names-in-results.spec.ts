import { expect, it } from 'vitest';
import { notFound } from '../foundation/failure.ts';
import { namesInResults } from './names-in-results.ts';

const COLUMNS = [
  { index: 0, path: 'UniqueId', filled: 1 },
  { index: 1, path: 'data.Name', filled: 1, namePart: 'whole' },
];
interface Result {
  readonly id: string;
  readonly rows: readonly (readonly string[])[];
  readonly columns?: readonly object[];
  readonly state?: string;
}

/** Looks for names in results, of which later ones come first. */
async function namesIn(results: readonly Result[], leadIds: readonly string[]) {
  const asked: string[] = [];
  const summaries = results.map(({ id, rows, columns = COLUMNS, state = 'complete' }, place) => ({
    ...{ id, name: `Result ${id}`, rows: rows.length, columns, state, startedAt: 100 - place },
  }));
  type Exports = Parameters<typeof namesInResults>[0];
  type Stored = Parameters<typeof namesInResults>[1];
  const found = await namesInResults(
    {
      book: { all: () => summaries.toReversed() },
      views: {
        ask: async ({
          path,
          view,
          offset,
          limit,
        }: {
          path: string;
          offset: number;
          limit: number;
          view: { filters: { values: string[] }[] };
        }) => {
          asked.push(path);
          const ids = view.filters[0]?.values ?? [];
          const rows = results.find(({ id }) => id === path)?.rows.filter(([id]) => ids.includes(id ?? '')) ?? [];
          return { rows: rows.slice(offset, offset + limit).map((cells) => ({ cells })) };
        },
      },
    } as unknown as Exports,
    {
      find: (path: string) => ({ path }),
      async reading(id: string) {
        if (id === 'deleted') throw notFound('This export was deleted.');
        return { [Symbol.dispose]: () => undefined };
      },
    } as unknown as Stored,
    leadIds,
    new AbortController().signal,
  );
  return { asked, found: found.map(({ leadId, name, source, at }) => [leadId, name, source, at]) };
}

it('takes each name from the latest result that has one, and asks no further when all are found', async () => {
  const results = [
    { id: 'new', rows: [['a', 'Anna']] },
    { id: 'running', rows: [['b', 'Wrong']], state: 'running' },
    { id: 'none', rows: [] },
    { id: 'nameless', rows: [['b', '']], columns: COLUMNS.slice(0, 1) },
    {
      id: 'old',
      rows: [
        ['a', 'Old'],
        ['b', ''],
        ['b', ''],
        ['b', ''],
        ['b', 'Bo'],
      ],
    },
    { id: 'oldest', rows: [['b', 'Older']] },
  ];
  const { asked, found } = await namesIn(results, ['a', 'b']);
  expect(found).toEqual([
    ['a', 'Anna', 'Result new', 100],
    ['b', 'Bo', 'Result old', 96],
  ]);
  expect(asked).toEqual(['new', 'old']);
});

it('looks into the five latest results that have names', async () => {
  const results = Array.from({ length: 7 }, (_, index) => ({ id: `${index}`, rows: [[`lead ${index}`, 'Anna']] }));
  const { asked } = await namesIn(results, ['nobody']);
  expect(asked).toEqual(['0', '1', '2', '3', '4']);
});

it('goes on with the other results when one was deleted meanwhile', async () => {
  const results = ['deleted', 'kept'].map((id) => ({ id, rows: [['a', 'Anna']] }));
  expect((await namesIn(results, ['a'])).found).toEqual([['a', 'Anna', 'Result kept', 99]]);
});
