import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ColumnMemory, ResultColumns } from './column-memory.ts';
import { openResult } from '../result/open-result.ts';
import { ResultReader } from '../result/result-reader.ts';
import { ResultViews, UnknownSelection } from './result-views.ts';
import { SearchText } from './search-text.ts';
import { Selections } from './selections.ts';
import { Steps } from './steps.ts';
import { computeView } from './view-rows.ts';
import { numbersOf, resultOf, signal, viewOf } from './views-fixture.ts';

const part = { offset: 0, limit: 9 };

describe('a view', () => {
  it('leaves out the leads that were not asked for', async () => {
    const { path, views } = resultOf([['b'], ['a'], ['c']], 1);
    const database = openResult(path);
    database.exec('INSERT INTO missed (number, mask) VALUES (3, 1)');
    database.close();
    const sort = [{ column: 0, direction: 'desc' as const }];
    expect(await numbersOf(views, viewOf({ keeps: 'asked', sort }))).toEqual([1, 2]);
    expect(await numbersOf(views, viewOf({ keeps: 'all', sort }))).toEqual([3, 1, 2]);
  });

  it('of an empty result is empty, before a lead has come', async () => {
    const { views } = resultOf([], 0);
    const sort = [{ column: 0, direction: 'asc' as const }];
    expect(await numbersOf(views, viewOf({ sort, search: 'a' }))).toEqual([]);
    expect((await views.page(viewOf({}), { offset: 0, limit: 500, marks: null }, signal)).rows).toEqual([]);
  });

  it('keeps order and search of columns that came late', async () => {
    const { store, views } = resultOf(
      Array.from({ length: 10 }, (_, index) => [`${index}`]),
      1,
    );
    await views.prepare(signal);
    store.append([['x', 'Late']], 2);
    expect(await numbersOf(views, viewOf({ search: 'late' }))).toEqual([11]);
    expect((await numbersOf(views, viewOf({ sort: [{ column: 1, direction: 'asc' }] })))[0]).toBe(11);
  });

  it('begins anew when rows are given other cells, and reads no text that was kept of the old ones', async () => {
    const { path, store, views } = resultOf(
      Array.from({ length: 20 }, (_, index) => [`row ${index}`, index === 3 ? 'needle' : 'hay']),
      2,
    );
    await views.prepare(signal);
    const needle = { find: 'needle', columns: null };
    const view = viewOf({ sort: [{ column: 0, direction: 'desc' }] });
    expect((await numbersOf(views, view))[0]).toBe(20);
    expect((await views.countHits(view, needle, signal)).counted.hits).toBe(1);
    store.replace([{ number: 4, cells: ['row 99', 'hay'] }], 2);
    store.replace([{ number: 5, cells: ['row 0', 'needle'] }], 2);
    expect((await numbersOf(views, view))[0]).toBe(4);
    expect((await views.hit(viewOf({}), needle, { by: 'ordinal', ordinal: 0 }, signal)).hit).toMatchObject({
      number: 5,
    });
    expect(await numbersOf(views, viewOf({ search: 'needle' }))).toEqual([5]);
    const reopened = new ResultViews(path, new ColumnMemory(), undefined, 7);
    expect(await numbersOf(reopened, viewOf({ search: 'needle' }))).toEqual([5]);
    await reopened.prepare(signal);
    expect(await numbersOf(reopened, viewOf({ search: 'needle' }))).toEqual([5]);
    reopened[Symbol.dispose]();
  });

  it.each<[string, (views: ResultViews) => Promise<unknown>, unknown]>([
    ['rows', (views) => numbersOf(views, viewOf({ search: 'new' })), [1]],
    [
      'values',
      async (views) => (await views.values(viewOf({}), { column: 0, find: '' }, part, signal)).values,
      [{ value: 'new', whole: true, rows: 1 }],
    ],
    [
      'groups',
      async (views) => {
        const question = { groups: [{ column: 0, by: 'value' as const }], across: null, measure: null };
        return (await views.answer(viewOf({}), question, signal)).groups.map(({ value }) => value);
      },
      ['new'],
    ],
    [
      'hits',
      async (views) => (await views.countHits(viewOf({}), { find: 'new', columns: null }, signal)).counted.hits,
      1,
    ],
    ['a profile', async (views) => (await views.profile(viewOf({}), 0, 'exact', signal)).shapes, undefined],
  ])('tells of other cells at once: %s', async (_name, ask, told) => {
    const { store, views } = resultOf([['old one']], 1);
    const before = await ask(views);
    expect(await ask(views)).toEqual(before);
    store.replace([{ number: 1, cells: ['new'] }], 1);
    const after = await ask(views);
    expect(after).not.toEqual(before);
    if (told !== undefined) expect(after).toEqual(told);
  });

  it('follows the rows that arrive', async () => {
    const { store, views } = resultOf([['b'], ['a']], 1);
    const view = viewOf({ sort: [{ column: 0, direction: 'asc' }] });
    await views.rows(view, signal);
    store.append([['0']], 1);
    expect(await numbersOf(views, view)).toEqual([3, 2, 1]);
  });

  it('asks anew which leads were asked for when their marks change', async () => {
    const { store, views } = resultOf([['a'], ['b']], 1);
    store.mark([[1, 2]]);
    expect(await numbersOf(views, viewOf({ keeps: 'asked' }))).toEqual([2]);
    store.mark([[1, 0]]);
    expect(await numbersOf(views, viewOf({ keeps: 'asked' }))).toEqual([1, 2]);
  });
});

