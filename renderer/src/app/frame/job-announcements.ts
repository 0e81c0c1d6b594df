import type { JobSummary } from '../../../../shared/contract/jobs/jobs.ts';
import { format } from '../../lib/format.ts';

/** What has been said about a job. */
export interface Announced {
  readonly tenth: number;
  /** Unix milliseconds. */
  readonly at: number;
  readonly state: JobSummary['state'];
  readonly unknown: number;
}

const calm = 60_000;

/**
 * What to say now: progress at each tenth and at most once a minute; pauses and unknown rows at once. An empty text takes
 * the last one away: a screen reader says nothing when the same words come again.
 */
export function announce(
  before: Announced | undefined,
  job: JobSummary,
  now: number,
): { readonly announced: Announced; readonly polite: string | null; readonly urgent: string | null } {
  const { counts } = job;
  const done = counts.rows - counts.waiting;
  const tenth = counts.rows === 0 ? 10 : Math.floor((done / counts.rows) * 10);
  if (before === undefined) {
    return { announced: { tenth, at: now, state: job.state, unknown: counts.unknown }, polite: null, urgent: null };
  }
  const urgent = urgentWords(before, job);
  const isDue = tenth > before.tenth && now - before.at >= calm;
  const isOver = job.state === 'complete' && before.state !== 'complete';
  const polite = isOver
    ? `${job.name} is complete. ${format.number(counts.created)} of ${format.count(counts.rows, { one: '# row was', other: '# rows were' })} created.`
    : isDue
      ? `${job.name}: ${format.number(done)} of ${format.count(counts.rows, { one: '# row is', other: '# rows are' })} done.`
      : null;
  const said = polite === null ? { tenth: before.tenth, at: before.at } : { tenth, at: now };
  return { announced: { ...said, state: job.state, unknown: counts.unknown }, polite, urgent };
}

function urgentWords(before: Announced, job: JobSummary): string | null {
  if (job.counts.unknown > before.unknown) {
    return `${job.name}: ${format.count(job.counts.unknown, { one: '# row is unknown and needs your decision.', other: '# rows are unknown and need your decision.' })}`;
  }
  if (job.state !== before.state && isPaused(job)) {
    return `${job.name} is paused. ${job.reason}`;
  }
  return isPaused(before) && !isPaused(job) ? '' : null;
}

function isPaused({ state }: Pick<JobSummary, 'state'>): boolean {
  return state === 'paused' || state === 'needsYou';
}
