// Why: decision 0293.
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import type { Clock } from '../../foundation/ports.ts';
import type { AdmissionRequest, Settlement, Ticket } from './admission.ts';
import type { ServiceDay } from './service-day.ts';

type Answered = Settlement & { readonly kind: 'answered' };

export interface LikelyEndpointsOptions {
  readonly endpoints: readonly ServiceId[];
  readonly clock: Clock;
  readonly day: Pick<ServiceDay, 'ledger' | 'isOfAnother'>;
}

/** The endpoints of which it is only likely that they draw on a budget: what they may do, and what shows that they do not. */
export class LikelyEndpoints {
  readonly #options: LikelyEndpointsOptions;
  /** When the service said that the day is used up, monotonic milliseconds. */
  #exhaustedAt = Number.POSITIVE_INFINITY;
  /** Endpoints to which it said so, and until when, Unix milliseconds. */
  readonly #triedUntil = new Map<ServiceId, number>();

  constructor(options: LikelyEndpointsOptions) {
    this.#options = options;
  }

  /** A person is not refused because of a counter on which the endpoint may not draw: the service answers. */
  mayTry({ service, lane }: AdmissionRequest): boolean {
    const isTried = (this.#triedUntil.get(service) ?? 0) > this.#options.clock.wallNow();
    return lane === 'person' && this.#options.endpoints.includes(service) && !isTried;
  }

  /** The service answered a request of the endpoint that the day is used up until `endsAt` (Unix milliseconds). */
  exhausted(service: ServiceId, receivedAt: number, endsAt: number): void {
    this.#exhaustedAt = receivedAt;
    this.#triedUntil.set(service, endsAt);
  }

  /** Whether the answer shows that its endpoint draws on another counter. `ofDay`: its headers, if they describe a day. */
  isOfAnother({ service, sentAt }: Ticket, settlement: Answered, ofDay: RateHeaders | null): boolean {
    const { endpoints, day } = this.#options;
    if (!endpoints.includes(service)) return false;
    if (ofDay !== null && day.isOfAnother(ofDay, sentAt)) return true;
    const { status } = settlement;
    // Nothing shows that the day which is used up is that of this counter.
    if (status === 429) return ofDay === null && isDayOver(settlement, ofDay);
    const isSuccess = status >= 200 && status <= 299;
    return isSuccess && day.ledger.blockedPeriod === 'day' && sentAt > this.#exhaustedAt;
  }
}

/**
 * Whether a 429 is about the day. `ofDay`: its headers, if they describe a day. Headers of the minute say themselves that it is
 * not, however long the wait; a block of the minute lasts no longer than a quarter of an hour.
 */
export function isDayOver(settlement: Answered, ofDay: RateHeaders | null): boolean {
  const said = saidPause(settlement);
  return said !== null && (ofDay !== null || said > (settlement.headers === null ? 2 : 15) * MINUTE);
}

/** Milliseconds for which a 429 asks; null when it does not say. */
export function saidPause({ headers, retryAfter }: Answered): number | null {
  return retryAfter ?? (headers === null ? null : headers.secondsLeft * 1000);
}
