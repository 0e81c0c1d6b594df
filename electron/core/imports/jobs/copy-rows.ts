import { open } from 'node:fs/promises';
import type { Plan } from '../../../../shared/contract/imports/imports.ts';
import { quotedCsvLine } from '../../../../shared/domain/files/csv-line.ts';
import { pages } from '../../threads/in-slices.ts';
import type { JobRecord } from './journal/records/job-records.ts';
import type { JobStore } from './journal/job-store.ts';

/** Rows read from the journal at once: rows of other jobs leave between them. */
const ROWS_AT_ONCE = 250;

/** The rows of a job as they were in its file, ready to become a draft with the same mapping and plan. */
export function copyOf(store: JobStore, job: JobRecord) {
  const { fileName, rows, mapping } = job;
  return { name: fileName, rows, mapping, plan: planOf(job), write: (path: string) => writeRows(store, job, path) };
}

/** As it was; but a time that is over would start at once. */
export function planOf({ campaignCode, poolName, stopAfterSameRefusal, terms }: JobRecord): Plan {
  return { campaignCode, poolName, stopAfterSameRefusal, terms: { ...terms, startAt: null } };
}

async function writeRows(store: JobStore, job: JobRecord, path: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.write(quotedCsvLine(job.columns));
  for await (const page of pages((last) => store.lists.rowsAfter(job.id, last, ROWS_AT_ONCE))) {
    const lines = page.map(({ cells }) => quotedCsvLine(job.columns.map((_, index) => cells[index] ?? '')));
    await file.write(lines.join(''));
  }
}
