import type { JobRow } from '../../../../../shared/contract/jobs/jobs.ts';
import { exampleJob, exampleJobDetail, exampleQuota } from '../../../testing/examples.ts';
import type { Answers } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { JobPage } from './JobPage.tsx';

export const counts = { rows: 100, created: 50, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 50 };

export const noVerdicts = { total: 0, sums: { exists: 0, absent: 0, several: 0, unclear: 0 }, verdicts: [] };

/** The page of the job "job-1", the usual example unless the answers say otherwise. */
export const showJob = (answers: Answers = {}) =>
  showPage(<JobPage jobId="job-1" />, {
    'job:get': () => exampleJobDetail(exampleJob()),
    'quota:snapshot': () => exampleQuota(),
    'job:verdicts': () => noVerdicts,
    'job:answers': () => ({ total: 0, answers: [] }),
    'job:rows': () => ({ total: 0, rows: [] }),
    'job:outcomes': () => ({ outcomes: null }),
    ...answers,
  });

export function row(number: number, part: Partial<JobRow>): JobRow {
  return {
    row: number,
    line: number + 1,
    state: 'unknown',
    cells: [`Firm ${number}`],
    leadId: null,
    reason: 'The connection was cut.',
    at: null,
    attempts: 1,
    data: { Firma: `Firm ${number}` },
    ...part,
  };
}
