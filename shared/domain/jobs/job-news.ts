import type { JobState, JobSummary } from '../../contract/jobs/jobs.ts';
import { format } from '../words/format.ts';

/** What a person who looks elsewhere is told of a job. */
export interface JobNews {
  readonly title: string;
  readonly body: string;
}

/** States of jobs by their ids, as they were heard last. */
export type HeardStates = Map<string, JobState>;

/**
 * What the job has to say now that it is in this state: it was running or waiting and is complete, or needs a person. Null
 * when there is no news, or nobody wants it. A job that is heard of for the first time has none: its news is older.
 */
export function jobNews(heard: HeardStates, job: JobSummary): JobNews | null {
  const before = heard.get(job.id);
  heard.set(job.id, job.state);
  if (!job.terms.notify || (before !== 'running' && before !== 'waiting')) return null;
  const { rows, created } = job.counts;
  if (job.state === 'complete') {
    const count = `${format.number(created)} of ${format.count(rows, 'row was', 'rows were')} created.`;
    return { title: `${job.name} is complete`, body: count };
  }
  return job.state === 'needsYou' ? { title: `${job.name} needs you`, body: job.reason } : null;
}
