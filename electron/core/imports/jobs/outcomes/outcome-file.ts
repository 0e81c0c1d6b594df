import type { SavedFile } from '../../../../../shared/contract/host/files.ts';
import { outcomeColumns } from '../../../../../shared/domain/jobs/result-columns.ts';
import { OUTCOME_WORDS } from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import { type PackedRows, packRows } from '../../../files/writing/packed-rows.ts';
import { type SaveOptions, saveRows } from '../../../files/writing/save-table.ts';
import type { GrantedFile } from '../../../foundation/ports.ts';
import type { JobStore } from '../journal/job-store.ts';
import type { StoredReading } from '../journal/outcome-store.ts';
import { type KnownRow, OutcomeRows, type ReadJob } from './outcome-rows.ts';
import { formatOf, harmless, refuseDeleted } from '../result/result-file.ts';

/** Come before the columns of the imported files when the rows are those of several imports. */
const IMPORT_COLUMNS = ['Import', 'Campaign'] as const;

export type OutcomeSaveOptions = Pick<SaveOptions, 'signal' | 'overwrite'>;

/**
 * Writes the created rows that were read, with the columns of their files, then lead id, outcome, status and closure as
 * the service showed them, how the lead was found, and when it was read. Rows of several imports get the columns of all
 * files, after the names of import and campaign.
 *
 * @throws Failure `file` when it cannot be written, or when an import was deleted meanwhile
 */
export async function saveOutcomes(
  store: JobStore,
  jobs: readonly ReadJob[],
  target: Pick<GrantedFile, 'path' | 'name'>,
  options: OutcomeSaveOptions,
): Promise<SavedFile> {
  const files = unionOf(jobs.map(({ job }) => job.columns));
  const before = jobs.length > 1 ? IMPORT_COLUMNS : [];
  const own = outcomeColumns([...before, ...files]);
  const columns = [...before, ...files, ...own];
  const rows = outcomeRows(store, jobs, files, columns.length);
  return saveRows(target, columns, rows, { ...options, format: formatOf(target.name) });
}

/** Labels of all files in order of appearance. Labels that differ only in case or outer spaces are one column. */
export function unionOf(files: readonly (readonly string[])[]): string[] {
  const labels = new Map<string, string>();
  for (const label of files.flat()) if (!labels.has(keyOf(label))) labels.set(keyOf(label), label);
  return [...labels.values()];
}

/** Position of a column in a file; null: it has none of this name. */
export function columnIn(columns: readonly string[], label: string): number | null {
  const exact = columns.indexOf(label);
  const found = exact >= 0 ? exact : columns.findIndex((column) => keyOf(column) === keyOf(label));
  return found < 0 ? null : found;
}

const keyOf = (label: string): string => label.trim().toLowerCase();

async function* outcomeRows(
  store: JobStore,
  jobs: readonly ReadJob[],
  files: readonly string[],
  width: number,
): AsyncGenerator<PackedRows> {
  const known = new OutcomeRows(store);
  for (const { job, readings } of jobs) {
    const last = readings.at(-1);
    if (last === undefined) continue;
    const places = files.map((label) => columnIn(job.columns, label));
    const before = jobs.length > 1 ? [harmless(job.name), job.campaignCode] : [];
    for await (const page of known.of(job, null)) {
      const read = page.filter(({ now }) => now !== null);
      const cells = new Map(
        store.lists
          .rowsAt(
            job.id,
            read.map(({ row }) => row),
          )
          .map((row) => [row.row, row.cells]),
      );
      const rows = read.map((row) => {
        const values = cells.get(row.row) ?? [];
        return [
          ...before,
          ...places.map((place) => (place === null ? '' : (values[place] ?? ''))),
          ...saidOf(row, last),
        ];
      });
      yield packRows(rows, width);
    }
    refuseDeleted(store, job);
  }
}

function saidOf({ row, now, changes }: KnownRow, { at, wholeAt }: StoredReading): string[] {
  if (now === null) return [];
  const { leadId, outcome, status, closure, foundBy } = now;
  // A reading of changes brings only some rows; the others count as read when all of them were.
  const readAt = changes.at(-1)?.at === at ? at : wholeAt;
  return [
    String(row),
    ...[leadId, OUTCOME_WORDS[outcome], status, closure].map(harmless),
    foundBy ?? '',
    new Date(readAt).toISOString(),
  ];
}
