import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FieldSuggestion } from '../../../../shared/contract/imports/imports.ts';
import type { Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { fromWords } from '../../../../shared/domain/team/team-words.ts';
import type { SharedText } from '../../foundation/shared-texts.ts';
import { writeCsv } from '../../files/writing/csv-writer.ts';
import type { Target } from '../../files/writing/target-file.ts';
import { openStaged, stageFile } from '../../files/staging/staging.ts';
import { makeWorkingFolder, removeAbandoned } from '../../storage/working-folder.ts';
import { NOTHING_KNOWN, suggestionsFor, type FieldKnowledge } from '../fields/field-knowledge.ts';
import { readJobsAndSuccess } from '../jobs/journal/records/job-records.ts';
import { readLookedUpFields } from '../fields/looked-up-fields-store.ts';
import { withShared } from '../fields/shared-templates.ts';
import { type FittingTemplate, fittingTemplates } from '../fields/templates.ts';
import { readTemplates, type TemplateRecord } from '../fields/template-store.ts';

export interface Inspection {
  readonly reading: Reading;
  readonly suggestions: readonly FieldSuggestion[];
  /** Templates that fit the columns, the best first. */
  readonly templates: readonly FittingTemplate[];
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
    readonly known: KnownHere;
    readonly rowsTarget: Pick<Target, 'path' | 'overwrite'> | null;
    readonly folder: string;
  },
  signal: AbortSignal,
): Promise<Inspection> {
  removeAbandoned(request.folder);
  using folder = makeWorkingFolder(request.folder);
  const target = join(folder.path, 'rows.sqlite');
  const { reading } = await stageFile({ path: request.path, choices: request.choices, target }, { signal });
  const { campaignCode, known } = request;
  const suggestions = suggestionsFor(reading.columns, known.knowledge, campaignCode);
  const labels = reading.columns.map(({ label }) => label);
  const templates = fittingTemplates(known.templates, { labels, campaignCode, fileName: basename(request.path) });
  const writtenRows =
    request.rowsTarget === null ? null : await writeTable(target, reading, request.rowsTarget, signal);
  return { reading, suggestions, templates, writtenRows };
}

async function writeTable(
  staged: string,
  reading: Reading,
  { path, overwrite }: Pick<Target, 'path' | 'overwrite'>,
  signal: AbortSignal,
): Promise<number> {
  using rows = openStaged(staged);
  const { rows: written } = await writeCsv(
    {
      target: path,
      columns: reading.columns.map((column) => column.header),
      header: reading.headerLine.value !== null,
      rows: (function* () {
        for (const batch of rows.iterate(BATCH)) for (const { cells } of batch) yield cells;
      })(),
      quoteAll: true,
      overwrite,
    },
    { signal },
  );
  return written;
}

/** What an installation knows about fields, and its templates. */
export interface KnownHere {
  readonly knowledge: FieldKnowledge;
  readonly templates: readonly TemplateRecord[];
}

/** A file by itself. */
export const NOTHING_HERE: KnownHere = { knowledge: NOTHING_KNOWN, templates: [] };

/**
 * What every account of this installation knows, the newest first, with what its colleagues shared when they were last heard.
 * `dataFolder` need not exist.
 *
 * @param sharedIn templates of colleagues in a journal
 */
export function knownByInstallation(
  dataFolder: string,
  sharedIn: (journal: DatabaseSync) => readonly SharedText[],
): KnownHere {
  const found = globSync('account/*/journal.sqlite', { cwd: dataFolder }).map((path) =>
    readJournal(join(dataFolder, path), sharedIn),
  );
  const templates = found.flatMap((known) => known.templates);
  return {
    knowledge: {
      ...NOTHING_KNOWN,
      jobs: found.flatMap(({ jobs }) => jobs).sort((one, other) => other.createdAt - one.createdAt),
      templates: templates.map(({ from, ...template }) =>
        from === undefined ? template : { ...template, origin: fromWords(from, 'UTC') },
      ),
      lookUps: found.flatMap(({ lookUps }) => lookUps).sort((one, other) => other.at - one.at),
    },
    templates,
  };
}

function readJournal(journalPath: string, sharedIn: (journal: DatabaseSync) => readonly SharedText[]) {
  using journal = new DatabaseSync(journalPath, { readOnly: true, timeout: 5000 });
  const has = (table: string) => journal.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  return {
    jobs: has('import_job') ? readJobsAndSuccess(journal) : [],
    templates: withShared(has('saved_mapping') ? readTemplates(journal) : [], sharedIn(journal)),
    lookUps: has('looked_up_fields') ? readLookedUpFields(journal) : [],
  };
}
