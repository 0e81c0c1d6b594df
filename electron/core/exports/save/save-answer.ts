import type { SaveFormat } from '../../../../shared/contract/exports/save-formats.ts';
import { fileFailure } from '../../files/foundation/file-trouble.ts';
import { packRows } from '../../files/writing/packed-rows.ts';
import { type SavedTable, saveTable } from '../../files/writing/save-table.ts';
import { letOtherWorkRun } from '../../threads/thread-server.ts';

/** Rows that are packed at a stretch. */
const STRETCH = 500;

export interface ShownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Positions of the columns that a workbook has as numbers. */
  readonly figures: readonly number[];
}

/**
 * Writes a table as the page shows it. An existing file is replaced when the new one is whole.
 *
 * @throws Failure `file`
 */
export async function saveAnswer(
  { columns, rows, figures }: ShownTable,
  path: string,
  format: SaveFormat,
  signal: AbortSignal,
): Promise<SavedTable> {
  const saving = saveTable(
    {
      target: { path, overwrite: true, signal },
      format,
      columns,
      dates: new Map(),
      figures: new Set(figures),
      batches: (async function* () {
        for (let from = 0; from < rows.length; from += STRETCH) {
          await letOtherWorkRun();
          yield packRows(rows.slice(from, from + STRETCH), columns.length);
        }
      })(),
    },
    () => undefined,
  );
  return saving.catch((error: unknown) => {
    throw fileFailure(error);
  });
}
