import type { SaveFormat } from '../../../../shared/contract/exports/save-formats.ts';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import type { ColumnType } from '../../files/writing/column-types.ts';
import { type SavedTable, saveTable } from '../../files/writing/save-table.ts';
import { type AnswerContext, letOtherWorkRun } from '../../threads/thread-server.ts';
import { provenForms } from '../result/column-forms.ts';
import type { ResultStore } from '../result/result-store.ts';
import { dateColumns } from './date-columns.ts';
import { nestedShape } from './nested-shape.ts';

export interface SaveRequest {
  /** The numbers of the rows in the order of the file, or how many of the first rows. */
  readonly rows: Int32Array | number;
  /** As `ResultReader.edits` counted when the rows were chosen. Null: leads are arriving, and rows may change. */
  readonly edits: number | null;
  /** Path of the file. An existing one is replaced when the new one is whole, unless `overwrite` is false. */
  readonly target: string;
  readonly overwrite?: boolean;
  /** See `Target`. */
  readonly part?: string | undefined;
  readonly format: SaveFormat;
  /** Columns of the file in their order: their positions and paths in the result, and their names. */
  readonly columns: readonly { readonly index: number; readonly path: string; readonly name: string }[];
}

/** Writes a view of a result into a file, from the store. Rows that arrive meanwhile are not in it. */
export async function saveResult(
  store: ResultStore,
  request: SaveRequest,
  { signal, onProgress }: Pick<AnswerContext, 'signal' | 'onProgress'>,
): Promise<SavedTable> {
  const { rows, format } = request;
  const isNested = (format.format === 'json' || format.format === 'jsonl') && format.nested;
  const shape = isNested ? nestedShape(request.columns.map(({ path }) => path)) : undefined;
  const columns = shape?.order.flatMap((position) => request.columns[position] ?? []) ?? request.columns;
  const indexes = columns.map((column) => column.index);
  const dates =
    format.format === 'xlsx' && format.dates ? await dateColumns(store, indexes, letOtherWorkRun) : new Map();
  const types = format.format === 'parquet' ? await columnTypes(store, columns) : new Map<number, never>();
  return saveTable(
    {
      target: { path: request.target, overwrite: request.overwrite ?? true, part: request.part, signal },
      format,
      columns: columns.map((column) => column.name),
      ...(shape === undefined ? {} : { shape }),
      dates,
      types,
      batches: (async function* () {
        for (const batch of store.rowsAt(indexes, rows)) {
          // Between two batches a cancel and the pages of the grid are heard.
          await letOtherWorkRun();
          yield batch;
        }
        // A part would be of the result before a refresh, and a part of the one after it.
        if (request.edits !== null && store.edits() !== request.edits)
          throw new FileTrouble(
            'changed',
            'The result was refreshed while it was saved. No file was written. Save it again.',
          );
      })(),
    },
    (written) => onProgress(written, typeof rows === 'number' ? rows : rows.length),
  );
}

/** The types of columns, by position. All rows of the result count, also when only some of them are saved. */
async function columnTypes(
  store: ResultStore,
  columns: SaveRequest['columns'],
): Promise<ReadonlyMap<number, ColumnType>> {
  const read = (indexes: readonly (number | null)[]) => store.rowsAt(indexes, store.rows);
  const forms = await provenForms(columns, { read, pause: letOtherWorkRun });
  return new Map(forms.map(({ type }, position) => [position, type]));
}
