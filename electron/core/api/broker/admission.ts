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

/** The day has no unit left for this request, or is blocked. */
export interface DayStop {
  /** Unix milliseconds; null when nobody knows when the day ends. */
  readonly retryAt: number | null;
  /** True when units are left, all of them reserved for people, or beyond the share of this program. */
  readonly reserved: boolean;
  /** As much of the day is used as the share that a person chose, and more than the reserve is left. */
  readonly isShare?: true;
  /** True when the journal does not hold this yet: a restart would forget it. */
  readonly unsaved: boolean;
  /** The service asked for a wait, and nothing shows that the day is used up. Missing: it is used up. */
  readonly isRest?: true;
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
