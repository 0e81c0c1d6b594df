import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';

/** Unknown rows over all jobs, and jobs that cannot go on without a person for another reason. Each job counts in one of them. */
export function inNeed(jobs: readonly Pick<JobSummary, 'state' | 'counts'>[]): {
  readonly rows: number;
  readonly jobs: number;
} {
  return {
    rows: jobs.reduce((sum, { counts }) => sum + counts.unknown, 0),
    jobs: jobs.filter(({ state, counts }) => state === 'needsYou' && counts.unknown === 0).length,
  };
}
