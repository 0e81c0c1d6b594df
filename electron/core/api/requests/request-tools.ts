import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import type { Clock } from '../../foundation/ports.ts';
import type { DayReason } from '../broker/admission.ts';
import type { Transport } from '../transport/transport.ts';
import type { Requester } from './requester.ts';

export interface RequestOptions {
  /** `person` by default. */
  readonly lane?: Lane;
  readonly signal?: AbortSignal;
}

/** Why a service accepts nothing now, after a 429. */
export interface Block {
  /** Unix milliseconds. */
  readonly until: number;
  readonly period: 'minute' | 'day';
  /** True when the journal does not hold this yet: a restart would forget it. */
  readonly unsaved: boolean;
  /** It says something only where the period is the day. */
  readonly why: DayReason;
}

/** What every request of the client needs, and the words for its trouble. */
export interface RequestTools {
  readonly requester: Requester;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Null when the service accepts requests. */
  readonly blocked: (service: ServiceId) => Block | null;
  /** Time and date on the service's wall clock, with its zone. */
  readonly formatTime: (instant: number) => string;
}
