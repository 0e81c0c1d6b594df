import type { ExportColumn } from '../../../../../shared/contract/exports/exports.ts';
import {
  type ColumnLook,
  KEPT_COLUMN_LIMIT,
  type KeptQuestion,
  type KeptView,
} from '../../../../../shared/contract/exports/kept-views.ts';
import type { ColumnFilter, SortKey } from '../../../../../shared/contract/exports/views.ts';
import { showsNames } from '../../../../../shared/domain/service/leads/lead-name.ts';
import { withoutFilters } from '../../../../../shared/domain/service/queries/filter-groups.ts';
import { columnOrder, columnTitles } from './column-names.ts';

/** How a person sees a result: which columns, which rows, in which order, and the text that is searched. */
export interface PageView {
  /** In the order of the grid; columns without a look follow in the program's order. */
  readonly looks: readonly ColumnLook[];
  /** By weight. */
  readonly sort: readonly SortKey[];
  /** In groups, see `filterGroups`. */
  readonly filters: readonly ColumnFilter[];
  /** The text whose hits are marked; empty: none. */
  readonly find: string;
  /** Only rows with hits are shown. */
  readonly onlyHits: boolean;
  /** The question that counts the rows; null: none. */
  readonly question: KeptQuestion | null;
}

export const PLAIN_VIEW: PageView = {
  looks: [],
  sort: [],
  filters: [],
  find: '',
  onlyHits: false,
  question: null,
};

/** A column as grid, chooser, panel and files show it. */
export interface ViewColumn {
  readonly index: number;
  readonly path: string;
  /** Its name everywhere on the page and in files. */
  readonly title: string;
  readonly filled: number;
  readonly namePart?: ExportColumn['namePart'];
  readonly isShown: boolean;
  /** Hidden because few leads have a value in it. */
  readonly isFolded: boolean;
  readonly isPinned: boolean;
  /** Pixels; null: as wide as the program makes it. */
  readonly width: number | null;
}

/** Share of the leads below which a field of the campaign counts as nearly empty. */
const NEARLY_EMPTY = 0.1;
/** The fullest fields of the campaign, which are shown however few leads have them. */
const ALWAYS_SHOWN = 8;

/**
 * All columns of the result in the order of the grid, pinned ones first. An empty column, or once all leads are here a
 * nearly empty one, is shown only when a person has asked for it.
 *
 * @param isWhole all leads are here; before, columns stay where they are
 */
export function viewColumns(
  columns: readonly ExportColumn[],
  rows: number,
  view: PageView,
  isWhole = true,
): ViewColumn[] {
  const fields = columns.filter(({ path }) => path.startsWith('data.'));
  const [least = 0] = fields
    .map(({ filled }) => filled)
    .sort((one, other) => other - one)
    .slice(0, ALWAYS_SHOWN)
    .slice(-1);
  const folded = new Set(
    isWhole
      ? fields.filter(({ filled }) => filled < NEARLY_EMPTY * rows && filled < least).map(({ path }) => path)
      : [],
  );
  const titles = columnTitles(columns);
  const looks = new Map(view.looks.map((look, place) => [look.path, { look, place }]));
  const placeOf = ({ path }: ExportColumn): number => looks.get(path)?.place ?? Number.MAX_SAFE_INTEGER;
  const ordered = columnOrder(columns, isWhole ? rows : 0).sort((one, other) => placeOf(one) - placeOf(other));
  const named = ordered.map(({ index, path, filled, namePart }): ViewColumn => {
    const look = looks.get(path)?.look;
    return {
      index,
      path,
      title: titles.get(index) ?? path,
      filled,
      ...(namePart !== undefined && { namePart }),
      isShown: look?.shown ?? (rows === 0 || (filled > 0 && !folded.has(path))),
      isFolded: filled > 0 && folded.has(path) && (look?.shown ?? null) === null,
      isPinned: look?.pinned ?? false,
      width: look?.width ?? null,
    };
  });
  return [...named.filter((column) => column.isPinned), ...named.filter((column) => !column.isPinned)];
}

