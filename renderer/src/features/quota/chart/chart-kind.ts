import { csvLine } from '../../../../../shared/domain/files/csv-line.ts';
import type uPlot from 'uplot';
import type { Paint } from '../../../ui/chart/paint.ts';

/** Points over a range of time. Times are Unix milliseconds. */
export interface ChartModel {
  readonly from: number;
  readonly to: number;
  readonly points: readonly unknown[];
}

/** How a model is drawn and read. Keep it in a module constant: for another one the chart is built anew. */
export interface ChartKind<Model extends ChartModel> {
  /** Times in seconds first, then a list a series; `null` where there is nothing. */
  readonly data: (model: Model) => uPlot.AlignedData;
  /** `current` answers the model in use when something is drawn. */
  readonly options: (paint: Paint, current: () => Model) => Omit<uPlot.Options, 'width' | 'height'>;
  /** One point in words, for whoever reads the chart by keys or by the pointer. */
  readonly readAt: (model: Model, index: number) => string;
  /** Where reading by keys begins. */
  readonly start: (model: Model) => number;
  readonly table: (model: Model) => ChartTableContent;
}

/** A chart as a table, and as a file: the same columns. */
export interface ChartTableContent {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Null: nothing was measured or is forecast. */
export type Cell = string | number | null;

/** Upper limit of rows: nobody reads more, and drawing them takes long. */
const MOST_ROWS = 120;

/** Rows for the screen: all if they are few, otherwise evenly spaced ones, and always the last. */
export function thinned(content: ChartTableContent): ChartTableContent & { readonly every: number } {
  const every = Math.max(1, Math.ceil(content.rows.length / MOST_ROWS));
  const last = content.rows.length - 1;
  return { columns: content.columns, every, rows: content.rows.filter((_, at) => at % every === 0 || at === last) };
}

/** Comma separated, for spreadsheet programs. */
export function asCsv({ columns, rows }: ChartTableContent): string {
  return `\uFEFF${[columns, ...rows].map((row) => csvLine(row)).join('')}`;
}
