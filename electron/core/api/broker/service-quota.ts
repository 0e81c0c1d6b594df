import type { ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { LANES, type Lane } from '../../../../shared/domain/pacing/pacing.ts';
import { remainingUnits } from '../../../../shared/domain/quota/quota.ts';
import { serviceTitle } from '../../../../shared/domain/service/services.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/time.ts';
import type { Clock } from '../../foundation/ports.ts';
import type { RequestBroker } from './broker.ts';
import { budgetTitle } from './ledger/budgets.ts';
import { ASKED_FOR_PAUSE, UNSAVED_BLOCK } from './service-day.ts';
import type { ServiceState } from './service-state.ts';

export interface LaneCounts {
  readonly waiting: number;
  readonly inFlight: number;
  /** Requests sent in the last 60 s. */
  readonly sentLastMinute: number;
}

/** What the client knows of a budget; what will become of it is worked out above. */
export interface ServiceQuotaDetail extends Omit<ServiceQuota, 'outlook' | 'otherUse'> {
  readonly lanes: Readonly<Record<Lane, LaneCounts>>;
  /** Units of other clients seen in the current minute at least. */
  readonly foreignLastMinute: number;
  /** Until when rows wait because a 503 asked for it, Unix milliseconds; null: they do not. */
  readonly rowsRestUntil: number | null;
}

/** What a person may know about one service now. Times are Unix milliseconds. */
export function serviceQuota(
  state: ServiceState,
  broker: RequestBroker,
  clock: Clock,
  price: number,
): ServiceQuotaDetail {
  const now = clock.monotonicNow();
  const wall = clock.wallNow();
  const daily = state.daily;
  const budget = broker.budgets.of(state.service);
  const remaining = state.window.remaining(now);
  const end = state.window.endsBy(now);
  const restUntil = state.rowsRestUntil(now);
  const lanes = Object.fromEntries(
    LANES.map((lane) => [
      lane,
      {
        waiting: broker.waiting(state.service, lane),
        inFlight: state.lanes[lane].inFlight,
        sentLastMinute: state.lanes[lane].sends.count(now - MINUTE, now),
      },
    ]),
  ) as Record<Lane, LaneCounts>;
  return {
    service: state.service,
    title: budgetTitle(budget),
    name: budget.name,
    endpoints: budget.endpoints.map((service) => ({
      service,
      title: serviceTitle(service),
      isLikely: budget.likely.includes(service),
    })),
    grouping: budget.grouping,
    minute:
      state.hasMinuteRule && remaining !== null && end !== null
        ? { limit: state.minuteLimit, remaining: Math.max(0, remaining - state.inFlight), resetsAt: wall + (end - now) }
        : null,
    daily: {
      limit: daily.limit,
      used: daily.used,
      own: daily.byWhom.own,
      others: daily.byWhom.others,
      told: daily.origins.used?.source === 'counts' ? (daily.byWhom.told?.used ?? null) : null,
      startedAt: daily.periodStart,
      remaining: remainingUnits(daily),
      resetsAt: daily.periodEnd,
      source: daily.source,
      confirmedAt: daily.confirmedAt,
    },
    origins: originsOf(state, wall),
    lastMinute: {
      person: lanes.person.sentLastMinute,
      refresh: lanes.refresh.sentLastMinute,
      import: lanes.import.sentLastMinute,
      reconcile: lanes.reconcile.sentLastMinute,
      others: 0,
    },
    shares: {
      minute: { percent: state.shares.minute, isOwn: state.shares.isOwn.minute },
      day: { percent: state.shares.day, isOwn: state.shares.isOwn.day },
    },
    price,
    blockedUntil: daily.blockedUntil,
    blockedPeriod: daily.blockedPeriod,
    blockedReason: blockedReason(daily.blockedPeriod, state.day),
    sentLastMinute: state.sends.count(now - MINUTE, now),
    reserve: { units: state.day.reserve, isOwn: state.day.hasOwnReserve },
    lastHeaders: state.lastHeaders,
    ratePerMinute: state.hasMinuteRule ? MINUTE / state.interval(now) : null,
    lanes,
    foreignLastMinute: state.others.perMinute(now),
    rowsRestUntil: restUntil === null ? null : wall + (restUntil - now),
    refusedLastDay: state.day.throttledSince(wall - DAY),
  };
}

/** Null for a figure that is not known. */
function originsOf({ daily, lastHeaders, hasMinuteRule }: ServiceState, wall: number): ServiceQuota['origins'] {
  const { limit, used, end } = daily.origins;
  const counted = { source: 'ledger', at: wall } as const;
  return {
    limit,
    used: used ?? counted,
    minute: hasMinuteRule && lastHeaders !== null ? { source: 'header', at: lastHeaders.at } : null,
    resetsAt: daily.periodEnd === null ? null : (end ?? counted),
  };
}

function blockedReason(period: 'minute' | 'day' | null, { blockedBy, isUnsaved }: ServiceState['day']): string {
  if (period === null) return '';
  const ofDay = blockedBy === 'pause' ? ASKED_FOR_PAUSE : "The service says that today's quota is used up.";
  const why = period === 'day' ? ofDay : 'The service asked for a pause until the minute is over.';
  return isUnsaved ? `${why} ${UNSAVED_BLOCK}` : why;
}
