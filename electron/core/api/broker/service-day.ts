/**
 * The day block of a 429 is here (decision 0022). When the service answers that a day's quota is used up, `exhaust` sets
 * `blockedUntil` and `blockedPeriod` of the service's ledger. The ledger lies in memory and in the table `quota_ledger`
 * of the account's journal (`account/<id>/journal.sqlite`, ledger-store.ts), so that the block holds after a restart;
 * kept-ledger.ts writes it again when the journal could not be written. It follows the clock of the service (decision
 * 0215). `stopFor` turns requests away until then.
 */
import {
  EMPTY_LEDGER,
  confirmed,
  credited,
  debited,
  defaultDailyReserve,
  exhausted,
  inServiceTime,
  joinedLedgers,
  remainingUnits,
  rolled,
  type DailyLedger,
  type SaidFigures,
} from '../../../../shared/domain/quota/quota.ts';
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import { DAY, MINUTE } from '../../../../shared/domain/time/time.ts';
import type { AdmissionRequest, DayReason, DayStop, Ticket } from './admission.ts';
import type { EarlierUse } from './ledger/earlier-use.ts';
import { KeptLedger, type KeptLedgerOptions } from './ledger/kept-ledger.ts';
import type { MinuteStatistic } from './ledger/ledger-store.ts';
import { PeriodBorder } from './period-border.ts';
import { keepThrottledPrice, ThrottledCount } from './ledger/throttled-count.ts';

/** Milliseconds. A used up day is asked for again this long after its end, so that clocks need not agree. */
const AFTER_DAY = 30_000;
/** Milliseconds. Headers have whole seconds and answers travel: ends closer together than this are those of one period. */
const SAME_PERIOD = 2 * MINUTE;

/** For a person who sees that the day is used up while the journal cannot be written. */
export const UNSAVED_BLOCK =
  'Lead Console could not save this and tries again; until then a restart forgets it. Check that the data folder can be written and its disk has room.';

/** For a person, of a wait that is not the end of the day. */
export const ASKED_FOR_PAUSE = 'The service asked for a pause.';

/** A request whose units were debited. */
type Debited = Pick<Ticket, 'service' | 'lane' | 'units' | 'sentAt' | 'debitedAt'>;

export interface ServiceDayOptions extends KeptLedgerOptions {
  /** Units for one request now. */
  readonly price: (fairUse: boolean, dailyLimit: number | null) => number;
  /** Percent of the day's limit that jobs of this program may use; all when left out. */
  readonly share?: () => number;
}

/** The day's units of one service: what is used, what is left for whom, and whether the service has closed the day. */
export class ServiceDay {
  readonly #options: ServiceDayOptions;
  readonly #kept: KeptLedger;
  readonly #border: PeriodBorder;
  readonly #throttledCount = new ThrottledCount();
  /** Most units used that the answers of this period named, and when (monotonic); they may come out of order. */
  #told: { used: number; periodEnd: number; at: number } | null = null;
  /** Wall clock times of 429 answers. */
  #throttledAt: number[] = [];
  #remembered = { at: Number.NEGATIVE_INFINITY, others: 0, tellsOthers: false };

  constructor(options: ServiceDayOptions) {
    this.#options = options;
    this.#border = new PeriodBorder(options.clock);
    this.#kept = new KeptLedger(options, (units) => this.#border.foreign(units));
    this.#border.foreign(this.#debitedJustNow());
  }

  /** Units that another program, or a former run of this one, may have under way: those of the last minute. It is known by whole minutes. */
  #debitedJustNow(): number {
    const { ledger, service, clock } = this.#options;
    const wall = clock.wallNow();
    const from = Math.floor((wall - MINUTE) / MINUTE) * MINUTE;
    const minutes = ledger.minutes(from, wall + 1).filter((minute) => minute.service === service);
    // An older program gave back in the minute of the answer what it had debited in another one.
    const units = minutes.reduce((sum, minute) => sum + Math.max(0, minute.units), 0);
    return Math.min(units, this.#kept.known.byWhom.own);
  }

