import { DEFAULT_SAVE_FORMATS, type SaveFormat } from '../../../../../shared/contract/exports/save-formats.ts';
import type { SavedFile } from '../../../../../shared/contract/host/files.ts';
import type { ResultChoices } from '../../../../../shared/contract/jobs/result-choices.ts';
import type { RowRepair } from '../../../../../shared/contract/jobs/jobs.ts';
import { guarded } from '../../../../../shared/domain/files/csv-line.ts';
import { resultColumns } from '../../../../../shared/domain/jobs/result-columns.ts';
import { formatServiceTime, isTimeZone, wallClockAt } from '../../../../../shared/domain/service/service-time.ts';
import { visibleMarks } from '../../../../../shared/domain/words/visible-marks.ts';
import { rowStateWord } from '../../../../../shared/domain/jobs/job-row.ts';
import { type PackedRows, packRows } from '../../../files/writing/packed-rows.ts';
import { type SaveOptions, saveRows } from '../../../files/writing/save-table.ts';
import { FileTrouble } from '../../../files/foundation/file-trouble.ts';
import { invalid } from '../../../foundation/failure.ts';
import type { GrantedFile } from '../../../foundation/ports.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import { pages } from '../../../threads/in-slices.ts';

/** Rows read from the journal at once. */
const ROWS_AT_ONCE = 500;

/**
 * Writes the file as it was read, every column in its order, with the result of each row beside it. It can be written at any
 * time; times are ISO 8601. The cells of the file stay as they came unless a person guards them, because the result file can be
 * imported again; what the service said is kept from running as a formula in any case.
 *
 * @throws Failure `validation` for a zone that is not known, `file` when it cannot be written
 */
export async function saveResult(
  store: JobStore,
  job: JobRecord,
  target: Pick<GrantedFile, 'path' | 'name'>,
  options: Omit<SaveOptions, 'format'> & {
    /** Left out: the format by the ending of the name, all rows, times in UTC. */
    readonly choices?: ResultChoices | undefined;
  },
): Promise<SavedFile> {
  const columns = [...job.columns, ...resultColumns(job.columns)];
  const { format = formatOf(target.name), rows = 'all', zone = null } = options.choices ?? {};
  if (zone !== null && !isTimeZone(zone)) throw invalid(`There is no time zone "${zone}".`);
  return saveRows(target, columns, resultRows(store, job, columns.length, { rows, zone }), { ...options, format });
}

/** A workbook, JSON lines or a Parquet file by the ending of the name, else CSV. All have the same cells, all of them text. */
export function formatOf(name: string): SaveFormat {
  if (/\.parquet$/i.test(name)) return DEFAULT_SAVE_FORMATS.parquet;
  if (/\.jsonl$/i.test(name)) return DEFAULT_SAVE_FORMATS.jsonl;
  return /\.xlsx$/i.test(name)
    ? { format: 'xlsx', dates: false }
    : { ...DEFAULT_SAVE_FORMATS.csv, guardFormulas: false };
}

/** Text of the service as text: no spreadsheet runs it, and control characters and direction marks are shown as marks. */
export function harmless(text: string): string {
  return visibleMarks(guarded(text));
}

/** What was sent in place of the row's cells: those stay in their columns. */
function repairWords({ columns }: JobRecord, cells: readonly string[], repair: RowRepair | undefined): string {
  if (repair === undefined) return '';
  const values = repair.cells.map(
    ({ column, value }) =>
      `${columns[column] ?? `Column ${column + 1}`} "${value}" in place of "${cells[column] ?? ''}"`,
  );
  return `${repair.isSent ? 'Sent again' : 'Repaired, not sent again yet'} with ${values.join(', ')}.`;
}

/** Rows of an import that another page or program deletes are gone at once: the file would end in the middle. */
export function refuseDeleted(store: JobStore, job: JobRecord): void {
  if (store.find(job.id) !== undefined) return;
  throw new FileTrouble('changed', 'The import was deleted while its result was saved. No file was written.');
}

const ON_ITS_WAY = 'On its way when this file was saved. The lead may exist.';

async function* resultRows(
  store: JobStore,
  job: JobRecord,
  columns: number,
  { rows: wanted, zone }: Pick<ResultChoices, 'rows' | 'zone'>,
): AsyncGenerator<PackedRows> {
  for await (const page of pages((last) => store.lists.rowsAfter(job.id, last, ROWS_AT_ONCE))) {
    const repairs = store.repairs.of(
      job.id,
      page.map(({ row }) => row),
    );
    const chosen = wanted === 'all' ? page : page.filter(({ state }) => state === 'rejected');
    const rows = chosen.map((row) => {
      const cells = job.columns.map((_, index) => row.cells[index] ?? '');
      const time = row.at === null ? '' : timeIn(row.at, zone);
      return [
        ...cells,
        String(row.row),
        rowStateWord(row.state),
        harmless(row.leadId ?? ''),
        harmless(
          [row.state === 'intent' ? ON_ITS_WAY : row.reason, repairWords(job, row.cells, repairs.get(row.row))]
            .filter((part) => part !== '')
            .join(' '),
        ),
        time,
      ];
    });
    yield packRows(rows, columns);
  }
  refuseDeleted(store, job);
}

/** ISO 8601: in UTC, or on the clock of the zone with its offset. */
function timeIn(at: number, zone: string | null): string {
  if (zone === null) return new Date(at).toISOString();
  const clock = formatServiceTime(wallClockAt(at, zone));
  const minutes = Math.round((Date.parse(`${clock}Z`) - at) / 60_000);
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${clock}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
