import type { Terms } from '../../../../shared/contract/imports/imports.ts';
import type { RunningJobs } from './running-jobs.ts';

/** What a job will still ask of the quota. */
export interface JobDemand {
  readonly id: string;
  readonly name: string;
  /** Rows that wait or are on their way. */
  readonly rows: number;
  readonly terms: Terms;
}

/** Rows of a job of which nobody knows whether they arrived. */
export interface UnknownRows {
  readonly jobId: string;
  readonly name: string;
  readonly rows: number;
  /** When the oldest became unknown, Unix milliseconds. */
  readonly since: number;
}

/** The jobs that go on without a person, in the order in which they were started. */
export function jobDemands(jobs: RunningJobs): JobDemand[] {
  return jobs.store
    .all()
    .toReversed()
    .flatMap((job) => {
      if (job.wish !== 'run' || job.hold !== null || !jobs.hasRowsLeft(job.id)) return [];
      const { ready, intent } = jobs.store.rows.tally(job.id);
      return [{ id: job.id, name: job.name, rows: ready + intent, terms: job.terms }];
    });
}

export function unknownRows(jobs: RunningJobs): UnknownRows[] {
  return jobs.store.all().flatMap(({ id, name }) => {
    const rows = jobs.store.rows.tally(id).unknown;
    const since = rows === 0 ? null : jobs.store.lists.oldestUnknown(id);
    return since === null ? [] : [{ jobId: id, name, rows, since }];
  });
}
