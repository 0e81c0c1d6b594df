import { expect, test } from 'vitest';
import {
  emptyHidden,
  foldedPaths,
  fromKept,
  type PageView,
  PLAIN_VIEW,
  searchedColumns,
  toKept,
  viewColumns,
  withLooks,
  withOrder,
} from './page-view.ts';

const columns = [
  { index: 0, path: 'uniqueId', filled: 5 },
  { index: 1, path: 'status', filled: 5 },
  { index: 2, path: 'data.Firma', filled: 5 },
  { index: 3, path: 'data.Fax', filled: 0 },
];
const titles = (view: PageView) =>
  viewColumns(columns, 5, view)
    .filter((column) => column.isShown)
    .map((column) => column.title);

test('an empty column is folded away until a person asks for it', () => {
  expect(titles(PLAIN_VIEW)).toEqual(['Unique id', 'Status', 'Firma']);
  const known = viewColumns(columns, 5, PLAIN_VIEW);
  expect(emptyHidden(known, 5)).toBe(1);
  const shown = withLooks(PLAIN_VIEW, known, ['data.Fax'], { shown: true });
  expect(titles(shown)).toEqual(['Unique id', 'Status', 'Firma', 'Fax']);
  // A column hidden by hand is not an empty one.
  const hidden = withLooks(PLAIN_VIEW, known, ['data.Firma'], { shown: false });
  expect(emptyHidden(viewColumns(columns, 5, hidden), 5)).toBe(1);
});

test('fields that few leads have are folded once all leads are here, until a person asks for them', () => {
  // Two of the twenty fields have less than a tenth of the leads; the eight fullest always stay.
  const many = Array.from({ length: 20 }, (_, index) => ({
    index,
    path: `data.F${index}`,
    filled: index < 2 ? 9 : 10 + index,
  }));
  const folded = (view: PageView, isWhole = true, of = many) => foldedPaths(viewColumns(of, 100, view, isWhole));
  expect(folded(PLAIN_VIEW)).toEqual(['data.F0', 'data.F1']);
  expect(folded(PLAIN_VIEW, false)).toEqual([]);
  expect(folded(PLAIN_VIEW, true, many.slice(0, 8))).toEqual([]);
  // An empty one is counted as empty.
  const withEmpty = many.map((column) => (column.index === 0 ? { ...column, filled: 0 } : column));
  expect(folded(PLAIN_VIEW, true, withEmpty)).toEqual(['data.F1']);
  const all = viewColumns(many, 100, PLAIN_VIEW);
  const shown = withLooks(PLAIN_VIEW, all, foldedPaths(all), { shown: true });
  expect(folded(shown)).toEqual([]);
  expect(viewColumns(many, 100, shown).every(({ isShown }) => isShown)).toBe(true);
  expect(folded(withLooks(PLAIN_VIEW, all, ['data.F0'], { shown: false }))).toEqual(['data.F1']);
});

test('columns stay where they were put, and one that comes later follows', () => {
  const early = viewColumns(columns.slice(0, 3), 5, PLAIN_VIEW);
  const view = withOrder(PLAIN_VIEW, early, ['uniqueId', 'data.Firma', 'status']);
  expect(viewColumns(columns, 5, view).map((column) => column.path)).toEqual([
    'uniqueId',
    'data.Firma',
    'status',
    'data.Fax',
  ]);
});

test('pinned columns stand first, as in the grid and so in a file', () => {
  const view = withLooks(PLAIN_VIEW, viewColumns(columns, 5, PLAIN_VIEW), ['data.Firma'], { pinned: true });
  expect(titles(view)).toEqual(['Firma', 'Unique id', 'Status']);
});

test('a kept view finds its columns in a result where they have other positions', () => {
  const view: PageView = {
    ...withLooks(PLAIN_VIEW, viewColumns(columns, 5, PLAIN_VIEW), ['status'], { width: 99, pinned: true }),
    sort: [{ column: 2, direction: 'desc' }],
    filters: [
      { kind: 'empty', column: 3, not: true },
      { kind: 'text', column: 2, match: 'contains', text: 'a', not: false },
    ],
    find: 'x',
    onlyHits: true,
    question: null,
  };
  const kept = toKept(view, columns);
  const other = [
    { index: 0, path: 'data.Firma', filled: 1 },
    { index: 1, path: 'status', filled: 1 },
  ];
  const found = fromKept(kept, other);
  expect(found.missing).toEqual(['data.Fax']);
  expect(found.view.sort).toEqual([{ column: 0, direction: 'desc' }]);
  expect(found.view.filters).toEqual([{ kind: 'text', column: 0, match: 'contains', text: 'a', not: false }]);
  expect(viewColumns(other, 1, found.view)[0]).toMatchObject({ path: 'status', width: 99, isPinned: true });
  expect(fromKept(kept, columns).view).toEqual(view);
});

test('a search looks in the hidden parts of the names that the grid shows', () => {
  const first = { index: 4, path: 'data.Fornavn', filled: 5, namePart: 'first' as const };
  const whole = { index: 5, path: 'data.FullName', filled: 5, namePart: 'whole' as const };
  const searched = (...more: (typeof first | typeof whole)[]) => {
    const known = viewColumns([...columns, ...more], 5, PLAIN_VIEW);
    const hidden = withLooks(PLAIN_VIEW, known, ['data.FullName', 'data.Firma'], { shown: false });
    return searchedColumns(viewColumns([...columns, ...more], 5, hidden)).toSorted((one, other) => one - other);
  };
  expect(searched(first, whole)).toEqual([0, 1, 4, 5]);
  expect(searched(whole)).toEqual([0, 1]);
});