describe('what stays computed', () => {
  it('are six views, the latest ones', async () => {
    const { views } = resultOf([['a'], ['b']], 1);
    const rows = (search: string) => views.rows(viewOf({ search }), signal);
    const first = await rows('0');
    for (const search of '12345') await rows(search);
    expect(await rows('0')).toBe(first);
    await rows('6');
    expect(await rows('0')).not.toBe(first);
  });

  it('are two searches, the latest ones', async () => {
    const { views } = resultOf(
      Array.from({ length: 20 }, () => ['abc']),
      1,
    );
    const isCounted = async (find: string) =>
      (await views.hit(viewOf({}), { find, columns: null }, { by: 'ordinal', ordinal: 0 }, signal)).isWhole;
    await views.countHits(viewOf({}), { find: 'a', columns: null }, signal);
    await isCounted('b');
    expect(await isCounted('a')).toBe(true);
    await isCounted('b');
    await isCounted('c');
    expect(await isCounted('a')).toBe(false);
  });

  it('is nothing of a result that is closed', async () => {
    const { path } = resultOf(
      Array.from({ length: 60_000 }, (_, index) => [`${index} ø`]),
      1,
    );
    const views = new ResultViews(path, new ColumnMemory());
    const sorted = views.rows(viewOf({ sort: [{ column: 0, direction: 'desc' }] }), signal);
    setImmediate(() => views[Symbol.dispose]());
    await expect(sorted).rejects.toThrow('abort');
  });
});

describe('hits', () => {
  it('come before everything was looked at', async () => {
    const { views } = resultOf(
      Array.from({ length: 500 }, (_, index) => [index === 3 || index === 400 ? 'needle' : 'hay']),
      1,
    );
    const { hit, counted, isWhole } = await views.hit(
      viewOf({}),
      { find: 'NEEDLE', columns: null },
      { by: 'ordinal', ordinal: 0 },
      signal,
    );
    expect(hit).toEqual({ ordinal: 0, position: 3, number: 4, column: 0 });
    expect({ counted, isWhole }).toEqual({
      counted: { hits: 1, rows: 1, searched: 7, rowsTotal: 500 },
      isWhole: false,
    });
  });
});

it('shows the leads whose value another lead has too, in whatever form', async () => {
  const cells = [
    ...['+45 20 30 40 50', '004520304050', '20304050', 'Anna@X.dk'],
    ...['anna@x.dk ', '', '', null, 'once', 'twice', 'twice'],
  ];
  const { views } = resultOf(
    cells.map((cell) => [cell]),
    1,
  );
  const repeated = viewOf({ filters: [{ kind: 'repeated', column: 0 }] });
  // A number without its prefix may be another country's.
  expect(await numbersOf(views, repeated)).toEqual([1, 2, 4, 5, 10, 11]);
});

