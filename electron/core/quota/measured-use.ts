import { FORECAST, type MeasuredMinute } from '../../../shared/domain/quota/forecast.ts';
import { DAY } from '../../../shared/domain/quota/quota.ts';
import { wallClockAt } from '../../../shared/domain/service/service-time.ts';
import type { LedgerStore, MinuteStatistic } from '../api/broker/ledger-store.ts';
import type { QuotaReading } from '../api/broker/quota-history.ts';
import type { ServiceQuotaDetail } from '../api/broker/service-quota.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Milliseconds until the usual hours are worked out again. */
const USUAL_FOR = 10 * MINUTE;
/** Days of the past from which the usual use of an hour is known. */
const ENOUGH_DAYS = 3;

/** Other clients' use between two readings of the counts. */
export interface OthersSpan {
  readonly from: number;
  readonly to: number;
  readonly units: number;
}

/** What was used of one budget, by whom and when, from the journal. */
export class MeasuredUse {
  readonly #ledger: LedgerStore;
  readonly #usual = new Map<string, { readonly until: number; readonly hours: readonly number[] | null }>();

  constructor(ledger: LedgerStore) {
    this.#ledger = ledger;
  }

  statistics({ endpoints }: ServiceQuotaDetail, from: number, to: number): MinuteStatistic[] {
    return this.#ledger
      .minutes(from, to)
      .filter((statistic) => endpoints.some(({ service }) => service === statistic.service));
  }

  readings({ endpoints }: ServiceQuotaDetail, from: number, to: number): QuotaReading[] {
    const services = endpoints.map(({ service }) => service);
    return this.#ledger.history?.readings(services, from, to) ?? [];
  }

  /** Other clients' use, spread evenly between the readings that showed it. */
  othersSpans(budget: ServiceQuotaDetail, from: number, to: number): OthersSpan[] {
    const readings = this.readings(budget, from - HOUR, to);
    return readings.flatMap((reading, index) => {
      const before = readings[index - 1];
      const rose = reading.others - (before?.others ?? 0);
      // Without a reading before it nobody knows since when.
      const begins = before === undefined ? reading.at - MINUTE : before.at;
      // The figure falls when a new day begins.
      return before === undefined || rose <= 0 || reading.at <= from
        ? []
        : [{ from: begins, to: reading.at, units: rose }];
    });
  }

  /** The minutes that a forecast goes by, and when they begin. */
  minutes(budget: ServiceQuotaDetail, now: number): { since: number; minutes: MeasuredMinute[] } {
    const from = Math.floor((now - FORECAST.window) / MINUTE) * MINUTE;
    const minutes = new Map<number, { at: number; jobs: number; rest: number }>();
    const at = (minute: number) => {
      const known = minutes.get(minute) ?? { at: minute, jobs: 0, rest: 0 };
      minutes.set(minute, known);
      return known;
    };
    const statistics = this.statistics(budget, from, now + 1);
    for (const { minute, lane, requests, units } of statistics) {
      if (lane === 'import') at(minute).jobs += requests;
      else at(minute).rest += Math.max(0, units);
    }
    const spans = this.othersSpans(budget, from, now + 1);
    for (const { from: begins, to, units } of carriedOn(spans, this.readings(budget, from, now + 1), now)) {
      const rate = units / (to - begins);
      for (let minute = Math.floor(begins / MINUTE) * MINUTE; minute < to; minute += MINUTE) {
        const length = Math.min(minute + MINUTE, to) - Math.max(minute, begins);
        if (minute >= from) at(minute).rest += rate * length;
      }
    }
    const [first] = statistics;
    const readings = this.readings(budget, from, now + 1);
    const since = Math.min(first?.minute ?? now, readings[0]?.at ?? now);
    return { since, minutes: [...minutes.values()] };
  }

  /** Units of the budget, jobs left out, that an hour usually has; null before three days are known. */
  usual(budget: ServiceQuotaDetail, now: number, zone: string): ((at: number) => number) | null {
    const kept = this.#usual.get(budget.service);
    const fresh = kept !== undefined && now < kept.until ? kept : this.#workOut(budget, now, zone);
    this.#usual.set(budget.service, fresh);
    const { hours } = fresh;
    if (hours === null) return null;
    const byHour = new Map<number, number>();
    return (at) => {
      const hour = Math.floor(at / HOUR);
      const known = byHour.get(hour) ?? hours[wallClockAt(at, zone).hour] ?? 0;
      byHour.set(hour, known);
      return known;
    };
  }

  #workOut(budget: ServiceQuotaDetail, now: number, zone: string) {
    const until = now + USUAL_FOR;
    const from = Math.floor(now / DAY - 14) * DAY;
    const sums = new Array<number>(24).fill(0);
    const days = new Set<number>();
    const add = (at: number, units: number) => {
      const { hour } = wallClockAt(at, zone);
      sums[hour] = (sums[hour] ?? 0) + Math.max(0, units);
      days.add(Math.floor(at / DAY));
    };
    for (const { hour, service, lane, units } of this.#ledger.history?.hours(from, now) ?? []) {
      if (lane !== 'import' && budget.endpoints.some((endpoint) => endpoint.service === service)) add(hour, units);
    }
    for (const { from: begins, to, units } of this.othersSpans(budget, from, now)) {
      const hours = Math.max(1, Math.ceil((to - begins) / HOUR));
      for (let part = 0; part < hours; part++) add(begins + ((to - begins) * (part + 0.5)) / hours, units / hours);
    }
    return { until, hours: days.size > ENOUGH_DAYS ? sums.map((sum) => sum / days.size) : null };
  }
}

/** Since the last reading others are taken to go on as they did until then. */
function carriedOn(spans: readonly OthersSpan[], readings: readonly QuotaReading[], now: number): OthersSpan[] {
  const last = spans.at(-1);
  const known = readings.at(-1)?.at;
  if (last === undefined || known === undefined || last.to < known || now <= known) return [...spans];
  return [...spans, { from: known, to: now, units: (last.units / (last.to - last.from)) * (now - known) }];
}
