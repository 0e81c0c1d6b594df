import type { Random } from '../../foundation/ports.ts';
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import { MINUTE } from '../../../../shared/domain/time/time.ts';

/**
 * How a service may count its minute. The specification does not say which: from the first request, with the minutes of
 * the clock, or over the last 60 seconds.
 */
export type WindowKind = 'anchored' | 'aligned' | 'sliding';

export interface Verdict {
  readonly status: 200 | 429;
  readonly headers: RateHeaders;
}

/** The minute limit of one service, seen from its own clock. Refused requests are not counted. */
export class QuotaServer {
  readonly kind: WindowKind;
  readonly limit: number;
  readonly arrivals: { at: number; from: string; status: number }[] = [];
  readonly #phase: number;
  #start = Number.NEGATIVE_INFINITY;
  #used = 0;
  #log: number[] = [];
  #logFrom = 0;

  constructor(kind: WindowKind, limit: number, phase: number) {
    this.kind = kind;
    this.limit = limit;
    this.#phase = phase;
  }

  arrive(at: number, from: string): Verdict {
    const verdict = this.kind === 'sliding' ? this.#slide(at) : this.#fix(at);
    this.arrivals.push({ at, from, status: verdict.status });
    return verdict;
  }

  #fix(at: number): Verdict {
    if (this.kind === 'aligned') {
      const start = Math.floor((at + this.#phase) / MINUTE) * MINUTE - this.#phase;
      if (start !== this.#start) {
        this.#start = start;
        this.#used = 0;
      }
    } else if (at >= this.#start + MINUTE) {
      this.#start = at;
      this.#used = 0;
    }
    return this.#verdict(this.#used < this.limit ? ++this.#used : null, this.#start + MINUTE - at);
  }

  #slide(at: number): Verdict {
    while (this.#logFrom < this.#log.length && (this.#log[this.#logFrom] ?? at) <= at - MINUTE) this.#logFrom++;
    if (this.#logFrom > 10_000) {
      this.#log = this.#log.slice(this.#logFrom);
      this.#logFrom = 0;
    }
    const used = this.#log.length - this.#logFrom;
    const left = (this.#log[this.#logFrom] ?? at) + MINUTE - at;
    if (used >= this.limit) return this.#verdict(null, left);
    this.#log.push(at);
    return this.#verdict(used + 1, left);
  }

  #verdict(used: number | null, left: number): Verdict {
    const secondsLeft = Math.max(0, Math.ceil(left / 1000));
    return used === null
      ? { status: 429, headers: { limit: this.limit, remaining: 0, secondsLeft } }
      : { status: 200, headers: { limit: this.limit, remaining: this.limit - used, secondsLeft } };
  }
}

/** One way through the network, milliseconds: lognormal, median 35, and one in two hundred takes 0.3 to 2 s. */
export function latency(random: Random): number {
  if (random() < 0.005) return 300 + random() * 1_700;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return 35 * Math.exp(normal * 0.35);
}
