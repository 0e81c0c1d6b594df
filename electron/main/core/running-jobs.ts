import type { CoreEvent } from '../../core/link/host-messages.ts';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';

/** Jobs that run or wait for time. While there are any, the computer stays awake, closing hides the window, and quitting asks. */
export class RunningJobs {
  readonly #running = new Set<string>();
  readonly #onChange: (isAnyRunning: boolean) => void;

  /** @param onChange is called when the first job runs and when the last one has ended. */
  constructor(onChange: (isAnyRunning: boolean) => void) {
    this.#onChange = onChange;
  }

  get count(): number {
    return this.#running.size;
  }

  /** Takes every event of the core; only the progress of jobs and their end matter here. */
  see(event: CoreEvent): void {
    if (event.name === 'job:progress') this.learn([event.payload]);
    if (event.name === 'job:removed') this.#update(() => this.#running.delete(event.payload.jobId));
  }

  learn(jobs: readonly JobSummary[]): void {
    this.#update(() => {
      for (const { id, state } of jobs)
        if (state === 'running' || state === 'waiting') this.#running.add(id);
        else this.#running.delete(id);
    });
  }

  /** The core ended: nothing runs until the next one reports its jobs. */
  forget(): void {
    this.#update(() => this.#running.clear());
  }

  #update(change: () => void): void {
    const before = this.#running.size > 0;
    change();
    const after = this.#running.size > 0;
    if (before !== after) this.#onChange(after);
  }
}
