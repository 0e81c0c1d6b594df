import { MINUTE } from '../../../shared/domain/time/time.ts';
import type { Clock, Timer } from '../../core/foundation/ports.ts';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import { SeenJobs } from './seen-jobs.ts';

/** Milliseconds. A job that goes on sooner keeps the computer awake: it would hardly sleep before. */
const SOON = 10 * MINUTE;

/**
 * Jobs that run or wait for time. While this program works on any, closing hides the window, and quitting asks. While rows
 * leave, or are about to, from here or from another program, the computer stays awake; not for the hours until a quota begins
 * anew.
 */
export class RunningJobs extends SeenJobs {
  readonly #clock: Pick<Clock, 'after' | 'wallNow'>;
  readonly #onNeed: (isNeeded: boolean) => void;
  #isNeeded = false;
  #timer: Timer | null = null;

  /** @param onNeed is called when the computer must stay awake and when it need not any more. */
  constructor(clock: Pick<Clock, 'after' | 'wallNow'>, onNeed: (isNeeded: boolean) => void) {
    super();
    this.#clock = clock;
    this.#onNeed = onNeed;
  }

  /** Without those of another program, where they go on when this one ends. */
  get count(): number {
    return this.#running().filter(({ isElsewhere }) => isElsewhere !== true).length;
  }

  #running(): JobSummary[] {
    return [...this.jobs.values()].filter(({ state }) => state === 'running' || state === 'waiting');
  }

  protected override changed(): void {
    this.#timer?.cancel();
    // When a job goes on, Unix milliseconds; 0 when its rows leave.
    const moments = this.#running().map(({ state, resumeAt }) => (state === 'waiting' ? (resumeAt ?? 0) : 0));
    const next = Math.min(...moments) - SOON - this.#clock.wallNow();
    const isNeeded = next <= 0;
    this.#timer = isNeeded || next === Infinity ? null : this.#clock.after(next, () => this.changed());
    if (isNeeded === this.#isNeeded) return;
    this.#isNeeded = isNeeded;
    this.#onNeed(isNeeded);
  }
}
