// Why: decision 0170.
import type { ColumnForm, ColumnType } from '../../files/writing/column-types.ts';
import { provenForms } from '../result/column-forms.ts';
import type { IncomingLeads, LeadSource } from './incoming-leads.ts';
import { type PlannedColumn, planColumns } from './lead-columns.ts';
import type { DatasetColumn } from './manifest.ts';

/** The columns that every file of a dataset has after a run. */
export class ColumnPlan {
  /** In their order. */
  readonly names: readonly string[];
  /** For each of them, its position in the result; null when the result has no such column. */
  readonly sources: readonly (number | null)[];
  /** Forms of their values in the files as they will be. */
  readonly forms: readonly ColumnForm[];
  /** Forms of their values in the files as they are. */
  readonly formsBefore: readonly ColumnForm[];
  /** Columns whose values get another form in files that are there. */
  readonly changedForms: readonly string[];
  /** The files that are there do not have these columns in these forms: all are written again. */
  readonly changesFiles: boolean;

  private constructor(planned: readonly PlannedColumn[], forms: readonly ColumnForm[]) {
    this.names = planned.map(({ name }) => name);
    this.sources = planned.map(({ source }) => source);
    this.forms = forms;
    this.formsBefore = planned.map(({ known }, at) => known ?? (forms[at] as ColumnForm));
    this.changedForms = this.names.filter((_, at) => !isSame(this.formsBefore[at], forms[at]));
    this.changesFiles = this.changedForms.length > 0 || planned.some(({ known }) => known === null);
  }

  /**
   * Joins the columns of a dataset with those of a result. A type stays while the leads that come prove it, too; when one
   * does not, the column becomes the type that holds them all, in the end text. Nothing makes another type of text.
   *
   * @param pause called between batches; may throw to stop
   */
  static async make(
    known: readonly DatasetColumn[],
    paths: readonly string[],
    source: LeadSource,
    incoming: IncomingLeads,
    pause: () => Promise<void>,
  ): Promise<ColumnPlan> {
    const planned = planColumns(known, paths);
    const forms = await provenForms(
      planned.map((column) => ({ ...column, path: column.name, index: column.source })),
      {
        read: (columns) => source.inOrder(columns),
        isCounted: (number) => incoming.placeOf(number) !== null,
        pause,
      },
    );
    return new ColumnPlan(planned, forms);
  }

  /** Types by position, for the writer. */
  get types(): ReadonlyMap<number, ColumnType> {
    return new Map(this.forms.map(({ type }, position) => [position, type]));
  }
}

function isSame(one: ColumnForm | undefined, other: ColumnForm | undefined): boolean {
  return one?.type === other?.type && one?.digits === other?.digits;
}
