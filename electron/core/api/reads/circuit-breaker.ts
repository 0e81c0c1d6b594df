import type { AppError } from '../../../../shared/contract/errors.ts';
import { serviceTitle, type ServiceId } from '../../../../shared/domain/service/services.ts';

/** Failures of one service in a row after which it is left alone. */
const FAILURES_TO_OPEN = 5;
/** Milliseconds. The first pause, doubled for each further one up to `MOST_PAUSE`. */
const FIRST_PAUSE = 15_000;
const MOST_PAUSE = 5 * 60_000;

/** Sends no background request to a service that keeps failing. A person's request always goes out. */
export class CircuitBreaker {
  #failures = 0;
  #pause = FIRST_PAUSE;
  #openUntil = Number.NEGATIVE_INFINITY;

  isOpen(now: number): boolean {
    return now < this.#openUntil;
  }

  /** After the pause a single failure starts the next one. */
  failed(now: number): void {
    this.#failures++;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#openUntil = now + this.#pause;
    this.#pause = Math.min(this.#pause * 2, MOST_PAUSE);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pause = FIRST_PAUSE;
    this.#openUntil = Number.NEGATIVE_INFINITY;
  }

  error(service: ServiceId): AppError {
    return {
      code: 'network',
      sent: 'no',
      message: `"${serviceTitle(service)}" failed several times in a row, so Lead Console waits before it asks again. Nothing was sent.`,
    };
  }
}
