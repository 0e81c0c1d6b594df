import type { Clock } from '../../../foundation/ports.ts';

/** Milliseconds over which answers are counted. */
const WINDOW = 60_000;

/** How many rows a run gets answered, over its last minute. */
export class AnswerRate {
  readonly #clock: Pick<Clock, 'monotonicNow'>;
  #answeredAt: number[] = [];
  #startedAt = 0;

  constructor(clock: Pick<Clock, 'monotonicNow'>) {
    this.#clock = clock;
  }

  restart(): void {
    this.#startedAt = this.#clock.monotonicNow();
    this.#answeredAt = [];
  }

  count(): void {
    this.#answeredAt.push(this.#clock.monotonicNow());
  }

  /**
   * Rows answered in the last minute. In the first minute it counts between answers: the first one comes at once, so
   * counted from the start the rate would promise more than the service allows.
   */
  get perMinute(): number {
    const now = this.#clock.monotonicNow();
    this.#answeredAt = this.#answeredAt.filter((at) => at > now - WINDOW);
    const answeredAt = this.#answeredAt;
    if (this.watchedFor >= WINDOW) return answeredAt.length;
    const [first, last] = [answeredAt[0], answeredAt.at(-1)];
    if (first === undefined || last === undefined || first === last) return 0;
    const steps = answeredAt.length - 1;
    // A long silence lowers the rate, too.
    const until = now - last > (2 * (last - first)) / steps ? now : last;
    return (steps * WINDOW) / (until - first);
  }

  /** Milliseconds for which the rate has been watched, at most a minute. */
  get watchedFor(): number {
    return Math.min(WINDOW, this.#clock.monotonicNow() - this.#startedAt);
  }
}
