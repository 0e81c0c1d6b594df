import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { CoreEvent } from '../../core/link/host-messages.ts';

/** The imports that ran at some time since the core was started, of accounts that are signed in. */
export abstract class SeenJobs {
  protected readonly jobs = new Map<string, JobSummary>();

  /** Takes every event of the core; only the progress of jobs, their end, and that of their accounts matter here. */
  see(event: CoreEvent): void {
    if (event.name === 'job:progress') this.learn([event.payload]);
    if (event.name === 'job:removed' && this.jobs.delete(event.payload.jobId)) this.changed();
    if (event.name === 'account:changed') {
      const open = new Set(event.payload.accounts.filter(({ signedIn }) => signedIn).map(({ id }) => id));
      for (const { id, accountId } of [...this.jobs.values()]) if (!open.has(accountId)) this.jobs.delete(id);
      this.changed();
    }
  }

  learn(jobs: readonly JobSummary[]): void {
    for (const job of jobs) {
      const isOver = job.state === 'complete' || job.state === 'stopped';
      const isAtWork = job.state === 'running' || job.state === 'waiting';
      if (isOver) this.jobs.delete(job.id);
      else if (isAtWork || this.jobs.has(job.id)) this.jobs.set(job.id, job);
    }
    this.changed();
  }

  /** The core ended: nothing is known until the next one reports its jobs. */
  forget(): void {
    this.jobs.clear();
    this.changed();
  }

  protected abstract changed(): void;
}
