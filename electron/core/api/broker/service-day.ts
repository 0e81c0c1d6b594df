import { MINUTE, type Lane } from '../../../../shared/domain/pacing/pacing.ts';
import {
  DAY,
  confirmed,
  credited,
  debited,
  defaultDailyReserve,
  exhausted,
  remainingUnits,
  rolled,
  type DailyLedger,
} from '../../../../shared/domain/quota/quota.ts';
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import type { Clock } from '../../foundation/ports.ts';
import type { AdmissionRequest, DayRefusal } from './admission.ts';
import type { LedgerStore } from './ledger-store.ts';

/** A used up day is asked for again this long after its end. */
const AFTER_DAY = 30_000;
/** Two answers whose periods end this close together speak of the same period. */
const SAME_PERIOD = 2 * MINUTE;

/** For a person who sees that the day is used up while the journal cannot be written. */
export const UNSAVED_BLOCK = 'Lead Console could not save this; check whether the disk is full.';

export interface ServiceDayOptions {
  readonly service: ServiceId;
  readonly clock: Clock;
  readonly ledger: LedgerStore;
  /** Units for one request now. */
  readonly price: (fairUse: boolean, dailyLimit: number | null) => number;
}

/** The day's units of one service: what is used, what is left for whom, and whether the service has closed the door. */
export class ServiceDay {
  private readonly options: ServiceDayOptions;
  private current: DailyLedger;
  private inFlight = 0;
  /** Most that answers in this period have said to be used; they may come out of order. */
  private told: { used: number; periodEnd: number } | null = null;
  private refusals: number[] = [];

  constructor(options: ServiceDayOptions) {
    this.options = options;
    this.current = options.ledger.read(options.service);
  }

  get ledger(): DailyLedger {
    this.current = rolled(this.current, this.options.clock.wallNow());
    return this.current;
  }

  get reserve(): number {
    const { reserve, limit } = this.ledger;
    return reserve ?? defaultDailyReserve(limit);
  }

  get hasOwnReserve(): boolean {
    return this.ledger.reserve !== null;
  }

  set ownReserve(units: number | null) {
    this.save({ ...this.ledger, reserve: units === null ? null : Math.max(0, Math.floor(units)) });
  }

  refusedSince(wall: number): number {
    this.refusals = this.refusals.filter((at) => at >= wall);
    return this.refusals.length;
  }

  /** Null when the day has room for this request. */
  refusalOf(request: AdmissionRequest): DayRefusal | null {
    const ledger = this.ledger;
    if (ledger.blockedPeriod === 'day' && ledger.blockedUntil !== null) {
      return { retryAt: ledger.blockedUntil, reserved: false, unsaved: false };
    }
    const left = remainingUnits(ledger);
    if (left === null) return null;
    const reserve = request.lane === 'person' ? 0 : this.reserve;
    const price = this.options.price(request.fairUse, ledger.limit);
    if (left - price >= reserve) return null;
    const retryAt = ledger.periodEnd === null ? null : ledger.periodEnd + AFTER_DAY;
    return { retryAt, reserved: left >= price, unsaved: false };
  }

  /** Debits and runs the caller's step in one transaction; undone whole when the step throws. */
  debit(request: AdmissionRequest): { kind: 'debited'; units: number } | { kind: 'stepFailed'; error: unknown } {
    const { clock, ledger, service } = this.options;
    const units = this.options.price(request.fairUse, this.ledger.limit);
    const next = debited(this.ledger, units, clock.wallNow());
    try {
      ledger.atomically(() => {
        ledger.write(service, next);
        this.addToMinute(request.lane, { requests: 1, units, refused: 0 });
        request.beforeSend?.();
      });
    } catch (error) {
      return { kind: 'stepFailed', error };
    }
    this.current = next;
    this.inFlight += units;
    return { kind: 'debited', units };
  }

  /** A debited request has come back, or never will. */
  ended(units: number): void {
    this.inFlight -= units;
  }

  credit(units: number): void {
    this.save(credited(this.ledger, units));
  }

  /** Headers that speak of the day. */
  read(headers: RateHeaders): void {
    const periodEnd = this.options.clock.wallNow() + headers.secondsLeft * 1000;
    const { told } = this;
    const isSamePeriod = told !== null && Math.abs(told.periodEnd - periodEnd) < SAME_PERIOD;
    const said = headers.limit - headers.remaining;
    const used = isSamePeriod ? Math.max(told.used, said) : said;
    this.told = { used, periodEnd };
    this.confirm({ limit: headers.limit, used, secondsLeft: headers.secondsLeft });
  }

  /** Figures the service gave. */
  confirm(said: { limit: number | null; used: number | null; secondsLeft: number | null }): void {
    const wall = this.options.clock.wallNow();
    const before = this.ledger;
    const next = confirmed(before, { ...said, inFlight: this.inFlight }, wall);
    const hasRoom = said.used !== null && (remainingUnits(next) ?? 0) > 0;
    const isDue = before.blockedUntil !== null && wall >= before.blockedUntil - AFTER_DAY;
    // A day that was refused and has room again, by the service's own word, is open.
    const isOpen = next.blockedPeriod === 'day' && hasRoom && isDue;
    this.save(isOpen ? { ...next, blockedUntil: null, blockedPeriod: null } : next);
  }

  /** A 429 came. `lane`: of the request that got it. */
  countRefusal(lane: Lane): void {
    const wall = this.options.clock.wallNow();
    this.refusals.push(wall);
    this.refusedSince(wall - DAY);
    this.keepGoing(() => this.addToMinute(lane, { requests: 0, units: 0, refused: 1 }));
  }

  /** Nothing is left until `endsAt`. `limit`: when the refusal told the day's. Unix milliseconds. */
  exhaust(limit: number | null, endsAt: number): void {
    this.save(exhausted(this.ledger, limit, endsAt, this.options.clock.wallNow()));
    this.block(endsAt + AFTER_DAY, 'day');
  }

  /** A later answer of the same burst never shortens a block. */
  block(until: number, period: 'minute' | 'day'): void {
    const ledger = this.ledger;
    if (ledger.blockedPeriod === 'day' && period === 'minute') return;
    const at = ledger.blockedPeriod === period ? Math.max(until, ledger.blockedUntil ?? 0) : until;
    this.save({ ...ledger, blockedUntil: at, blockedPeriod: period });
  }

  get isUnsaved(): boolean {
    return false;
  }

  close(): void {}

  private addToMinute(lane: Lane, figures: { requests: number; units: number; refused: number }): void {
    const { clock, ledger, service } = this.options;
    ledger.addMinute({ minute: Math.floor(clock.wallNow() / MINUTE) * MINUTE, service, lane, ...figures });
  }

  private save(ledger: DailyLedger): void {
    this.current = ledger;
    this.keepGoing(() => this.options.ledger.write(this.options.service, ledger));
  }

  /**
   * What an answer taught must not turn the answer into a failure when the disk is full. It is kept in memory, and the
   * next debit writes it whole, or fails for everybody to see.
   */
  private keepGoing(write: () => void): void {
    try {
      write();
    } catch {
      return;
    }
  }
}
