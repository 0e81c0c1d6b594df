import { expect, it } from 'vitest';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import { importsForTeam } from './imports-for-team.ts';

const COUNTS = { rows: 9, waiting: 1, created: 2, refused: 3, unknown: 1, skipped: 1, excluded: 1 };

/** What a team is told of imports that began at 0, 1 and so on. @param open numbers of those that are not over */
function told(count: number, open: readonly number[]) {
  const jobs = Array.from({ length: count }, (_, at) => ({
    id: `job${at}`,
    fileHash: `hash${at}`,
    createdAt: at,
    endedAt: open.includes(at) ? null : 1000 - at,
  }));
  return importsForTeam({
    store: { all: () => jobs as JobRecord[] },
    summary: (id) => {
      const { createdAt, endedAt } = jobs.find((job) => job.id === id) ?? {};
      const own = { name: `name of ${id}`, campaignCode: 'SPRING', state: 'running', ratePerMinute: 5, finishAt: 7 };
      return { ...own, id, fileName: 'a.csv', counts: COUNTS, createdAt, endedAt } as unknown as JobSummary;
    },
  });
}

it('tells of the twelve latest imports, the latest first, and of none of their leads', () => {
  const imports = told(14, []);
  expect(imports.map(({ jobId }) => jobId)).toEqual(Array.from({ length: 12 }, (_, index) => `job${13 - index}`));
  expect(imports[0]).toEqual({
    jobId: 'job13',
    name: 'name of job13',
    campaignCode: 'SPRING',
    fileHash: 'hash13',
    state: 'running',
    rows: 9,
    waiting: 1,
    created: 2,
    refused: 3,
    unknown: 1,
    ratePerMinute: 5,
    finishAt: 7,
    createdAt: 13,
    endedAt: 987,
  });
});

it('leaves out none that is not over, however old it is', () => {
  expect(told(14, [0, 1]).map(({ createdAt }) => createdAt)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 1, 0]);
});
