import type { CoreEvent } from '../../core/link/host-messages.ts';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';

/** Which jobs go on by themselves: the reason to stay awake, to stay open without a window and to ask before quitting. */
export class RunningJobs {
  readonly #running = new Set<string>();
  readonly #onChange: (isAnyRunning: boolean) => void;

  /** @param onChange is called for the first job that runs and when the last one ended. */
  constructor(onChange: (isAnyRunning: boolean) => void) {
    this.#onChange = onChange;
  }

  get count(): number {
    return this.#running.size;
  }

  /** Looks at every event of the core. */
  see(event: CoreEvent): void {
    if (event.name === 'job:progress') this.learn([event.payload]);
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