it('counts a value as repeated only when it is so in the rows that a view is of, while more are read', async () => {
  const { path } = resultOf([['A'], ['b'], ['b'], ['a']], 1);
  using database = openResult(path);
  const reader = new ResultReader(database);
  const columns = new ResultColumns(path, reader, new ColumnMemory());
  const steps = new Steps(signal);
  await columns.coded(0, 4, steps);
  const sources = { columns, text: new SearchText(database, reader), asked: () => null };
  const repeated = viewOf({ filters: [{ kind: 'repeated', column: 0 }] });
  const numbersOfFirst = async (rows: number) => [
    ...((await computeView(repeated, null, rows, sources, steps)).numbers ?? []),
  ];
  expect([await numbersOfFirst(3), await numbersOfFirst(4)]).toEqual([
    [2, 3],
    [1, 2, 3, 4],
  ]);
});

/** Once others get their turn, rows change, and another question comes. */
function whileCounting(path: string, views: ResultViews, change: string) {
  vi.spyOn(Steps.prototype, 'isDue').mockReturnValueOnce(true);
  onTestFinished(() => void vi.restoreAllMocks());
  return vi.spyOn(Steps.prototype, 'rest').mockImplementationOnce(async () => {
    using database = openResult(path);
    database.exec(`${change}; PRAGMA user_version = 9`);
    await numbersOf(views, viewOf({}));
  });
}

const sorted = viewOf({ sort: [{ column: 0, direction: 'asc' }] });

it.each<[string, (views: ResultViews) => Promise<unknown>, unknown]>([
  ['a view', (views) => numbersOf(views, sorted), [2, 3, 1]],
  [
    'values',
    async (views) =>
      (await views.values(viewOf({}), { column: 0, find: '' }, part, signal)).values.map(({ value }) => value),
    ['z', 'b', 'c'],
  ],
  [
    'a search',
    async (views) =>
      (await views.hit(sorted, { find: 'c', columns: null }, { by: 'ordinal', ordinal: 0 }, signal)).hit?.position,
    1,
  ],
])('%s is not kept when rows change while it is counted, also with another question between', async (...of) => {
  const [, asked, expected] = of;
  const { path, views } = resultOf([['a'], ['b'], ['c']], 1);
  const rest = whileCounting(path, views, "UPDATE leads SET c0 = 'z' WHERE number = 1");
  await asked(views);
  expect(rest).toHaveBeenCalled();
  expect(await asked(views)).toEqual(expected);
});

it('chooses nothing when rows get other numbers meanwhile', async () => {
  const { path, views } = resultOf([['a'], ['b'], ['c']], 1);
  const choose = () => views.choose(sorted, null, 'add', { kind: 'positions', first: 2, last: 2 }, signal);
  whileCounting(
    path,
    views,
    'DELETE FROM leads WHERE number = 1; UPDATE leads SET number = 1 WHERE number = 3; PRAGMA application_id = 9',
  );
  await expect(choose()).rejects.toBeInstanceOf(UnknownSelection);
  const { selection, chosen } = await choose();
  expect([selection, chosen]).toEqual([null, 0]);
});

it('counts the chosen leads right when more arrive while it chooses', async () => {
  const { path, store } = resultOf([['a']], 1);
  class ArrivingMeanwhile extends Selections {
    override find(id: string) {
      store.append(
        Array.from({ length: 100 }, () => ['b']),
        1,
      );
      return super.find(id);
    }
  }
  const selections = new ArrivingMeanwhile();
  using views = new ResultViews(path, new ColumnMemory(), selections);
  const { selection } = await views.choose(viewOf({}), null, 'add', { kind: 'view' }, signal);
  const { chosen, chosenInView } = await views.choose(sorted, selection, 'add', { kind: 'view' }, signal);
  expect(chosen).toBe(chosenInView);
});
