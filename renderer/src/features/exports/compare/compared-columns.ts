import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { PageView, ViewColumn } from '../view/page-view.ts';
import type { CompareView, NamedField } from './compare-model.ts';

/** A column of the grid of a comparison stands for a field; the lead's id has no field. */
export interface ComparedColumn extends ViewColumn {
  readonly field: NamedField | null;
  /** Both values stand in it. */
  readonly isDouble: boolean;
}

const NAME = /name|navn|namn|firma|company|virksomhed/i;

/**
 * The columns in the order of the grid: the name is pinned where most leads have one, else the id; a field that is looked at
 * comes first, the id comes last. A field that is empty in both results is shown only when a person has asked for it.
 */
export function comparedColumns(
  { idColumn, rows, columns: saved }: Pick<Comparison, 'idColumn' | 'rows' | 'columns'>,
  fields: readonly NamedField[],
  compared: CompareView,
  { looks }: Pick<PageView, 'looks'>,
): ComparedColumn[] {
  const isChanged = compared.part === 'changed';
  const known = new Map(looks.map((look, place) => [look.path, { look, place }]));
  const filledOf = (index: number) => saved.find((column) => column.index === index)?.filled ?? 0;
  const filledBefore = ({ before }: NamedField) => (before === null ? 0 : filledOf(before));
  const filledNow = ({ now }: NamedField) => (now === null ? 0 : filledOf(now));
  const name = fields
    .filter((field) => /^data\./i.test(field.path) && NAME.test(field.path) && field.changed !== null)
    .filter((field) => 2 * filledNow(field) >= rows.now)
    .reduce<NamedField | null>((best, field) => (best && filledNow(best) >= filledNow(field) ? best : field), null);
  const ofField = (field: NamedField): ComparedColumn => {
    const look = known.get(field.path)?.look;
    const isDouble = isChanged && (field.changed ?? 0) > 0;
    const index = field.now ?? field.before ?? idColumn;
    return {
      index,
      path: field.path,
      title: field.title,
      filled: filledNow(field) || filledBefore(field),
      isShown: look?.shown ?? (filledNow(field) > 0 || filledBefore(field) > 0),
      isFolded: false,
      isPinned: look?.pinned ?? field === name,
      width: look?.width ?? (isDouble ? (isStatus(field.path) ? 296 : 252) : null),
      field,
      isDouble,
    };
  };
  const id: ComparedColumn = {
    index: idColumn,
    path: 'uniqueId',
    title: 'Unique id',
    filled: rows.now,
    isShown: known.get('uniqueId')?.look.shown ?? true,
    isFolded: false,
    isPinned: known.get('uniqueId')?.look.pinned ?? name === null,
    width: known.get('uniqueId')?.look.width ?? null,
    field: null,
    isDouble: false,
  };
  const placeOf = ({ path }: ComparedColumn) => known.get(path)?.place ?? Number.MAX_SAFE_INTEGER;
  const isLookedAt = ({ field }: ComparedColumn) =>
    isChanged && field !== null && field.position === compared.field ? 0 : 1;
  const usual = [...fields].sort((one, other) => (isChanged ? 0 : rank(one.path) - rank(other.path)));
  const ordered = [...usual.map(ofField), id]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .sort((one, other) => isLookedAt(one) - isLookedAt(other));
  return [...ordered.filter(({ isPinned }) => isPinned), ...ordered.filter(({ isPinned }) => !isPinned)];
}

/** The same with a column for each value of a field, as the clipboard, the details and the search take them. */
export function bothValues(
  columns: readonly ComparedColumn[],
  { before, now }: { readonly before: string; readonly now: string },
): ViewColumn[] {
  return columns.flatMap((column): ViewColumn[] => {
    const { field, isDouble, title } = column;
    if (!isDouble || field?.before == null || field.now === null) return [column];
    return [
      { ...column, index: field.before, title: `${title}, ${before}` },
      { ...column, index: field.now, title: `${title}, ${now}` },
    ];
  });
}

export function isStatus(path: string): boolean {
  return /^status$/i.test(path);
}

function rank(path: string): number {
  if (/^(status|closure)$/i.test(path)) return 0;
  if (/^data\./i.test(path)) return 1;
  return /time$/i.test(path) ? 3 : 2;
}
