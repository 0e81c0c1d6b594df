import type { AppError } from '../../../../shared/contract/errors.ts';
import { serviceTitle, type ServiceId } from '../../../../shared/domain/service/services.ts';

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE = 15_000;
const MOST_PAUSE = 5 * 60_000;

/** Spares a service that keeps failing the requests nobody waits for. A person's request always goes through. */
export class CircuitBreaker {
  private failures = 0;
  private pause = FIRST_PAUSE;
  private openUntil = Number.NEGATIVE_INFINITY;

  isOpen(now: number): boolean {
    return now < this.openUntil;
  }

  failed(now: number): void {
    this.failures++;
    if (this.failures < FAILURES_TO_OPEN) return;
    this.openUntil = now + this.pause;
    this.pause = Math.min(this.pause * 2, MOST_PAUSE);
    // After the pause a single failure closes the way again.
    this.failures = FAILURES_TO_OPEN - 1;
  }

  succeeded(): void {
    this.failures = 0;
    this.pause = FIRST_PAUSE;
    this.openUntil = Number.NEGATIVE_INFINITY;
  }

  error(service: ServiceId): AppError {
    return {
      code: 'network',
      sent: 'no',
      message: `"${serviceTitle(service)}" has failed several times in a row and is left alone for a while. Nothing was sent.`,
    };
  }
}
