import type { ChannelResult } from '../../../shared/contract/channels.ts';
import { type AlertSettings, alertSettingsSchema } from '../../../shared/contract/quota/quota-alerts.ts';
import type { QuotaSnapshot } from '../../../shared/contract/quota/quota.ts';
import { DEFAULT_ALERTS } from '../../../shared/domain/quota/alert-defaults.ts';
import {
  formatServiceTime,
  knownZone,
  productionHours,
  wallClockAt,
} from '../../../shared/domain/service/service-time.ts';
import { ENDPOINT, type ServiceId } from '../../../shared/domain/service/services.ts';
import { DAY } from '../../../shared/domain/time/time.ts';
import { createLedgerStore, type LedgerStore } from '../api/broker/ledger/ledger-store.ts';
import type { ServiceQuotaDetail } from '../api/broker/service-quota.ts';
import type { PostJson } from '../api/transport/post-json.ts';
import { notFound } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { type BudgetForecast, forecastOf } from './budget-forecast.ts';
import type { JobView } from './job-view.ts';
import { KeptFact } from './kept-fact.ts';
import { MeasuredUse } from './measured-use.ts';
import { AlertDelivery } from './alert-delivery.ts';
import { burnDownPoints, hourCells, latencyPoints, minutePoints, stepFor, unitsPerMinute } from './quota-series.ts';
import { QuotaAlerts } from './quota-alerts.ts';

/** Days ago of the days that the running one is compared with: yesterday, and the same weekday. */
const COMPARED_DAYS = [1, 7] as const;

/** Milliseconds for which a forecast is shown before it is worked out again. */
export const FORECAST_FOR = 5_000;

/** What a person may know about the quota of one account. */
export class AccountQuota {
  readonly alertSettings: KeptFact<AlertSettings>;
  readonly alerts: QuotaAlerts;
  readonly delivery: AlertDelivery;
  readonly #services: Pick<FeatureServices, 'clock' | 'nextSequence'>;
  readonly #session: AccountSession;
  readonly #ledger: LedgerStore;
  readonly #jobs: JobView;
  readonly #measured: MeasuredUse;
  /** The version of the journal that was looked at last. */
  #heardVersion: number;
  readonly #forecasts = new Map<string, { readonly at: number; readonly forecast: BudgetForecast }>();

