import type { JobSummary } from '../../shared/contract/jobs/jobs.ts';
import type { CoreDesk } from './core-desk.ts';

/* What a program says of its imports when nothing is sent any more, and how that fits what the service accepted. */

export interface TellRow {
  /** What the first column has: every row has its own. */
  readonly name: string;
  readonly state: string;
  readonly reason: string;
}

export interface TellJob {
  readonly job: string;
  readonly counts: JobSummary['counts'];
  /** Rows that the list of unknown rows shows. */
  readonly unknownListed: number;
  readonly rows: readonly TellRow[];
}

const PAGE = 500;

/** Stops what waits, and tells every row of every job. */
export async function* tellJobs(desk: CoreDesk): AsyncGenerator<TellJob> {
  const { jobs } = await desk.call('job:list', {});
  for (const { id } of jobs) {
    await desk.call('job:stop', { jobId: id });
    while ((await desk.call('job:get', { jobId: id })).summary.counts.waiting > 0)
      await new Promise<void>((resolve) => setTimeout(resolve, 20));
  }
  for (const { id, counts } of (await desk.call('job:list', {})).jobs) {
    const rows: TellRow[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const page = await desk.call('job:rows', { jobId: id, state: 'all', offset, limit: PAGE });
      rows.push(...page.rows.map(({ cells, state, reason }) => ({ name: cells[0] ?? '', state, reason })));
      if (page.rows.length < PAGE) break;
    }
    const { total } = await desk.call('job:rows', { jobId: id, state: 'unknown', offset: 0, limit: 1 });
    yield { job: id, counts, unknownListed: total, rows };
  }
}

/** The rows of all states together. */
export function statesOf({ created, refused, unknown, skipped, excluded, waiting }: JobSummary['counts']): number {
  return created + refused + unknown + skipped + excluded + waiting;
}

export function addsUp({ counts, rows: { length: listed } }: TellJob): boolean {
  return counts.rows === listed && counts.rows === statesOf(counts) && counts.waiting === 0;
}

/**
 * Leads that arrived, and that no job calls created or unknown. A job whose cells were lost with a torn log counts its rows
 * as unknown without their names: each stands for one such lead.
 */
export function lostOf(jobs: readonly TellJob[], accepted: readonly string[]): number {
  const rows = jobs.flatMap((job) => job.rows).filter(({ state }) => state === 'created' || state === 'unknown');
  const known = new Set(rows.map(({ name }) => name));
  const nameless = rows.filter(({ name, state }) => name === '' && state === 'unknown').length;
  return Math.max(0, accepted.filter((name) => !known.has(name)).length - nameless);
}

/** Rows that a job calls created and the service does not know. */
export function untrueOf(jobs: readonly TellJob[], accepted: readonly string[]): number {
  const arrived = new Set(accepted);
  return jobs.flatMap(({ rows }) => rows).filter(({ state, name }) => state === 'created' && !arrived.has(name)).length;
}
