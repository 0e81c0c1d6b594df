import { z } from 'zod';
import type { EventName } from '../../shared/contract/channels.ts';
import { jobSummarySchema } from '../../shared/contract/jobs/jobs.ts';

const jobsSchema = z.object({ jobs: z.array(jobSummarySchema) });

/** Which jobs go on by themselves: the reason to stay awake, to live on without a window and to ask before quitting. */
export interface RunningJobs {
  /** Looks at every event of the core. */
  see(name: EventName, payload: unknown): void;
  /** Takes the answer of `job:list`. */
  learn(list: unknown): void;
  /** No core, no work: until the next one tells. */
  forget(): void;
  count(): number;
}

/** @param onChange hears of the first job that runs and of the last one that ended. */
export function createRunningJobs(onChange: (isAnyRunning: boolean) => void): RunningJobs {
  const running = new Set<string>();

  function update(change: () => void): void {
    const before = running.size > 0;
    change();
    if (before !== running.size > 0) onChange(running.size > 0);
  }

  function note(job: z.infer<typeof jobSummarySchema>): void {
    if (job.state === 'running' || job.state === 'waiting') running.add(job.id);
    else running.delete(job.id);
  }

  return {
    see(name, payload) {
      if (name === 'job:progress') {
        const job = jobSummarySchema.safeParse(payload);
        if (job.success) update(() => note(job.data));
      }
    },
    learn(list) {
      const parsed = jobsSchema.safeParse(list);
      if (parsed.success) update(() => parsed.data.jobs.forEach(note));
    },
    forget: () => update(() => running.clear()),
    count: () => running.size,
  };
}
