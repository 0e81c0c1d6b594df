// Why: decision 0340.
import { FORECAST, type MeasuredMinute } from '../../../shared/domain/schedule/measured-rates.ts';
import { type WallClock, wallClockAt } from '../../../shared/domain/service/service-time.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/domain/time/time.ts';
import type { LedgerStore, MinuteStatistic } from '../api/broker/ledger/ledger-store.ts';
import type { QuotaReading } from '../api/broker/ledger/quota-history.ts';
import type { ServiceQuotaDetail } from '../api/broker/service-quota.ts';

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

  /** Own units are known by the minute: that in which the time begins counts whole. */
  statistics({ endpoints }: ServiceQuotaDetail, from: number, to: number): MinuteStatistic[] {
    return this.#ledger
      .minutes(Math.floor(from / MINUTE) * MINUTE, to)
      .filter((statistic) => endpoints.some(({ service }) => service === statistic.service));
  }

  readings({ endpoints }: ServiceQuotaDetail, from: number, to: number): QuotaReading[] {
    const services = endpoints.map(({ service }) => service);
    return this.#ledger.history?.readings(services, from, to) ?? [];
  }

  /** The readings that say something of others. */
  #counts(budget: ServiceQuotaDetail, from: number, to: number): QuotaReading[] {
    return this.readings(budget, from, to).filter(({ tellsOthers }) => tellsOthers);
  }

  /** Other clients' use, spread evenly between the readings that showed it. */
  othersSpans(budget: ServiceQuotaDetail, from: number, to: number): OthersSpan[] {
    return this.#spans(budget, from, to).counted;
  }

  /** Units that were counted between two times; null: nothing was, which may mean that no program looked. */
  used(budget: ServiceQuotaDetail, from: number, to: number): number | null {
    const own = this.statistics(budget, from, to);
    const others = this.othersSpans(budget, from, to);
    if (own.length === 0 && others.length === 0) return null;
    const ours = own.reduce((sum, { units }) => sum + Math.max(0, units), 0);
    const theirs = others.reduce((sum, span) => {
      const inside = Math.min(span.to, to) - Math.max(span.from, from);
      return sum + (span.units * Math.max(0, inside)) / (span.to - span.from);
    }, 0);
    return Math.round(ours + theirs);
  }

  /** `unread`: the ends of days that nobody read, at the pace before. */
  #spans(budget: ServiceQuotaDetail, from: number, to: number): { counted: OthersSpan[]; unread: OthersSpan[] } {
    const counted: OthersSpan[] = [];
    const unread: OthersSpan[] = [];
    let before: QuotaReading | undefined;
    for (const reading of this.#counts(budget, from - HOUR, to)) {
      // Without a reading before it nobody knows since when.
      if (before !== undefined && reading.at > from) {
        const began = dayBegan(before, reading);
        const rose = began === null ? reading.others - before.others : reading.others;
        const last = counted.at(-1);
        if (began !== null && last?.to === before.at && began > before.at)
          unread.push({ from: before.at, to: began, units: paceOf(last) * (began - before.at) });
        if (rose > 0) counted.push({ from: began ?? before.at, to: reading.at, units: rose });
      }
      before = reading;
    }
    return { counted, unread };
  }

  /**
   * The minutes that a forecast goes by, and when they begin. `unseen`: units that others are taken to have used in the
   * running day since the last reading of the counts; the figures do not have them yet.
   */
  minutes(budget: ServiceQuotaDetail, now: number): { since: number; minutes: MeasuredMinute[]; unseen: number } {
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
    const { counted, unread } = this.#spans(budget, from, now + 1);
    const readings = this.readings(budget, from, now + 1);
    const ahead = carriedOn(counted, this.#counts(budget, from, now + 1), now);
    for (const { from: begins, to, units } of [...counted, ...unread, ...ahead]) {
      const rate = units / (to - begins);
      for (let minute = Math.floor(begins / MINUTE) * MINUTE; minute < to; minute += MINUTE) {
        const length = Math.min(minute + MINUTE, to) - Math.max(minute, begins);
        if (minute >= from) at(minute).rest += rate * length;
      }
    }
    const [first] = statistics;
    const since = Math.min(first?.minute ?? now, readings[0]?.at ?? now);
    const runsSince = budget.daily.startedAt ?? 0;
    const unseen = ahead.reduce((sum, span) => sum + paceOf(span) * (now - Math.max(span.from, runsSince)), 0);
    return { since, minutes: [...minutes.values()], unseen };
  }

  /**
   * Units of the budget, jobs left out, that an hour usually has: the middle of the days before today, since one heavy
   * day is not usual, and today is what the forecast is about. Null before three days are known.
   */
  usual(budget: ServiceQuotaDetail, now: number, zone: string): ((at: number) => number) | null {
    const key = `${zone} ${budget.service}`;
    const kept = this.#usual.get(key);
    const fresh = kept !== undefined && now < kept.until ? kept : this.#workOut(budget, now, zone);
    this.#usual.set(key, fresh);
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
    const dayOf = ({ year, month, day }: WallClock) => `${year}-${month}-${day}`;
    const today = dayOf(wallClockAt(now, zone));
    const days = new Map<string, number[]>();
    const add = (at: number, units: number) => {
      const clock = wallClockAt(at, zone);
      const day = dayOf(clock);
      if (day === today) return;
      const hours = days.get(day) ?? new Array<number>(24).fill(0);
      hours[clock.hour] = (hours[clock.hour] ?? 0) + Math.max(0, units);
      days.set(day, hours);
    };
    for (const { hour, service, lane, units } of this.#ledger.history?.hours(from, now) ?? []) {
      if (lane !== 'import' && budget.endpoints.some((endpoint) => endpoint.service === service)) add(hour, units);
    }
    for (const { from: begins, to: ends, units } of this.othersSpans(budget, from, now)) {
      const hours = Math.max(1, Math.ceil((ends - begins) / HOUR));
      for (let part = 0; part < hours; part++) add(begins + ((ends - begins) * (part + 0.5)) / hours, units / hours);
    }
    const known = [...days.values()];
    const middle = (hour: number) => median(known.map((hours) => hours[hour] ?? 0));
    return { until, hours: known.length > ENOUGH_DAYS ? Array.from({ length: 24 }, (_, hour) => middle(hour)) : null };
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
}

/** When the day of a reading began, if the one before it is of an earlier day; else null. */
function dayBegan(before: QuotaReading, reading: QuotaReading): number | null {
  const [ended, ends] = [before.periodEnd, reading.periodEnd];
  const hasEnded = ended !== null && ended > before.at && ended <= reading.at;
  const isLater = ended !== null && ends !== null && ends - ended > SAME_DAY;
  if (!hasEnded && !isLater && reading.others >= before.others) return null;
  // With nobody there at its end the next day begins with the next request, and nobody has said when that was.
  const began = ends !== null && isLater ? ends - DAY : hasEnded ? ended : before.at;
  return Math.min(Math.max(before.at, began), reading.at - SHORTEST);
}

/** Milliseconds. Seconds are rounded and answers travel: ends closer together than this are those of one day. */
const SAME_DAY = 2 * MINUTE;
/** Milliseconds. Use within less than this would be a burst that nobody has seen. */
const SHORTEST = 1000;

/** Units a millisecond. */
function paceOf({ from, to, units }: OthersSpan): number {
  return units / (to - from);
}

/** Since the last reading others are taken to go on as they did until then; empty when they used nothing last. */
function carriedOn(spans: readonly OthersSpan[], readings: readonly QuotaReading[], now: number): OthersSpan[] {
  const last = spans.at(-1);
  const known = readings.at(-1)?.at;
  if (last === undefined || known === undefined || last.to < known || now <= known) return [];
  const [earlier] = spans.slice(-2);
  // A day that has just begun says little of the pace.
  const isShort = last.to - last.from < 2 * MINUTE && earlier !== undefined;
  return [{ from: known, to: now, units: paceOf(isShort ? earlier : last) * (now - known) }];
}
