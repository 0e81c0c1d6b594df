import type { ServiceName } from './services.ts';

/** What arrived at one service since the start or the last reset. */
export interface ServiceCounts {
  readonly requests: number;
  /** Let through and counted against the quota. */
  readonly admitted: number;
  readonly fairUse: number;
  readonly units: number;
  readonly tooManyRequests: number;
  /** Answers by status, faults included. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Most arrivals within any second of service time. */
  readonly peakPerSecond: number;
  /** Most admitted requests within any 60 seconds. */
  readonly peakPerMinute: number;
}

/** Largest number of instants within a span. */
class Peak {
  readonly #span: number;
  #instants: number[] = [];
  #first = 0;
  highest = 0;

  constructor(span: number) {
    this.#span = span;
  }

  add(instant: number): void {
    this.#instants.push(instant);
    while ((this.#instants[this.#first] as number) <= instant - this.#span) this.#first += 1;
    // Dropping the old ones now and then keeps both the memory and the cost of a request small.
    if (this.#first > 1000 && this.#first * 2 > this.#instants.length) {
      this.#instants = this.#instants.slice(this.#first);
      this.#first = 0;
    }
    this.highest = Math.max(this.highest, this.#instants.length - this.#first);
  }
}

const nothing = () => ({
  requests: 0,
  admitted: 0,
  fairUse: 0,
  units: 0,
  tooManyRequests: 0,
  statuses: {} as Record<string, number>,
  second: new Peak(1000),
  minute: new Peak(60_000),
});

export class Tallies {
  readonly #byService = new Map<ServiceName, ReturnType<typeof nothing>>();

  arrived(service: ServiceName, now: number, fairUse: boolean): void {
    const tally = this.#of(service);
    tally.requests += 1;
    if (fairUse) tally.fairUse += 1;
    tally.second.add(now);
  }

  admitted(service: ServiceName, now: number, units: number): void {
    const tally = this.#of(service);
    tally.admitted += 1;
    tally.units += units;
    tally.minute.add(now);
  }

  answered(service: ServiceName, status: number): void {
    const tally = this.#of(service);
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
    if (status === 429) tally.tooManyRequests += 1;
  }

  snapshot(): Record<ServiceName, ServiceCounts> {
    const entries = [...this.#byService].map(([service, { second, minute, statuses, ...figures }]) => [
      service,
      { ...figures, statuses: { ...statuses }, peakPerSecond: second.highest, peakPerMinute: minute.highest },
    ]);
    return Object.fromEntries(entries) as Record<ServiceName, ServiceCounts>;
  }

  clear(): void {
    this.#byService.clear();
  }

  #of(service: ServiceName): ReturnType<typeof nothing> {
    const tally = this.#byService.get(service) ?? nothing();
    this.#byService.set(service, tally);
    return tally;
  }
}
