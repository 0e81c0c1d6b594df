// Why: decision 0174.
import { randomUUID } from 'node:crypto';
import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { invalid } from '../../foundation/failure.ts';
import type { Clock } from '../../foundation/ports.ts';
import type { RunningJobs } from './running-jobs.ts';

/**
 * Goes on with a job whose campaign was wrong: a new job gets its refused and waiting rows, with another campaign and
 * everything else as it was; the rows that still waited are skipped in the old one. Unknown rows stay where they are.
 *
 * @throws Failure `validation` while the job runs, here or elsewhere, and when no row of it is left to send
 */
export async function correctCampaign(
  jobs: RunningJobs,
  clock: Clock,
  jobId: string,
  campaignCode: string,
): Promise<JobSummary> {
  const before = jobs.wholeJob(jobId);
  if (jobs.runner(jobId) !== null) throw invalid('This import is running. Pause it first, then correct its campaign.');
  using _old = await jobs.leases.take(jobId);
  jobs.leftOvers.writeRest(jobId);
  jobs.leftOvers.forget(jobId);
  const { ready, rejected } = jobs.store.rows.tally(jobId);
  if (ready + rejected === 0) throw invalid('No row of this import is refused or waits, so there is nothing to send.');
  const id = randomUUID();
  const at = clock.wallNow();
  const { rows: _rows, wish: _wish, hold: _hold, endedAt: _endedAt, isDamaged: _isDamaged, ...same } = before;
  using held = new DisposableStack();
  held.use(await jobs.leases.take(id));
  // First the new job with all its rows: whatever happens then, no row is lost.
  const resultFolder = jobs.store.results.find(jobId)?.folder ?? null;
  using open = jobs.store.lists.openRows(jobId);
  await jobs.inSlices(jobs.store.making({ ...same, id, campaignCode, createdAt: at }, open, { resultFolder }));
  jobs.inTransaction(() => {
    const reason = `Goes on in the import into ${campaignCode}, because the campaign was corrected.`;
    jobs.store.rows.skipReady(jobId, reason, at, jobs.run);
    jobs.store.setWish(jobId, 'stop');
    jobs.store.setHold(jobId, null);
    jobs.store.setEnded(jobId, at);
  });
  jobs.begin(id, held.move());
  jobs.settled(jobId);
  return jobs.summary(id);
}
