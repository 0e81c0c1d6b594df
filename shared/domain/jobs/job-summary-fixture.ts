import { type JobSummary, jobSummarySchema } from '../../contract/jobs/jobs.ts';

/** For specs: a job of ten rows that runs and has sent none yet. */
export function jobSummary(part: Partial<JobSummary> = {}): JobSummary {
  return jobSummarySchema.parse({
    id: 'job-1',
    accountId: 'one',
    name: 'Customers',
    fileName: 'customers.csv',
    campaignCode: 'DK-1',
    poolName: null,
    by: 'anna',
    state: 'running',
    reason: '',
    counts: { rows: 10, created: 0, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 10 },
    createdAt: 0,
    endedAt: null,
    ratePerMinute: 0,
    rateReason: '',
    finishAt: null,
    resumeAt: null,
    sequence: 1,
    ...part,
  });
}
