import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';

export interface NewLead {
  readonly campaignCode: string;
  /** Import name to value; names keep their case. */
  readonly data: Readonly<Record<string, string>>;
  readonly poolName?: string | null;
}

export interface CreateLeadOptions {
  readonly lane: Lane;
  readonly signal?: AbortSignal;
  /** False sends this one request without the fair use header, at the price then in force. */
  readonly fairUse?: boolean;
  /**
   * Called synchronously, at most once, when the connection stands and right before the first byte of the request leaves.
   * When it throws, nothing is sent and the debit is given back. Not called when no connection comes to stand.
   */
  readonly beforeSend: () => void;
}

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** How one attempt to create a lead ended (decision 0023). The client never sends a lead a second time by itself. */
export type CreateLeadOutcome =
  | { readonly outcome: 'created'; readonly leadId: string | null; readonly raw: string }
  /** The service refused the lead for good: the same data gets the same answer. */
  | {
      readonly outcome: 'rejected';
      readonly status: number;
      readonly message: string;
      /** The message is ours. It may hold what came instead of words, such as a number of the request, which differs from row to row. */
      readonly isWordless?: true;
      readonly fieldErrors: readonly FieldError[];
      readonly raw: string;
    }
  /** The lead may exist. Never send it again without evidence or a person's decision. */
  | {
      readonly outcome: 'unknown';
      readonly reason: UnknownReason;
      readonly detail: string;
      /** The wait that the service asked for. Until `retryAt` (Unix milliseconds) the client holds other rows back. */
      readonly pause?: { readonly retryAt: number; readonly message: string };
    }
  /** Nothing reached the service. It costs nothing and may be sent again. */
  | { readonly outcome: 'notSent'; readonly reason: NotSentReason; readonly message: string }
  /** The service did not look at the lead; the row waits, and the attempt does not count. */
  | {
      readonly outcome: 'notNow';
      readonly kind: 'auth' | 'forbidden' | 'rateLimited' | 'daily';
      /** Unix milliseconds; null when only a person can help. */
      readonly retryAt: number | null;
      readonly message: string;
    };

export type UnknownReason = 'noAnswer' | 'brokenAnswer' | 'serverError' | 'timeout' | 'cancelled';
export type NotSentReason =
  'offline' | 'encryption' | 'cancelled' | 'noCredentials' | 'journal' | 'closed' | 'badRequest';
