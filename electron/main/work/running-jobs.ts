import { MINUTE } from '../../../shared/domain/time/time.ts';
import type { Clock, Timer } from '../../core/foundation/ports.ts';
import type { CoreEvent } from '../../core/link/host-messages.ts';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';

/** Milliseconds. A job that goes on sooner keeps the computer awake: it would hardly sleep before. */
const SOON = 10 * MINUTE;

interface RunningJob {
  readonly accountId: string;
  /** When the job goes on, Unix milliseconds; 0 when its rows leave. */
  readonly at: number;
  /** Not in another program, where it goes on when this one ends. */
  readonly isHere: boolean;
}

/**
 * Jobs that run or wait for time. While this program works on any, closing hides the window, and quitting asks. While rows
 * leave, or are about to, from here or from another program, the computer stays awake; not for the hours until a quota begins
 * anew.
 */
export class RunningJobs {
  /** By id. */
  readonly #running = new Map<string, RunningJob>();
  readonly #clock: Pick<Clock, 'after' | 'wallNow'>;
  readonly #onNeed: (isNeeded: boolean) => void;
  #isNeeded = false;
  #timer: Timer | null = null;

  /** @param onNeed is called when the computer must stay awake and when it need not any more. */
  constructor(clock: Pick<Clock, 'after' | 'wallNow'>, onNeed: (isNeeded: boolean) => void) {
    this.#clock = clock;
    this.#onNeed = onNeed;
  }

  get count(): number {
    return [...this.#running.values()].filter(({ isHere }) => isHere).length;
  }

  /** Takes every event of the core; only the progress of jobs, their end, and that of their accounts matter here. */
  see(event: CoreEvent): void {
    if (event.name === 'job:progress') this.learn([event.payload]);
    if (event.name === 'job:removed') this.#update(() => this.#running.delete(event.payload.jobId));
    if (event.name === 'account:changed') {
      const open = new Set(event.payload.accounts.filter(({ signedIn }) => signedIn).map(({ id }) => id));
      this.#update(() => {
        for (const [id, { accountId }] of this.#running) if (!open.has(accountId)) this.#running.delete(id);
      });
    }
  }

  learn(jobs: readonly JobSummary[]): void {
    this.#update(() => {
      for (const { id, accountId, state, resumeAt, isElsewhere } of jobs) {
        const at = state === 'waiting' ? (resumeAt ?? 0) : 0;
        if (state === 'running' || state === 'waiting')
          this.#running.set(id, { accountId, at, isHere: isElsewhere !== true });
        else this.#running.delete(id);
      }
    });
  }

  /** The core ended: nothing runs until the next one reports its jobs. */
  forget(): void {
    this.#update(() => this.#running.clear());
  }

  #update(change: () => void): void {
    change();
    this.#timer?.cancel();
    const next = Math.min(...[...this.#running.values()].map(({ at }) => at)) - SOON - this.#clock.wallNow();
    const isNeeded = next <= 0;
    this.#timer = isNeeded || next === Infinity ? null : this.#clock.after(next, () => this.#update(() => undefined));
    if (isNeeded === this.#isNeeded) return;
    this.#isNeeded = isNeeded;
    this.#onNeed(isNeeded);
  }
}
