import type { Clock } from '../../../foundation/ports.ts';

/** Milliseconds over which answers are counted. */
const WINDOW = 60_000;

/** How many rows a run gets answered, over its last minute. */
export class AnswerRate {
  private readonly clock: Pick<Clock, 'monotonicNow'>;
  private answeredAt: number[] = [];
  private startedAt = 0;

  constructor(clock: Pick<Clock, 'monotonicNow'>) {
    this.clock = clock;
  }

  restart(): void {
    this.startedAt = this.clock.monotonicNow();
    this.answeredAt = [];
  }

  count(): void {
    this.answeredAt.push(this.clock.monotonicNow());
  }

  /** Rows answered in the last minute. */
  get perMinute(): number {
    const from = this.clock.monotonicNow() - WINDOW;
    this.answeredAt = this.answeredAt.filter((at) => at > from);
    return this.answeredAt.length;
  }

  /** Milliseconds for which the rate has been watched, at most a minute. */
  get watchedFor(): number {
    return Math.min(WINDOW, this.clock.monotonicNow() - this.startedAt);
  }
}
