import { countsOf } from '../../../../../shared/domain/jobs/job-row.ts';
import type { UnknownRows } from '../../../../../shared/domain/quota/alert-rules.ts';
import type { JobDemand } from '../../../../../shared/domain/schedule/row-course.ts';
import { trialRoom } from '../../../../../shared/domain/schedule/trial-rows.ts';
import type { JobStore } from '../journal/job-store.ts';
import type { JobRunner } from '../run/job-runner.ts';

/** Milliseconds. In a run younger than this the rate is a guess, so estimates use the pace that the service allows. */
const SETTLED_RATE = 15_000;

interface KnownJobs {
  readonly store: JobStore;
  hasRowsLeft(jobId: string): boolean;
  runner(jobId: string): JobRunner | null;
}

/** The jobs that go on without a person, in the order in which they were started; of a trial, the rows that it lets go. */
export function jobDemands(jobs: KnownJobs): JobDemand[] {
  return jobs.store
    .all()
    .toReversed()
    .flatMap(({ id, name, terms, wish, hold, rows }) => {
      if (wish !== 'run' || hold !== null || !jobs.hasRowsLeft(id)) return [];
      const counts = countsOf(rows, jobs.store.rows.tally(id));
      const toGo = Math.min(counts.waiting, trialRoom(terms.trial, counts));
      if (toGo === 0) return [];
      const runner = jobs.runner(id);
      const isRunning = runner !== null && runner.hold === null;
      const ratePerMinute = isRunning ? settledRate(runner, runner.ratePerMinute) : null;
      return [{ id, name, rows: toGo, terms, isRunning, ratePerMinute }];
    });
}

/** Rows a minute; null while the run is too young to know. `runner` null: another program runs the job. */
export function settledRate(runner: JobRunner | null, rate: number): number | null {
  if (runner === null) return rate === 0 ? null : rate;
  if (runner.watchedFor < SETTLED_RATE || rate === 0) return null;
  return Math.round(rate);
}

export function unknownRows(jobs: Pick<KnownJobs, 'store'>): UnknownRows[] {
  return jobs.store.all().flatMap(({ id, name }) => {
    const rows = jobs.store.rows.tally(id).unknown;
    const since = rows === 0 ? null : jobs.store.lists.oldestUnknown(id);
    return since === null ? [] : [{ jobId: id, name, rows, since }];
  });
}
