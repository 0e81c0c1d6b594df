import { describe, expect, it } from 'vitest';
import { PLAIN_VIEW } from '../view/page-view.ts';
import { comparedColumns } from './compared-columns.ts';
import { type CompareView, namedFields } from './compare-model.ts';

const CHANGED: CompareView = { part: 'changed', field: null, changes: [] };

/** A field of both results, with the number of leads that have it in each. */
type Filled = readonly [path: string, before: number, now: number];

/** Columns of a comparison of two results with 100 leads. */
function columnsOf(filled: readonly Filled[], page = PLAIN_VIEW) {
  const fields = filled.map(([path], place) => ({
    path,
    before: 2 + 3 * place,
    now: 3 + 3 * place,
    change: 4 + 3 * place,
    changed: path === 'status' ? 9 : 0,
  }));
  const columns = filled.flatMap(([path, before, now], place) => [
    { index: 2 + 3 * place, path: `${path} before`, filled: before },
    { index: 3 + 3 * place, path: `${path} now`, filled: now },
  ]);
  const comparison = { idColumn: 0, rows: { before: 100, now: 100 }, columns, fields };
  return comparedColumns(comparison, namedFields(comparison), CHANGED, page);
}

const pinned = (filled: readonly Filled[]) => columnsOf(filled).flatMap(({ path, isPinned }) => (isPinned ? path : []));

describe('the columns of a comparison', () => {
  it('pin the name that most leads have', () => {
    expect(
      pinned([
        ['data.Company', 60, 60],
        ['data.FirstName', 99, 100],
        ['status', 100, 100],
      ]),
    ).toEqual(['data.FirstName']);
  });

  it('pin the id when the leads of several campaigns keep their names in different fields', () => {
    expect(
      pinned([
        ['data.FirstName', 30, 30],
        ['data.Fornavn', 45, 49],
        ['status', 100, 100],
      ]),
    ).toEqual(['uniqueId']);
  });

  it('fold a field away that is empty in both results, until a person asks for it', () => {
    const filled: Filled[] = [
      ['status', 100, 100],
      ['data.Fax', 0, 0],
      ['data.Left', 3, 0],
      ['data.Came', 0, 3],
    ];
    const shown = (columns: ReturnType<typeof columnsOf>) => columns.filter((column) => column.isShown);
    expect(shown(columnsOf(filled)).map(({ path }) => path)).not.toContain('data.Fax');
    expect(shown(columnsOf(filled)).map(({ path, filled: count }) => [path, count])).toEqual(
      expect.arrayContaining([
        ['data.Left', 3],
        ['data.Came', 3],
      ]),
    );
    const asked = { ...PLAIN_VIEW, looks: [{ path: 'data.Fax', shown: true, width: null, pinned: false }] };
    expect(shown(columnsOf(filled, asked)).map(({ path }) => path)).toContain('data.Fax');
  });
});
