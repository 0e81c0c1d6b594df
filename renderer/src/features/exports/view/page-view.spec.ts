import { expect, test } from 'vitest';
import {
  emptyHidden,
  fromKept,
  type PageView,
  PLAIN_VIEW,
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
  expect(titles(PLAIN_VIEW)).toEqual(['Status', 'Firma', 'Unique id']);
  const known = viewColumns(columns, 5, PLAIN_VIEW);
  expect(emptyHidden(known, 5)).toBe(1);
  const shown = withLooks(PLAIN_VIEW, known, ['data.Fax'], { shown: true });
  expect(titles(shown)).toEqual(['Status', 'Firma', 'Fax', 'Unique id']);
  // A column hidden by hand is not an empty one.
  const hidden = withLooks(PLAIN_VIEW, known, ['data.Firma'], { shown: false });
  expect(emptyHidden(viewColumns(columns, 5, hidden), 5)).toBe(1);
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
  const view = withLooks(PLAIN_VIEW, viewColumns(columns, 5, PLAIN_VIEW), ['uniqueId'], { pinned: true });
  expect(titles(view)).toEqual(['Unique id', 'Status', 'Firma']);
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
