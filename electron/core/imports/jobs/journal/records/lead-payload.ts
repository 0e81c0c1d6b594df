import type { SQLOutputValue } from 'node:sqlite';
import { applyMapping } from '../../../../../../shared/domain/mapping/index.ts';
import { readPhone } from '../../../fields/phone-reader.ts';
import { type JobRecord, payloadOf, type ReadyRow } from './job-records.ts';
import { storedCells, storedLead } from '../../../../storage/stored-json.ts';

type PayloadJob = Pick<JobRecord, 'id' | 'mapping' | 'terms'>;

/** By this value in a field of the lead a row is found again in the service. */
export function tagOf(jobId: string, row: number): string {
  return `imp-${jobId}-${row}`;
}

/** True when the lead of the row was stored and is damaged since. Nobody knows what it was, so it is never sent. */
export function isDamagedLead({ payload }: Pick<ReadyRow, 'payload'>): boolean {
  return payload !== null && storedLead(payload) === null;
}

/**
 * The lead of a row as it is sent: import name to value. It is worked out once, when the job is made: a later version of the
 * program, with other phone rules, sends the same. A row without a value has no fields, not even its tag; neither has a
 * lead that is damaged.
 */
export function leadOf(job: PayloadJob, { n, cells, payload }: Omit<ReadyRow, 'line'>): Record<string, string> {
  if (payload !== null) return storedLead(payload) ?? {};
  const data = applyMapping(job.mapping, cells, readPhone);
  const { tagField } = job.terms;
  return tagField === null || Object.keys(data).length === 0 ? data : { ...data, [tagField]: tagOf(job.id, n) };
}

/** The same of a row of the journal; null when its lead is damaged. */
export function leadIn(job: PayloadJob, n: number, row: Record<string, SQLOutputValue>): Record<string, string> | null {
  const payload = payloadOf(row);
  return isDamagedLead({ payload }) ? null : leadOf(job, { n, cells: storedCells(row['cells']) ?? [], payload });
}
