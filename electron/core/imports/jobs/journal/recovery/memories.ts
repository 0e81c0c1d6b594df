import type { DatabaseSync } from 'node:sqlite';
import type { FoundDoubt } from '../../../../../../shared/contract/jobs/doubt.ts';
import type { WitnessMemory } from '../../witness/witness.ts';
import type { DeletedJobs } from '../sent/deleted-jobs.ts';
import { hasLeft } from '../records/left-rows.ts';

export type Memories = NonNullable<FoundDoubt['memories']>;

/** What journal and witness remember now. Call it before one is completed by the other. */
export function memoriesOf(journal: DatabaseSync, witness: WitnessMemory, deleted: DeletedJobs): Memories {
  const rows = journal.prepare(`SELECT count(*) AS rows FROM import_row WHERE ${hasLeft('import_row')}`).get();
  const last = journal.prepare('SELECT max(at) AS at FROM import_attempt').get();
  return {
    journal: { rows: Number(rows?.['rows']), lastAt: last?.['at'] == null ? null : Number(last['at']) },
    witness: witness.isMissing ? null : witnessed(witness, deleted),
  };
}

function witnessed({ jobs }: WitnessMemory, deleted: DeletedJobs): NonNullable<Memories['witness']> {
  let rows = 0;
  let lastAt: number | null = null;
  for (const [jobId, job] of jobs) {
    if (deleted.has(jobId)) continue;
    rows += job.sent.size;
    if (job.lastAt !== null) lastAt = Math.max(lastAt ?? 0, job.lastAt);
  }
  return { rows, lastAt };
}
