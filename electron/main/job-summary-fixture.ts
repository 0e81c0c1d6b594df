import { USUAL_TERMS } from '../../shared/contract/imports/imports.ts';
import type { JobState, JobSummary } from '../../shared/contract/jobs/jobs.ts';

/** For specs: a job of one row that waits. */
export function jobSummary(id: string, state: JobState): JobSummary {
  return {
    id,
    state,
    accountId: 'a',
    name: 'n',
    fileName: 'f.csv',
    campaignCode: 'C',
    poolName: null,
    by: 'anna',
    terms: USUAL_TERMS,
    reason: '',
    counts: { rows: 1, created: 0, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 1 },
    createdAt: 0,
    endedAt: null,
    ratePerMinute: 0,
    rateReason: '',
    finishAt: null,
    resumeAt: null,
    sequence: 1,
  };
}
