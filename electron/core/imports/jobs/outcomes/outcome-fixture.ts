import type { Outcome } from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import { DAY } from '../../../../../shared/domain/time/time.ts';
import { atOnce, type JournalUnderTest } from '../journal/job-fixture.ts';
import type { NewReading, RowOutcome } from '../journal/outcome-store.ts';
import type { ReadJob } from './outcome-rows.ts';

/** For specs: imports whose rows were created at the beginning of time, and what was read of them. */

/** Adds an import all of whose rows were created. */
export function imported(
  at: JournalUnderTest,
  id: string,
  campaignCode: string,
  { columns, rows }: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] },
): void {
  at.add(rows, { id, name: `=${id}`, campaignCode, columns });
  at.journal
    .prepare(`UPDATE import_row SET state = 'created', at = 0, lead_id = id || n FROM (SELECT ? AS id) WHERE job = id`)
    .run(id);
}

/** What was found of a row: `new` and by its lead id, if nothing else is said. */
export function found(leadId: string, outcome: Outcome = 'new', foundBy: RowOutcome['foundBy'] = 'id'): RowOutcome {
  const closure = outcome === 'success' ? 'Success' : '';
  return { outcome, leadId, status: outcome === 'new' ? 'New' : 'UserProcessed', closure, foundBy };
}

/** Keeps a reading of the day with this number. `rows`: what was found of row 1, row 2 and so on; null: not read. */
export function read(
  at: JournalUnderTest,
  id: string,
  day: number,
  rows: readonly (RowOutcome | null)[],
  facts: Partial<NewReading> = {},
): void {
  const known = rows.flatMap((row, index) => (row === null ? [] : [[index + 1, row] as const]));
  const reading = { at: day * DAY, day: `2026-11-0${day}`, wholeAt: day * DAY, looked: 10, elsewhere: 0, ...facts };
  atOnce(at.store.outcomes.keeping(id, { ...reading, rows: new Map(known) }));
}

/** Imports with their readings. */
export function readJobs(at: JournalUnderTest, ids: readonly string[]): ReadJob[] {
  return ids.map((id) => ({ job: at.job(id), readings: at.store.outcomes.readings(id) }));
}
