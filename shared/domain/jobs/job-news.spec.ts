import { expect, it } from 'vitest';
import { USUAL_TERMS } from '../../contract/imports/imports.ts';
import type { JobSummary } from '../../contract/jobs/jobs.ts';
import { type HeardStates, jobNews } from './job-news.ts';
import { jobSummary } from './job-summary-fixture.ts';

const counts = { rows: 1_200, created: 1_199, refused: 1, unknown: 0, skipped: 0, excluded: 0, waiting: 0 };

const job = (state: JobSummary['state'], part: Partial<JobSummary> = {}) => jobSummary({ state, counts, ...part });

/** The news of these snapshots, one after the other. */
function newsOf(...jobs: readonly JobSummary[]): string[] {
  const heard: HeardStates = new Map();
  return jobs.flatMap((one) => {
    const news = jobNews(heard, one);
    return news === null ? [] : [`${news.title}. ${news.body}`];
  });
}

it('says once that a job is complete, also after a wait', () => {
  const words = 'Customers is complete. 1,199 of 1,200 rows were created.';
  expect(newsOf(job('running'), job('complete'), job('complete'))).toEqual([words]);
  expect(newsOf(job('running'), job('waiting'), job('complete'))).toEqual([words]);
  const single = { counts: { ...counts, rows: 1, created: 1, refused: 0 } };
  expect(newsOf(job('running', single), job('complete', single))).toEqual([
    'Customers is complete. 1 of 1 row was created.',
  ]);
});

it('says each time that a job needs somebody, and why', () => {
  const needs = job('needsYou', { reason: 'The password is needed.' });
  const words = 'Customers needs you. The password is needed.';
  expect(newsOf(job('running'), needs, job('running'), needs)).toEqual([words, words]);
});

it('says nothing of what a person did, of what was so before, and when nobody wants it', () => {
  expect(newsOf(job('running'), job('paused'), job('stopped'))).toEqual([]);
  expect(newsOf(job('complete'), job('complete'))).toEqual([]);
  const silent = { terms: { ...USUAL_TERMS, notify: false } };
  expect(newsOf(job('running', silent), job('complete', silent))).toEqual([]);
});

it('keeps jobs apart', () => {
  expect(newsOf(job('running'), job('complete', { id: 'job-2' }))).toEqual([]);
});