  constructor(
    services: Pick<FeatureServices, 'clock' | 'nextSequence'>,
    session: AccountSession,
    jobs: JobView,
    post: PostJson,
  ) {
    this.#services = services;
    this.#session = session;
    this.#jobs = jobs;
    this.#ledger = createLedgerStore(session.journal);
    this.#heardVersion = this.#ledger.version();
    this.#measured = new MeasuredUse(this.#ledger);
    this.alertSettings = new KeptFact(this.#ledger, 'alertSettings', alertSettingsSchema, DEFAULT_ALERTS);
    this.alerts = new QuotaAlerts(this.#ledger);
    this.delivery = new AlertDelivery(this.#ledger, services.clock, post);
  }

  snapshot(): QuotaSnapshot {
    const { account, api } = this.#session;
    const { services, unmatched, ...figures } = api.quota();
    return {
      accountId: account.id,
      ...(this.#jobs.isInTeam() ? { isInTeam: true } : {}),
      ...figures,
      unmatched: [...unmatched],
      timeZone: knownZone(account.dialect.timeZone),
      services: services.map((budget) => ({
        ...budget,
        lastMinute: { ...budget.lastMinute, others: this.#othersPerMinute(budget) },
        outlook: this.#forecast(budget).outlook,
        otherUse: this.#forecast(budget).otherUse,
      })),
      alerts: this.alerts.list(),
      alertSettings: this.alertSettings.current,
      alertDelivery: this.delivery.shown,
      sequence: this.#services.nextSequence(),
    };
  }

  /** Units a minute that everything but jobs is taken to use of the budget that rows draw on. */
  otherUseOfRows(): number {
    const budget = this.#session.api
      .quota()
      .services.find(({ endpoints }) => endpoints.some(({ service }) => service === ENDPOINT.createLeads));
    return budget === undefined ? 0 : this.#forecast(budget).otherUse;
  }

  /** Whether another program on this data folder has written since the last call: its figures are those of this one, too. */
  hearOthers(): boolean {
    const before = this.#heardVersion;
    this.#heardVersion = this.#ledger.version();
    return this.#heardVersion !== before;
  }

  /** Evaluates all alert rules. */
  lookForAlerts(): ReturnType<QuotaAlerts['look']> {
    const { services, nightPrice } = this.#session.api.quota();
    return this.alerts.look({
      now: this.#now,
      settings: this.alertSettings.current,
      budgets: services.map((budget) => {
        const { service, title, daily } = budget;
        const { outlook, soonEmptyAt } = this.#forecast(budget);
        const { limit, others, startedAt, resetsAt } = daily;
        return { service, title, limit, others, startedAt, resetsAt, outlook, soonEmptyAt };
      }),
      isInTeam: this.#jobs.isInTeam(),
      nightPrice: nightPrice.source === 'probed' ? nightPrice.units : null,
      unknownRows: this.#jobs.unknownRows(),
      clockText: (at) =>
        formatServiceTime(wallClockAt(at, knownZone(this.#session.account.dialect.timeZone))).slice(11, 16),
    });
  }

  markSeen(alertId: string): void {
    const { services, nightPrice } = this.#session.api.quota();
    const limits = services.flatMap(({ service, daily }) => (daily.limit === null ? [] : [[service, daily.limit]]));
    this.alerts.markSeen(alertId, { ...Object.fromEntries(limits), nightPrice: nightPrice.units });
  }

  burnDown(service: ServiceId): ChannelResult<'quota:burnDown'> {
    const budget = this.#budget(service);
    const { limit, startedAt, resetsAt } = budget.daily;
    const now = this.#now;
    const from = startedAt ?? now - DAY;
    const { outlook, line, planned } = this.#forecast(budget);
    const readings = this.#measured.readings(budget, from, now + 1);
    return {
      service: budget.service,
      limit,
      reserve: budget.reserve.units,
      now,
      startedAt,
      resetsAt,
      points: burnDownPoints({
        limit,
        from,
        now,
        used: budget.daily.used,
        readings,
        minutes: this.#measured.statistics(budget, from, now + 1),
      }),
      earlier: COMPARED_DAYS.map((daysAgo) => ({
        daysAgo,
        used: this.#measured.used(budget, from - daysAgo * DAY, now + 1 - daysAgo * DAY),
      })),
      forecast: line,
      outlook,
      planned: [...planned],
      productionHours: productionHours(from, resetsAt ?? from + DAY, this.#zone),
    };
  }

  minutes(service: ServiceId, from: number, to: number): ChannelResult<'quota:minutes'> {
    const budget = this.#budget(service);
    const step = stepFor(to - from);
    const others = this.#measured.othersSpans(budget, from, to);
    const points = minutePoints(this.#measured.statistics(budget, from, to), others, { from, to, step });
    return { step, limit: budget.minute?.limit ?? null, points };
  }

  hours(service: ServiceId, days: number): ChannelResult<'quota:hours'> {
    const budget = this.#budget(service);
    const now = this.#now;
    const from = now - days * DAY;
    const own = (this.#ledger.history?.hours(from, now + 1) ?? []).filter((statistic) =>
      budget.endpoints.some((endpoint) => endpoint.service === statistic.service),
    );
    const others = this.#measured.othersSpans(budget, from, now + 1);
    return { zone: this.#zone, ...hourCells(own, others, this.#zone) };
  }

  refusals(
    service: ServiceId | null,
    page: { readonly offset: number; readonly limit: number },
  ): ChannelResult<'quota:refusals'> {
    return this.#ledger.history?.refusals(this.#endpoints(service), page) ?? { total: 0, refusals: [] };
  }

  latency(service: ServiceId | null, from: number, to: number): ChannelResult<'quota:latency'> {
    return latencyPoints(this.#ledger.history?.latencies(this.#endpoints(service), from, to) ?? [], to - from);
  }

  get #now(): number {
    return this.#services.clock.wallNow();
  }

  get #zone(): string {
    return this.#session.api.quota().productionZone.zone;
  }

  #endpoints(service: ServiceId | null): string[] | null {
    return service === null ? null : this.#budget(service).endpoints.map((endpoint) => endpoint.service);
  }

  #budget(service: ServiceId): ServiceQuotaDetail {
    const budget = this.#session.api
      .quota()
      .services.find(({ endpoints }) => endpoints.some((endpoint) => endpoint.service === service));
    if (budget === undefined) throw notFound('Nothing is known about this budget yet. Read limits and counts first.');
    return budget;
  }

  #forecast(budget: ServiceQuotaDetail): BudgetForecast {
    const known = this.#forecasts.get(budget.service);
    const now = this.#now;
    if (known !== undefined && now >= known.at && now - known.at < FORECAST_FOR) return known.forecast;
    const made = forecastOf(budget, {
      quota: this.#session.api.quota(),
      jobs: this.#jobs,
      measured: this.#measured,
      zone: knownZone(this.#session.account.dialect.timeZone),
      now,
    });
    this.#forecasts.set(budget.service, { at: now, forecast: made });
    return made;
  }

  /** Between the last two readings of the counts; 0 when they are old. */
  #othersPerMinute(budget: ServiceQuotaDetail): number {
    const now = this.#now;
    const last = this.#measured.othersSpans(budget, now - OTHERS_FRESH, now + 1).at(-1);
    return last === undefined ? 0 : unitsPerMinute(last);
  }
}

/** Milliseconds for which the rate of others is shown as the present one: counts are read every ten minutes. */
const OTHERS_FRESH = 11 * 60_000;
