import type { ChannelResult } from '../../../shared/contract/channels.ts';
import type { QuotaSnapshot, ServiceQuota } from '../../../shared/contract/quota/quota.ts';
import type { Outlook } from '../../../shared/contract/quota/quota-forecast.ts';
import { DAY } from '../../../shared/domain/quota/quota.ts';
import type { ServiceId } from '../../../shared/domain/service/services.ts';
import { createLedgerStore, type LedgerStore, type MinuteStatistic } from '../api/broker/ledger-store.ts';
import type { ServiceQuotaDetail } from '../api/broker/service-quota.ts';
import { notFound } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { hourCells, minutePoints, stepFor } from './quota-series.ts';
import { KeptAlertSettings } from './quota-settings.ts';

const NO_TIME = { low: null, middle: null, high: null };
const NOTHING_SAID: Outlook = {
  state: 'tooEarly',
  runsOutAt: NO_TIME,
  reserveAt: NO_TIME,
  leftAtReset: null,
  basis: 'Not enough was measured yet.',
};

/** What a person may know about the quota of one account. */
export class AccountQuota {
  readonly alertSettings: KeptAlertSettings;
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #ledger: LedgerStore;

  constructor(services: FeatureServices, session: AccountSession) {
    this.#services = services;
    this.#session = session;
    this.#ledger = createLedgerStore(session.journal);
    this.alertSettings = new KeptAlertSettings(this.#ledger);
  }

  snapshot(): QuotaSnapshot {
    const { account, api } = this.#session;
    const { services, ...figures } = api.quota();
    return {
      accountId: account.id,
      ...figures,
      unmatched: [...figures.unmatched],
      timeZone: account.dialect.timeZone,
      services: services.map((budget) => this.#shown(budget)),
      alerts: [],
      alertSettings: this.alertSettings.current,
      sequence: this.#services.nextSequence(),
    };
  }

  burnDown(service: ServiceId): ChannelResult<'quota:burnDown'> {
    const budget = this.#budget(service);
    const { limit, startedAt, resetsAt } = budget.daily;
    const now = this.#services.clock.wallNow();
    const from = startedAt ?? now - DAY;
    let used = 0;
    const points = limit === null ? [] : [{ at: from, left: limit, isConfirmed: false }];
    for (const { minute, units } of this.#statistics(budget, from, now + 1)) {
      used += units;
      if (limit !== null) points.push({ at: minute, left: Math.max(0, limit - used), isConfirmed: false });
    }
    return {
      service: budget.service,
      limit,
      reserve: budget.reserve.units,
      now,
      startedAt,
      resetsAt,
      points: points.slice(-600),
      forecast: [],
      outlook: NOTHING_SAID,
      planned: [],
      productionHours: [],
    };
  }

  minutes(service: ServiceId, from: number, to: number): ChannelResult<'quota:minutes'> {
    const budget = this.#budget(service);
    const step = stepFor(to - from);
    return {
      step,
      limit: budget.minute?.limit ?? null,
      points: minutePoints(this.#statistics(budget, from, to), step),
    };
  }

  hours(service: ServiceId, days: number): ChannelResult<'quota:hours'> {
    const now = this.#services.clock.wallNow();
    const zone = this.#session.account.dialect.timeZone;
    return { zone, ...hourCells(this.#statistics(this.#budget(service), now - days * DAY, now + 1), zone) };
  }

  refusals(
    _service: ServiceId | null,
    _page: { readonly offset: number; readonly limit: number },
  ): ChannelResult<'quota:refusals'> {
    return { total: 0, refusals: [] };
  }

  latency(_service: ServiceId | null, from: number, to: number): ChannelResult<'quota:latency'> {
    return { step: stepFor(to - from), points: [] };
  }

  markSeen(_alertId: string): void {}

  #budget(service: ServiceId): ServiceQuotaDetail {
    const budget = this.#session.api
      .quota()
      .services.find(({ endpoints }) => endpoints.some((endpoint) => endpoint.service === service));
    if (budget === undefined) throw notFound('Nothing is known about this budget yet. Read limits and counts first.');
    return budget;
  }

  #statistics({ endpoints }: ServiceQuotaDetail, from: number, to: number): MinuteStatistic[] {
    return this.#ledger
      .minutes(from, to)
      .filter((statistic) => endpoints.some(({ service }) => service === statistic.service));
  }

  #shown(budget: ServiceQuotaDetail): ServiceQuota {
    return { ...budget, outlook: NOTHING_SAID };
  }
}
