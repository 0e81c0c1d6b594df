import { useState } from 'react';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import type { JobLook } from '../../../../../shared/contract/jobs/jobs.ts';
import { call, useChannelMutation } from '../../../bridge/index.ts';
import { type DoubtJob, hasRow } from './doubt-model.ts';

/** Settles the rows that only the witness names, job after job. `jobs`: those that have unknown rows. */
export function useWays(jobs: readonly DoubtJob[]) {
  const look = useChannelMutation('job:look');
  const decide = useChannelMutation('job:decide');
  const [looks, setLooks] = useState<ReadonlyMap<string, JobLook>>(new Map());

  return {
    looks,
    isComparing: look.isPending,
    isBusy: look.isPending || decide.isPending,
    failure: look.error ?? decide.error,
    /** One request a job. Changes no row. */
    async compare(): Promise<void> {
      for (const { jobId } of jobs) {
        const found = await look.mutateAsync({ jobId });
        setLooks((known) => new Map([...known, [jobId, found]]));
      }
    },
    /** Leaves the named rows out that are still unknown. Answers how many. */
    async treatAsSent(): Promise<number> {
      let left = 0;
      for (const { jobId, named } of jobs) {
        const rows = (await unknownRows(jobId)).filter((row) => named !== null && hasRow(named.rows, row));
        for (let at = 0; at < rows.length; at += PAGE_LIMIT) {
          const part = rows.slice(at, at + PAGE_LIMIT);
          await decide.mutateAsync({ jobId, rows: part, decision: 'leave' });
          left += part.length;
        }
      }
      return left;
    },
  };
}

async function unknownRows(jobId: string): Promise<number[]> {
  const found: number[] = [];
  for (;;) {
    const { total, rows } = await call('job:rows', {
      jobId,
      state: 'unknown',
      offset: found.length,
      limit: PAGE_LIMIT,
    });
    found.push(...rows.map(({ row }) => row));
    if (rows.length === 0 || found.length >= total) return found;
  }
}
