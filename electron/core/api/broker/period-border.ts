// Why: decision 0189, decision 0201.
import { PRICES } from '../../../../shared/domain/quota/quota.ts';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import type { Clock } from '../../foundation/ports.ts';

/**
 * Milliseconds around the end of a period in which only a person's requests leave. The service says the end in whole
 * seconds, answers travel for up to two seconds, and a period that we began ends as much later than we know as its first
 * request travelled. Whoever sends then cannot know in which of the two periods it was counted.
 */
const QUIET = { before: 5_000, after: 2_000 } as const;
/** Milliseconds before the end as we know it within which the service may have ended the period. */
const UNSURE = 3_000;
/** Milliseconds for which a request of another program, or of a former run, is taken to be under way after its debit was seen. */
export const TRAVEL = 2_000;
/** Milliseconds until it may be quiet again: a service that always names an end in a few seconds must not stop jobs. */
const QUIET_AGAIN = 60 * MINUTE;
/** Milliseconds between a look at the counts and the one before, beyond which nobody knows when the use between them began. */
const LONGEST_UNSEEN = 60 * MINUTE;
/** Chance that a period which others began has begun later than it is taken to. */
const LATER = 0.05;

/** Requests under way around the end of a period of one budget. Monotonic milliseconds unless named `wall`. */
export class PeriodBorder {
  readonly #clock: Clock;
  #inFlight = 0;
  /** When requests of the last minute, and of little more than another one, came back; ascending. */
  #ends: { at: number; units: number }[] = [];
  /** Until when requests of other programs on this data folder may be under way. */
  #foreign: { at: number; units: number }[] = [];
  #endedAt = Number.NEGATIVE_INFINITY;
  #quietUntil = Number.NEGATIVE_INFINITY;
  /** When the next period was last known not to have begun. */
  #unbegunAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A debited request is under way. */
  began(units: number): void {
    this.#inFlight += units;
  }

  /** A debited request has come back, or never will. */
  ended(units: number): void {
    const now = this.#clock.monotonicNow();
    this.#inFlight -= units;
    // Once a minute and not with every request, of which there may be 200 a second.
    if ((this.#ends[0]?.at ?? now) < now - 2 * MINUTE) this.#ends = this.#ends.filter(({ at }) => at > now - MINUTE);
    this.#ends.push({ at: now, units });
  }

  /** Another program on this data folder has debited units, just now or a while ago: they may be under way. */
  foreign(units: number): void {
    const now = this.#clock.monotonicNow();
    this.#foreign = this.#foreign.filter(({ at }) => at > now - MINUTE);
    this.#foreign.push({ at: now + TRAVEL, units });
  }

  /** Continues these. `began` tells what is under way; requests of other programs are those that these were told of. */
  takeOver(borders: readonly PeriodBorder[]): void {
    this.#foreign = borders.flatMap((border) => border.#foreign);
    this.#ends = borders.flatMap((border) => border.#ends).sort((one, other) => one.at - other.at);
    this.#endedAt = Math.max(...borders.map((border) => border.#endedAt));
    this.#quietUntil = Math.max(...borders.map((border) => border.#quietUntil));
    this.#unbegunAt = Math.min(...borders.map((border) => border.#unbegunAt));
  }

  /** Units that a figure which was asked for at `asked` may lack; `withOthers`: those of other programs among them. */
  uncounted(asked: number, withOthers = false): number {
    const foreign = withOthers ? this.#foreign.filter(({ at }) => at >= asked) : [];
    const forgotten = (this.#ends.at(-1)?.at ?? 0) - MINUTE;
    let sum = foreign.reduce((units, other) => units + other.units, this.#inFlight);
    for (let index = this.#ends.length - 1; index >= 0; index -= 1) {
      const end = this.#ends[index];
      if (end === undefined || end.at < asked || end.at <= forgotten) break;
      sum += end.units;
    }
    return sum;
  }

  /** A period has ended: units debited in it that the service may count in the next one. */
  crossed(wallEnd: number): number {
    // An end that lies ahead is of a clock that was set back since: the period has ended by now.
    this.#endedAt = Math.min(this.#monotonic(wallEnd), this.#clock.monotonicNow());
    this.#unbegunAt = this.#endedAt;
    // The other program does the same for its own.
    return this.uncounted(this.#endedAt - UNSURE);
  }

  /**
   * When others began the period that runs now, Unix milliseconds: the 95 % upper bound, given the units that they have used
   * and requests that come evenly since the period before ended. Null: no period has begun, or nobody saw it begin.
   * @param units that the service had counted when it was asked at `asked`
   */
  begunByOthers(units: number, asked: number): number | null {
    const unseen = asked - this.#unbegunAt;
    if (units < 1) this.#unbegunAt = Math.max(this.#unbegunAt, Math.min(asked, this.#clock.monotonicNow()));
    if (units < 1 || unseen > LONGEST_UNSEEN) return null;
    const requests = Math.max(1, units / PRICES.production);
    return this.#wall(asked) - unseen * LATER ** (1 / requests);
  }

  /** Whether what was sent at `sentAt` may be about the period that has ended last. */
  isOfPeriodBefore(sentAt: number): boolean {
    return sentAt < this.#endedAt + QUIET.after;
  }

  /** Whether what was sent at `sentAt` was debited in the period that has ended last. */
  wasDebitedBefore(sentAt: number): boolean {
    return sentAt < this.#endedAt;
  }

  /** Until when a request waits unless a person asked for it; negative infinity: it does not wait. */
  quietUntil(wallEnd: number | null): number {
    const now = this.#clock.monotonicNow();
    if (now < this.#quietUntil) return this.#quietUntil;
    if (now < this.#endedAt + QUIET.after) return this.#endedAt + QUIET.after;
    const mayBeQuiet = wallEnd !== null && now >= this.#quietUntil + QUIET_AGAIN;
    const end = mayBeQuiet ? this.#monotonic(wallEnd) : Number.POSITIVE_INFINITY;
    if (now < end - QUIET.before) return Number.NEGATIVE_INFINITY;
    this.#quietUntil = end + QUIET.after;
    return this.#quietUntil;
  }

  #wall(monotonic: number): number {
    return monotonic - this.#clock.monotonicNow() + this.#clock.wallNow();
  }

  #monotonic(wall: number): number {
    return wall - this.#clock.wallNow() + this.#clock.monotonicNow();
  }
}
