import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FieldSuggestion } from '../../../../shared/contract/imports/imports.ts';
import type { Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { writeCsv } from '../../files/writing/csv-writer.ts';
import { openStaged, stageFile } from '../../files/staging/staging.ts';
import { makeWorkingFolder, removeAbandoned } from '../../storage/working-folder.ts';
import { NOTHING_KNOWN, suggestionsFor, type FieldKnowledge } from '../fields/field-knowledge.ts';
import { readJobsAndSuccess } from '../jobs/journal/records/job-records.ts';
import { readLookedUpFields } from '../fields/looked-up-fields-store.ts';
import { readTemplates } from '../fields/template-store.ts';

export interface Inspection {
  readonly reading: Reading;
  readonly suggestions: readonly FieldSuggestion[];
  /** Data rows written to `rowsTarget`; null when none was named. */
  readonly writtenRows: number | null;
}

/** Rows read from the staging file at once. */
const BATCH = 1000;

/**
 * Reads a file as an import would and describes it, without an account. The staging file is in a folder of its own below
 * `folder` and is removed, and so is what a killed program left there. With `rowsTarget` the table is written as it was read,
 * every cell in quotes, the header first when the file has one.
 * Rejects with FileTrouble; `cancelled` when the signal is aborted.
 */
export async function inspectFile(
  request: {
    readonly path: string;
    readonly choices: ReadingChoices;
    /** Empty: suggestions know no campaign. */
    readonly campaignCode: string;
    readonly knowledge: FieldKnowledge;
    readonly rowsTarget: string | null;
    readonly folder: string;
  },
  signal: AbortSignal,
): Promise<Inspection> {
  removeAbandoned(request.folder);
  using folder = makeWorkingFolder(request.folder);
  const target = join(folder.path, 'rows.sqlite');
  const { reading } = await stageFile({ path: request.path, choices: request.choices, target }, { signal });
  const suggestions = suggestionsFor(reading.columns, request.knowledge, request.campaignCode);
  const writtenRows =
    request.rowsTarget === null ? null : await writeTable(target, reading, request.rowsTarget, signal);
  return { reading, suggestions, writtenRows };
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

/** What every account of this installation knows about fields, the newest first. `dataFolder` need not exist. */
export function knowledgeOfInstallation(dataFolder: string): FieldKnowledge {
  const found = globSync('account/*/journal.sqlite', { cwd: dataFolder }).map((path) =>
    readJournal(join(dataFolder, path)),
  );
  return {
    ...NOTHING_KNOWN,
    jobs: found.flatMap(({ jobs }) => jobs).sort((one, other) => other.createdAt - one.createdAt),
    templates: found.flatMap(({ templates }) => templates),
    lookUps: found.flatMap(({ lookUps }) => lookUps).sort((one, other) => other.at - one.at),
  };
}

function readJournal(journalPath: string): FieldKnowledge {
  const journal = new DatabaseSync(journalPath, { readOnly: true, timeout: 5000 });
  const has = (table: string) => journal.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  try {
    return {
      ...NOTHING_KNOWN,
      jobs: has('import_job') ? readJobsAndSuccess(journal) : [],
      templates: has('saved_mapping') ? readTemplates(journal) : [],
      lookUps: has('looked_up_fields') ? readLookedUpFields(journal) : [],
    };
  } finally {
    journal.close();
  }
}
