import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import type { TeamImport } from '../../../../../shared/contract/team/team.ts';
import type { JobStore } from '../journal/job-store.ts';

interface JobsOfAccount {
  readonly store: Pick<JobStore, 'all'>;
  summary(jobId: string): JobSummary;
}

/** Imports that colleagues are told of: the latest, and those that are not over yet before them. */
const MOST = 12;

/** What colleagues are told of the imports of an account, the latest first: no cell and no lead. */
export function importsForTeam(jobs: JobsOfAccount): TeamImport[] {
  return jobs.store
    .all()
    .sort(
      (one, other) => Number(one.endedAt !== null) - Number(other.endedAt !== null) || other.createdAt - one.createdAt,
    )
    .slice(0, MOST)
    .sort((one, other) => other.createdAt - one.createdAt)
    .map(({ id, fileHash }) => {
      const { name, campaignCode, state, counts, ratePerMinute, finishAt, createdAt, endedAt } = jobs.summary(id);
      const { rows, waiting, created, refused, unknown } = counts;
      const told = { rows, waiting, created, refused, unknown };
      return { jobId: id, name, campaignCode, fileHash, state, ...told, ratePerMinute, finishAt, createdAt, endedAt };
    });
}