/** Columns that are hidden because no lead has a value in them. */
export function emptyHidden(columns: readonly ViewColumn[], rows: number): number {
  return rows === 0 ? 0 : columns.filter((column) => column.filled === 0 && !column.isShown).length;
}

/** Columns that are hidden because few leads have a value in them. */
export function foldedPaths(columns: readonly ViewColumn[]): string[] {
  return columns.filter(({ isFolded }) => isFolded).map(({ path }) => path);
}

/** Changes the look of some columns, by their paths. */
export function withLooks(
  view: PageView,
  columns: readonly ViewColumn[],
  paths: readonly string[],
  change: Partial<Omit<ColumnLook, 'path'>>,
): PageView {
  const wanted = new Set(paths);
  return {
    ...view,
    looks: columns.map((column) => {
      const look = lookOf(column, view.looks);
      return wanted.has(column.path) ? { ...look, ...change } : look;
    }),
  };
}

/** The order of the columns, and what the grid says of their widths and pins. */
export function withOrder(view: PageView, columns: readonly ViewColumn[], paths: readonly string[]): PageView {
  const places = new Map(paths.map((path, place) => [path, place]));
  const placeOf = (path: string): number => places.get(path) ?? Number.MAX_SAFE_INTEGER;
  const ordered = [...columns].sort((one, other) => placeOf(one.path) - placeOf(other.path));
  return { ...view, looks: ordered.map((column) => lookOf(column, view.looks)) };
}

function lookOf(column: ViewColumn, looks: readonly ColumnLook[]): ColumnLook {
  return (
    looks.find((look) => look.path === column.path) ?? {
      path: column.path,
      shown: null,
      width: null,
      pinned: column.isPinned,
    }
  );
}

/** The view without positions, which differ from result to result. */
export function toKept(view: PageView, columns: readonly ExportColumn[]): KeptView {
  const pathOf = (index: number): string | undefined => columns.find((column) => column.index === index)?.path;
  return {
    columns: view.looks.slice(0, KEPT_COLUMN_LIMIT).map((look) => ({ ...look })),
    sort: view.sort.flatMap(({ column, direction }) => {
      const path = pathOf(column);
      return path === undefined ? [] : [{ path, direction }];
    }),
    filters: withoutFilters(view.filters, ({ column }) => pathOf(column) === undefined).flatMap((filter) => {
      const path = pathOf(filter.column);
      return path === undefined ? [] : [{ path, filter }];
    }),
    find: view.find,
    onlyHits: view.onlyHits,
    question: view.question,
  };
}

/** No column of any result. */
const MISSING = -1;

/** A kept view for this result, and the columns that it sorts or filters by and that are not here. */
export function fromKept(
  kept: KeptView,
  columns: readonly ExportColumn[],
): { readonly view: PageView; readonly missing: readonly string[] } {
  const indexOf = (path: string): number | undefined => columns.find((column) => column.path === path)?.index;
  const missing = new Set([...kept.sort, ...kept.filters].map(({ path }) => path));
  for (const { path } of columns) missing.delete(path);
  const view: PageView = {
    looks: kept.columns,
    sort: kept.sort.flatMap(({ path, direction }) => {
      const column = indexOf(path);
      return column === undefined ? [] : [{ column, direction }];
    }),
    filters: withoutFilters(
      kept.filters.map(({ path, filter }) => ({ ...filter, column: indexOf(path) ?? MISSING })),
      ({ column }) => column === MISSING,
    ),
    find: kept.find,
    onlyHits: kept.onlyHits,
    question: kept.question,
  };
  return { view, missing: [...missing] };
}

/** The columns that a search looks in, in the order of the grid: the shown ones, and hidden parts of the names that it shows. */
export function searchedColumns(columns: readonly ViewColumn[]): number[] {
  const joinsNames = showsNames(columns);
  const isRead = ({ isShown, namePart }: ViewColumn) => isShown || (joinsNames && namePart !== undefined);
  return columns.filter(isRead).map(({ index }) => index);
}
