import type { VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import { readCounts, readLimits } from '../../electron/practice/endpoints/account.ts';
import type { EndpointContext } from '../../electron/practice/endpoints/context.ts';
import { type PeriodState, RateLimits } from '../../electron/practice/quota/rate-limits.ts';
import { dailyLimit, type EndpointName, serviceOf } from '../../electron/practice/quota/services.ts';
import type { RateHeaders } from '../../shared/domain/pacing/rate-headers.ts';
import type { ServiceId } from '../../shared/domain/service/services.ts';

const ENDPOINTS: Readonly<Partial<Record<ServiceId, EndpointName>>> = {
  'POST leads': 'importLead',
  'GET leads': 'savedSearch',
  'GET simpleleads': 'simpleLeads',
  'GET rawleads': 'rawLeads',
  'GET leadsegments': 'segments',
  'POST leadsegments': 'addToSegment',
  'GET users': 'users',
  'GET myaccount': 'requestCounts',
};

export type Sender = 'own' | 'others';

/** The practice service's counters on a clock that is moved by hand: its own rules, limits and counts, without sockets. */
export class PracticeCounters {
  /** Units that each sender was charged, by counter. */
  readonly charged: Record<Sender, Map<string, number>> = { own: new Map(), others: new Map() };
  readonly #inPeriod: Record<Sender, Map<string, number>> = { own: new Map(), others: new Map() };
  readonly #periods = new Map<string, PeriodState>();
  readonly #context: EndpointContext;

  constructor(clock: VirtualClock, nightPrice: 1 | 4, limitsShape: 'list' | 'map') {
    const practiceClock = { now: () => clock.wallNow(), speed: 1 } as EndpointContext['clock'];
    const limitOf = (service: string) => dailyLimit(service, {});
    const limits = new RateLimits({
      limitOf,
      minuteWindow: 'anchored',
      nightPrice,
      clock: practiceClock,
      load: (service) => this.#periods.get(service) ?? null,
      save: (service, state) => void this.#periods.set(service, state),
    });
    const dialect = { limitsShape } as EndpointContext['dialect'];
    this.#context = { clock: practiceClock, limits, limitOf, dialect, counting: 'resource' } as EndpointContext;
  }

  /** A request has arrived. */
  arrive(service: ServiceId, fairUse: boolean, sender: Sender): { status: number; headers: RateHeaders } {
    const counter = this.counterOf(service);
    const { limits } = this.#context;
    const before = limits.period(counter);
    const admission = limits.admit(counter, fairUse);
    const { limit, remaining, resetIn } = admission.figures;
    const headers = { limit, remaining, secondsLeft: Math.ceil(resetIn / 1000) };
    if (!admission.admitted) return { status: 429, headers };
    if (before.used === 0) for (const sums of Object.values(this.#inPeriod)) sums.set(counter, 0);
    for (const sums of [this.charged, this.#inPeriod]) {
      sums[sender].set(counter, (sums[sender].get(counter) ?? 0) + admission.price);
    }
    return { status: 200, headers };
  }

  /** Units that the sender was charged in the running period. */
  charge(counter: string, sender: Sender): number {
    return this.#context.limits.period(counter).used === 0 ? 0 : (this.#inPeriod[sender].get(counter) ?? 0);
  }

  /** Units that the service still gives of the counter in its running period. */
  left(service: ServiceId): number {
    const counter = this.counterOf(service);
    return this.#context.limitOf(counter) - this.#context.limits.period(counter).used;
  }

  counterOf(service: ServiceId): string {
    return serviceOf(ENDPOINTS[service] ?? 'account', 'resource');
  }

  /** The body of an answer to the question for limits or counts. */
  answer(what: 'limits' | 'counts'): unknown {
    const { body } = what === 'limits' ? readLimits(this.#context) : readCounts(this.#context);
    return body.kind === 'value' ? structuredClone(body.value) : null;
  }
}