  get ledger(): DailyLedger {
    this.#roll();
    return this.#kept.known;
  }

  /** A period that is over ends here too when another program has begun the next one in the journal. */
  #roll(): void {
    const { clock } = this.#options;
    const { known } = this.#kept;
    const isOver = known.periodEnd !== null && rolled(known, clock.wallNow()).periodEnd === null;
    const border = isOver ? this.#border.crossed(known.periodEnd) : 0;
    this.#kept.hold((ledger) => {
      const next = rolled(ledger, clock.wallNow());
      return border === 0 ? next : { ...next, byWhom: { ...next.byWhom, border: next.byWhom.border + border } };
    });
  }

  /** True while the journal lacks what is known here: a restart would forget it. */
  get isUnsaved(): boolean {
    return this.#kept.isUnsaved;
  }

  /** Why the day is blocked, where it is. */
  get blockedBy(): Extract<DayReason, 'usedUp' | 'pause'> {
    const { ledger } = this;
    return ledger.origins.used?.source === 'refused' || remainingUnits(ledger) === 0 ? 'usedUp' : 'pause';
  }

  get reserve(): number {
    const { reserve, limit } = this.ledger;
    return reserve ?? defaultDailyReserve(limit);
  }

  get hasOwnReserve(): boolean {
    return this.ledger.reserve !== null;
  }

  set ownReserve(units: number | null) {
    const reserve = units === null ? null : Math.max(0, Math.floor(units));
    this.#kept.save((ledger) => ({ ...ledger, reserve }));
  }

  /** 429 answers since `wall` (Unix milliseconds). */
  throttledSince(wall: number): number {
    this.#throttledAt = this.#throttledAt.filter((at) => at >= wall);
    return this.#throttledAt.length;
  }

  /** Null when the day has room for this request. */
  stopFor(request: AdmissionRequest): DayStop | null {
    const ledger = this.ledger;
    const unsaved = this.isUnsaved;
    if (ledger.blockedPeriod === 'day' && ledger.blockedUntil !== null) {
      return { retryAt: ledger.blockedUntil, why: this.blockedBy, isLatest: false, unsaved };
    }
    const left = remainingUnits(ledger);
    if (left === null) return null;
    const reserve = request.lane === 'person' ? 0 : this.reserve;
    const price = this.#options.price(request.fairUse, ledger.limit);
    const mayUse =
      request.lane === 'person' ? Infinity : ((ledger.limit ?? 0) * (this.#options.share?.() ?? 100)) / 100;
    const isInShare = ledger.used + price <= mayUse;
    const leavesReserve = left - price >= reserve;
    if (leavesReserve && isInShare) return null;
    const retryAt = ledger.periodEnd === null ? null : ledger.periodEnd + AFTER_DAY;
    const why = leavesReserve ? 'share' : left >= price ? 'reserved' : 'usedUp';
    return { retryAt, why, isLatest: retryAt !== null && ledger.origins.end === null, unsaved };
  }

  /** Debits in one transaction. A request that then does not leave is given back by `credit`. */
  debit(
    request: AdmissionRequest,
  ): ({ kind: 'debited' } & Pick<Ticket, 'units' | 'debitedAt'>) | { kind: 'stepFailed'; error: unknown } {
    const units = this.#options.price(request.fairUse, this.ledger.limit);
    const wall = this.#options.clock.wallNow();
    try {
      this.#kept.saveOrThrow(
        (ledger) => debited(ledger, units, wall),
        minuteOf({ ...request, debitedAt: wall }, { requests: 1, units, refused: 0 }),
      );
    } catch (error) {
      return { kind: 'stepFailed', error };
    }
    this.#border.began(units);
    this.#throttledCount.debited(units);
    return { kind: 'debited', units, debitedAt: wall };
  }

  /** Counts what was counted in another ledger, as far as it belongs to the running period. */
  add({ statistic, periodStart }: EarlierUse): void {
    this.#roll();
    const wall = this.#options.clock.wallNow();
    const isOver = periodStart + DAY <= wall;
    // Seen from the start of another period, the running one would end too late to be believed.
    const at = (ledger: DailyLedger) => (ledger.periodEnd === null ? periodStart : wall);
    if (!isOver) this.#kept.hold((ledger) => debited(ledger, statistic.units, at(ledger)));
    this.#kept.addMinute(statistic);
  }

  /** A request that was debited elsewhere is under way. */
  began(units: number): void {
    this.#border.began(units);
  }

  /** Until when jobs wait around the end of the period, monotonic milliseconds; negative infinity: they do not. */
  quietUntil(): number {
    return this.#border.quietUntil(this.ledger.periodEnd);
  }

  /** Continues the ledgers of other days: what they know of the service, and the sum of what they used. */
  takeOver(days: readonly ServiceDay[]): void {
    const own = days.find((day) => day.#options.service === this.#options.service);
    const joined = joinedLedgers(
      own?.ledger ?? EMPTY_LEDGER,
      days.map(({ ledger }) => ledger),
    );
    this.#kept.save(() => joined);
    this.#border.takeOver(days.map((day) => day.#border));
    this.#throttledAt = days.flatMap((day) => day.#throttledAt);
  }

  /** A debited request has come back, or never will. */
  ended(units: number): void {
    this.#border.ended(units);
  }

  /** Nobody knows of a request whether the service counted it. */
  doubted(): void {
    this.#throttledCount.doubted();
  }

  /** The request certainly never left. */
  credit(request: Debited): void {
    this.#giveBack(request, false);
    this.#throttledCount.gaveBack(request.units);
    this.#kept.addMinute(minuteOf(request, { requests: -1, units: -request.units, refused: 0 }));
  }

  /** Debits of a period that is over are no longer in the ledger. */
  #giveBack({ units, sentAt }: Pick<Ticket, 'units' | 'sentAt'>, isDoubtful: boolean): void {
    this.#roll();
    if (this.#border.wasDebitedBefore(sentAt)) return;
    const at = this.#options.clock.wallNow();
    this.#kept.hold((ledger) => (this.#isCountedSince(ledger, at) ? ledger : credited(ledger, units, isDoubtful)));
  }

  /**
   * What a full disk did not take for long may come behind a count of the service that has settled it. A count that lies
   * ahead is of a clock that was set back. `at`: Unix milliseconds.
   */
  #isCountedSince({ origins: { used } }: DailyLedger, at: number): boolean {
    return used?.source === 'counts' && used.at > at && used.at <= this.#options.clock.wallNow();
  }

  /** Headers that describe the day. `sentAt`: when their request left, monotonic milliseconds; now when left out. */
  read(headers: RateHeaders, sentAt = this.#options.clock.monotonicNow()): void {
    // Until the new period has begun here, an answer to what was sent just behind the end may be of either.
    if (this.#isOfPeriodBefore(sentAt)) return;
    const periodEnd = this.#options.clock.wallNow() + headers.secondsLeft * 1000;
    const told = this.#told;
    const isSamePeriod = told !== null && Math.abs(told.periodEnd - periodEnd) < SAME_PERIOD;
    const said = headers.limit - headers.remaining;
    const used = isSamePeriod ? Math.max(told.used, said) : said;
    this.#told = { used, periodEnd, at: this.#options.clock.monotonicNow() };
    this.confirm({ limit: headers.limit, used, secondsLeft: headers.secondsLeft, from: 'header' });
  }

  #isOfPeriodBefore(sentAt: number): boolean {
    const border = this.#border;
    const { ledger } = this;
    return ledger.periodEnd === null ? border.isOfPeriodBefore(sentAt) : border.wasDebitedBefore(sentAt);
  }

  /** Whether headers that describe a day certainly describe that of another counter. `sentAt`: as for `read`. */
  isOfAnother(headers: RateHeaders, sentAt: number): boolean {
    const { limit, periodEnd, origins } = this.ledger;
    if (this.#isOfPeriodBefore(sentAt)) return false;
    if (limit !== null && limit !== headers.limit) return true;
    const now = this.#options.clock.wallNow();
    // A day lasts until the end that the service named; close to it, the answer may be of the next one.
    if (periodEnd === null || origins.end === null || periodEnd - now < SAME_PERIOD) return false;
    if (Math.abs(now + headers.secondsLeft * 1000 - periodEnd) >= SAME_PERIOD) return true;
    // What a counter has used never falls within a day.
    const told = this.#told;
    return told !== null && sentAt > told.at && headers.limit - headers.remaining < told.used;
  }

  /**
   * Figures the service gave. `askedAt`: when the question left, monotonic milliseconds; now when left out. `earlier`: units of
   * another client that was told them, until then and later; they have been added here.
   */
  confirm({
    askedAt,
    earlier,
    ...said
  }: Omit<SaidFigures, 'inFlight'> & { earlier?: { own: number; later: number } }): void {
    const { clock } = this.#options;
    const asked = askedAt ?? clock.monotonicNow() + 1;
    const wall = clock.wallNow();
    const when = askedAt === undefined ? {} : { askedAt: wall - (clock.monotonicNow() - askedAt) };
    this.#roll();
    // A figure that was asked for before the period ended, or as it ended, says nothing of the next one.
    const isLate = askedAt !== undefined && this.#border.isOfPeriodBefore(asked);
    const figures = { ...said, ...(isLate ? { used: null, secondsLeft: null } : {}), ...when };
    // Only a count has a bound for what it may lack, so headers leave out what other programs have under way.
    const inFlight = earlier?.own ?? this.#border.uncounted(asked, said.from === 'counts');
    if (said.from === 'counts' && figures.used !== null) this.#learnThrottledPrice(figures.used, inFlight);
    const { own } = this.#kept.known.byWhom;
    this.#kept.save((before) => {
      if (this.#isCountedSince(before, wall)) return before;
      // The figure lacks what other programs sent while a full disk did not take it.
      const since = Math.max(0, before.byWhom.own - own);
      const later = earlier?.later ?? 0;
      const next = this.#confirmedBy(credited(before, later), { ...figures, inFlight: inFlight + since }, asked, wall);
      return later === 0 ? next : { ...debited(next, later, wall), debits: before.debits };
    });
    const { known } = this.#kept;
    this.#remember(known, said.from === 'counts' && figures.used !== null && known.byWhom.told !== null, wall);
  }

  #confirmedBy(before: DailyLedger, figures: SaidFigures, asked: number, wall: number): DailyLedger {
    const { used, secondsLeft } = figures;
    const hasNoEnd = before.periodEnd === null && secondsLeft === null;
    const begunAt = hasNoEnd && used !== null ? this.#border.begunByOthers(used, asked) : null;
    const counted = { ...figures, begunAt };
    const stands = confirmed(before, counted, wall);
    const earlier = secondsLeft === null ? this.#begunBeforeUs(before, stands, asked) : null;
    const next = earlier === null ? stands : confirmed(before, { ...counted, begunAt: earlier }, wall);
    const hasRoom = used !== null && (remainingUnits(next) ?? 0) > 0;
    const isDue = before.blockedUntil !== null && wall >= before.blockedUntil - AFTER_DAY;
    // The block ends early when the service's own count has room again at the end of the day.
    const isOpen = next.blockedPeriod === 'day' && hasRoom && isDue;
    return isOpen ? { ...next, blockedUntil: null, blockedPeriod: null } : next;
  }

  #learnThrottledPrice(used: number, uncounted: number): void {
    const { ledger, service, onUnsaved } = this.#options;
    const price = this.#throttledCount.told(used, uncounted);
    if (price === null) return;
    try {
      keepThrottledPrice(ledger, service, price);
    } catch (error) {
      // The next 429 shows it again.
      onUnsaved(error);
    }
  }

  /**
   * When others began the period that is taken to have begun with our first request, if the first counts since show use of
   * others that is rather of the time before it; else null.
   */
  #begunBeforeUs(before: DailyLedger, { byWhom }: DailyLedger, asked: number): number | null {
    const isTakenForOurs = before.periodStart !== null && before.origins.end === null && before.byWhom.told === null;
    if (!isTakenForOurs || byWhom.told === null || byWhom.others < 1) return null;
    const begunAt = this.#border.begunByOthers(byWhom.others, asked);
    return begunAt !== null && before.periodStart !== null && begunAt < before.periodStart ? begunAt : null;
  }

  /** Keeps what the service said for the charts: once a minute, and when it has news of others. */
  #remember({ byWhom, used, limit, periodEnd, source }: DailyLedger, tellsOthers: boolean, wall: number): void {
    const { ledger, service } = this.#options;
    const remembered = this.#remembered;
    const hasNews = byWhom.others !== remembered.others || (tellsOthers && !remembered.tellsOthers);
    const isDue = hasNews || wall - remembered.at >= MINUTE;
    if (source !== 'confirmed' || !isDue || ledger.history === null) return;
    this.#remembered = { at: wall, others: byWhom.others, tellsOthers };
    try {
      const { own, others } = byWhom;
      ledger.history.addReading({ at: wall, service, used, own, others, limit, periodEnd, tellsOthers });
    } catch (error) {
      // A chart has a gap; the figure itself is in the ledger.
      this.#options.onUnsaved(error);
    }
  }

  /** The request was throttled: it cost nothing, unless the service counts what it throttles. */
  countThrottled(request: Debited): void {
    const wall = this.#options.clock.wallNow();
    this.#throttledAt.push(wall);
    this.throttledSince(wall - DAY);
    this.#giveBack(request, true);
    this.#throttledCount.throttled(request.units);
    this.#kept.addMinute(minuteOf(request, { requests: 0, units: -request.units, refused: 1 }));
  }

  /** Nothing is left until `endsAt` (Unix milliseconds). `limit`: the day's, when the 429 named it. */
  exhaust(limit: number | null, endsAt: number): void {
    const wall = this.#options.clock.wallNow();
    this.#roll();
    this.#kept.hold((ledger) => exhausted(ledger, limit, endsAt, wall));
    this.rest(endsAt);
  }

  /** Nothing is sent until `endsAt` (Unix milliseconds), as on a used up day. */
  rest(endsAt: number): void {
    this.block(endsAt + AFTER_DAY, 'day');
  }

  /** A later answer of the same burst never shortens a block. */
  block(until: number, period: 'minute' | 'day'): void {
    if (this.ledger.blockedPeriod === 'day' && period === 'minute') return;
    this.#kept.save((ledger) => {
      if (ledger.blockedPeriod === 'day' && period === 'minute') return ledger;
      const blockedUntil = ledger.blockedPeriod === period ? Math.max(until, ledger.blockedUntil ?? 0) : until;
      return { ...ledger, blockedUntil, blockedPeriod: period };
    });
  }

  /** The service's clock is `offset` milliseconds before this computer's. Answers whether the times of the day moved. */
  heardClock(offset: number): boolean {
    const { ledger } = this;
    const moved = (before: DailyLedger) => inServiceTime(before, offset);
    if (moved(ledger) === ledger) return false;
    if (ledger.clockOffset === null) {
      this.#kept.hold(moved);
      return false;
    }
    this.#kept.save(moved);
    return true;
  }

  /** Tries a last time to write what the journal could not take. */
  close(): void {
    this.#kept.close();
  }
}

/** The minute of the debit, also for what is given back later: the sum of a minute is what left in it. */
function minuteOf(
  { service, lane, debitedAt }: Pick<Ticket, 'service' | 'lane' | 'debitedAt'>,
  figures: { requests: number; units: number; refused: number },
): MinuteStatistic {
  return { minute: Math.floor(debitedAt / MINUTE) * MINUTE, service, lane, ...figures };
}
