import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import { rowStateWord } from '../../../../shared/domain/jobs/job-row.ts';
import { countCsvRows, writeCsv } from '../../files/writing/csv-writer.ts';
import { fileFailure } from '../../files/foundation/file-trouble.ts';
import type { GrantedFile } from '../../foundation/ports.ts';
import type { JobRecord } from './journal/job-records.ts';
import type { JobStore } from './journal/job-store.ts';

/** Rows read from the journal at once. */
const ROWS_AT_ONCE = 500;

/**
 * Writes the file as it was read, every column in its order, with the result of each row beside it. It can be written at any
 * time; times are ISO 8601 in UTC.
 */
export async function saveResult(
  store: JobStore,
  job: JobRecord,
  target: GrantedFile,
  options: { readonly signal: AbortSignal; readonly onProgress: (rows: number) => void },
): Promise<SavedFile> {
  try {
    const written = await writeCsv(
      {
        target: target.path,
        columns: [...job.columns, ...ownColumns(job.columns)],
        rows: resultRows(store, job),
        // The cells are the person's own and stay as they were; formulas are guarded in leads from the service.
        excelSafe: false,
        bom: true,
        overwrite: true,
      },
      { signal: options.signal, onProgress: options.onProgress },
    );
    const countedRows = await countCsvRows(target.path);
    return { name: target.name, rows: written.rows, countedRows, bytes: written.bytes };
  } catch (error) {
    throw fileFailure(error);
  }
}

const OWN = ['Row', 'State', 'Lead id', 'Reason', 'Time'] as const;

/** Names that the file does not use: "State" becomes "State (import)" beside a column of that name. */
function ownColumns(columns: readonly string[]): string[] {
  const taken = new Set(columns.map((column) => column.trim().toLowerCase()));
  return OWN.map((name) => (taken.has(name.toLowerCase()) ? `${name} (import)` : name));
}

/** Other work has a turn between two pages: a million rows take seconds. */
async function* resultRows(store: JobStore, job: JobRecord): AsyncGenerator<string[]> {
  let last = 0;
  for (;;) {
    const page = store.lists.rowsAfter(job.id, last, ROWS_AT_ONCE);
    if (page.length === 0) return;
    for (const row of page) {
      last = row.row;
      const cells = job.columns.map((_, index) => row.cells[index] ?? '');
      const time = row.at === null ? '' : new Date(row.at).toISOString();
      yield [...cells, String(row.row), rowStateWord(row.state), row.leadId ?? '', row.reason, time];
    }
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
