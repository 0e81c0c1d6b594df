import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FieldSuggestion } from '../../../shared/contract/imports.ts';
import type { Reading, ReadingChoices } from '../../../shared/contract/reading.ts';
import { writeCsv } from '../files/csv-writer.ts';
import { openStaged, stageFile } from '../files/staging.ts';
import { suggestionsFor } from './earlier-imports.ts';
import { decodeJob, JOB_COLUMNS, type JobRecord } from './job-records.ts';

export interface Inspection {
  readonly reading: Reading;
  readonly suggestions: readonly FieldSuggestion[];
  /** Data rows written to `rowsTarget`; null when none was named. */
  readonly writtenRows: number | null;
}

/** Rows taken from the staging file at once. */
const BATCH = 1000;

/**
 * Reads a file as an import would and tells everything about it, without an account and without a trace: the staging
 * lies in a folder of its own below `folder` and is removed. With `rowsTarget` the table is written as it was read,
 * every cell in quotes, the header first when the file has one.
 * Rejects with FileTrouble; `cancelled` when the signal is aborted.
 */
export async function inspectFile(
  request: {
    readonly path: string;
    readonly choices: ReadingChoices;
    /** Empty: suggestions know no campaign. */
    readonly campaignCode: string;
    readonly jobs: readonly JobRecord[];
    readonly rowsTarget: string | null;
    readonly folder: string;
  },
  signal: AbortSignal,
): Promise<Inspection> {
  const folder = mkdtempSync(join(request.folder, 'lead-console-inspect-'));
  try {
    const target = join(folder, 'rows.sqlite');
    const { reading } = await stageFile({ path: request.path, choices: request.choices, target }, { signal });
    const suggestions = suggestionsFor(reading.columns, request.jobs, request.campaignCode);
    const writtenRows =
      request.rowsTarget === null ? null : await writeTable(target, reading, request.rowsTarget, signal);
    return { reading, suggestions, writtenRows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeTable(staged: string, reading: Reading, target: string, signal: AbortSignal): Promise<number> {
  const rows = openStaged(staged);
  try {
    const { rows: written } = await writeCsv(
      {
        target,
        columns: reading.columns.map((column) => column.header),
        header: reading.headerLine.value !== null,
        rows: (function* () {
          for (const batch of rows.iterate(BATCH)) for (const { cells } of batch) yield cells;
        })(),
        quoteAll: true,
        overwrite: true,
      },
      { signal },
    );
    return written;
  } finally {
    rows.close();
  }
}

/** Imports that any account of this installation made, the newest first. `dataFolder` need not exist. */
export function jobsOfInstallation(dataFolder: string): JobRecord[] {
  const journals = globSync('account/*/journal.sqlite', { cwd: dataFolder });
  return journals
    .flatMap((path) => jobsOf(join(dataFolder, path)))
    .sort((one, other) => other.createdAt - one.createdAt);
}

function jobsOf(journalPath: string): JobRecord[] {
  const journal = new DatabaseSync(journalPath, { readOnly: true, timeout: 5000 });
  try {
    const known = journal.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'import_job'`).get();
    if (known === undefined) return [];
    return journal.prepare(`SELECT ${JOB_COLUMNS} FROM import_job`).all().map(decodeJob);
  } finally {
    journal.close();
  }
}
