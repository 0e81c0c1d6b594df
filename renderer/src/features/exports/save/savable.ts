import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { ColumnFilter, Selection } from '../../../../../shared/contract/exports/views.ts';
import { filtersWords } from '../view/filters.ts';
import type { ViewColumn } from '../view/page-view.ts';
import { isRestricted, type ViewArgs } from '../view/view-args.ts';

export type SavedRows = 'all' | 'filtered' | 'chosen';
/** Positions in the result: those that a person chose one by one. */
export type SavedColumns = 'all' | 'shown' | readonly number[];

/** What can be saved of a result. */
export interface Savable {
  /** Rows that the result holds. */
  readonly all: number;
  /** Rows of the view: null when that is all of them, undefined while they are counted. */
  readonly filtered: number | null | undefined;
  /** Rows that a person chose; null: rows cannot be chosen. */
  readonly chosen: number | null;
  readonly allColumns: number;
  /** Null: the columns cannot be chosen. */
  readonly shownColumns: number | null;
  /** Names of the shown columns: "Name, Status and 8 more". */
  readonly shownWords: string;
  /** The columns that can be saved one by one, in their order; null: only those that are shown, or all. */
  readonly columns: readonly Pick<ViewColumn, 'index' | 'title' | 'isShown'>[] | null;
  /** Which rows and in which order: "Closure is Success. Sorted as in the grid: City, then Name." */
  readonly rowWords: string;
  /** Why leads are missing in the file; empty when none are. */
  readonly missing: string;
}

/** The leads that are on the screen. */
export interface ShownLeads {
  readonly summary: ExportSummary;
  readonly args: ViewArgs;
  /** Rows of the view; null while they are counted. */
  readonly rows: number | null;
  readonly choice: Selection;
  readonly columns: readonly ViewColumn[];
  readonly filters: readonly ColumnFilter[];
}

/** Names of columns that are written out; the rest is counted. */
const NAMED = 4;

/** What can be saved of a result, in numbers and words. */
export function savableOf({ summary, args, rows, choice, columns, filters }: ShownLeads): Savable {
  const shown = columns.filter((column) => column.isShown);
  const rest = shown.length - NAMED;
  const names = shown.slice(0, NAMED).map((column) => column.title);
  return {
    all: args.keeps === 'asked' ? summary.answered.asked : summary.rows,
    // Leads that were not asked for are left out of all of them, too.
    filtered: isRestricted({ ...args, keeps: 'all' }) ? (rows ?? undefined) : null,
    chosen: choice.chosen,
    allColumns: columns.length,
    shownColumns: shown.length,
    shownWords: `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
    columns,
    rowWords: [
      ...(filters.length === 0 ? [] : [`${filtersWords(filters, columns)}.`]),
      ...(args.search === '' ? [] : [`Only leads that contain “${args.search}”.`]),
      orderWords(args, columns),
    ].join(' '),
    missing: missingWords(summary.state),
  };
}

function orderWords({ sort }: ViewArgs, columns: readonly ViewColumn[]): string {
  if (sort.length === 0) return 'In the order they arrived.';
  const names = sort.map(({ column, direction }) => {
    const title = columns.find(({ index }) => index === column)?.title ?? '';
    return direction === 'asc' ? title : `${title} descending`;
  });
  return `Sorted as in the grid: ${names.join(', then ')}.`;
}

function missingWords(state: ExportSummary['state']): string {
  switch (state) {
    case 'complete':
      return '';
    case 'running':
      return 'Leads that arrive after you save are not in the file.';
    case 'partial':
    case 'cancelled':
      return 'Leads are missing in this result.';
  }
}
