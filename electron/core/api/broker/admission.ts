import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';

/** What callers ask of the broker, and what they get. */

export interface AdmissionRequest {
  readonly service: ServiceId;
  readonly lane: Lane;
  readonly fairUse: boolean;
  readonly signal?: AbortSignal;
}

export type Admission =
  | { readonly kind: 'ticket'; readonly ticket: Ticket }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'closed' }
  | ({ readonly kind: 'daily' } & DayStop)
  /** The journal did not take the debit, or the caller's own step before the send failed: nothing left, nothing is debited. */
  | { readonly kind: 'stepFailed'; readonly error: unknown };

/**
 * `reserved`: units are left, all of them for people. `share`: more is left, and as much is used as a person lets this program
 * use. `pause`: the service asked for a wait, and nothing shows that the day is used up.
 */
export type DayReason = 'usedUp' | 'reserved' | 'share' | 'pause';

/** The day has no unit left for this request, or is blocked. */
export interface DayStop {
  /** Unix milliseconds; null when nobody knows when the day ends. */
  readonly retryAt: number | null;
  readonly why: DayReason;
  /** The service has not named the end of the day, which may be over before `retryAt`. */
  readonly isLatest: boolean;
  /** True when the journal does not hold this yet: a restart would forget it. */
  readonly unsaved: boolean;
}

/** Permission for one request. `settle` must be called exactly once. */
export interface Ticket {
  readonly service: ServiceId;
  readonly lane: Lane;
  readonly units: number;
  readonly fairUse: boolean;
  /** Monotonic milliseconds. */
  readonly sentAt: number;
  /** When its units were debited, Unix milliseconds. */
  readonly debitedAt: number;
  settle(settlement: Settlement): void;
}

/** How an admitted request ended. */
export type Settlement =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: RateHeaders | null;
      /** Milliseconds. */
      readonly retryAfter: number | null;
      /** Monotonic milliseconds. */
      readonly receivedAt: number;
    }
  /** It certainly never left. */
  | { readonly kind: 'notSent' }
  /** It left, and no headers came back. */
  | { readonly kind: 'lost' };
