// Why: decision 0140.
import { z } from 'zod';
import { isServiceId, SERVICES, serviceTitle, type ServiceId } from '../../../../shared/domain/service/services.ts';
import type { LedgerStore } from './ledger-store.ts';

/** One counter of the service, and the endpoints that draw on it. */
export interface Budget {
  /** Key of the ledger: the first of the endpoints in the order of our list. */
  readonly key: ServiceId;
  readonly endpoints: readonly ServiceId[];
  /** The service's own name; null while it gave none. */
  readonly name: string | null;
  readonly grouping: 'assumed' | 'limits' | 'counts' | 'header';
}

/** What a line of limits or counts says of a counter. */
export interface NamedCounter {
  readonly name: string;
  readonly services: readonly ServiceId[];
}

const FACT = 'budgets';
const keptSchema = z.array(
  z.object({
    endpoints: z.array(z.string()).min(1).max(SERVICES.length),
    name: z.string().max(200).nullable(),
    grouping: z.enum(['limits', 'counts', 'header']),
  }),
);

/**
 * Which endpoints share a counter. Nobody publishes it: the names in limits and counts say it for some endpoints, the
 * figures show it for others, and until then every endpoint is taken to have a counter of its own. Kept in the journal.
 */
export class Budgets {
  private readonly ledger: LedgerStore;
  private byEndpoint: ReadonlyMap<ServiceId, Budget>;

  constructor(ledger: LedgerStore) {
    this.ledger = ledger;
    this.byEndpoint = placed(readKept(ledger.readFact(FACT)));
  }

  of(service: ServiceId): Budget {
    return this.byEndpoint.get(service) ?? alone(service);
  }

  /** True once the service has named a counter: endpoints without one then belong to a counter nobody knows. */
  get areNamed(): boolean {
    return this.all().some(({ name }) => name !== null);
  }

  all(): Budget[] {
    return [...new Set(SERVICES.map(({ id }) => this.of(id)))];
  }

  /** The budget that a line of limits or counts is about; null when another line claims its endpoints. */
  named({ name, services }: NamedCounter): Budget | null {
    return services.map((service) => this.of(service)).find((budget) => budget.name === name) ?? null;
  }

  /** Takes over what the names say. True when endpoints share a counter that did not, or the other way round. */
  learn(counters: readonly NamedCounter[], grouping: 'limits' | 'counts'): boolean {
    const claimed = new Set<ServiceId>();
    const learnt: Budget[] = [];
    // The narrowest name says most: `POST leads` beside `leads` takes its endpoint out of the family.
    for (const { name, services } of [...counters].sort((one, other) => one.services.length - other.services.length)) {
      const own = services.filter((service) => !claimed.has(service));
      if (own.length === 0) continue;
      for (const service of own) claimed.add(service);
      learnt.push(budgetOf([...own, ...this.joined(own, counters)], name, this.sourceOf(own, name) ?? grouping));
    }
    const others = this.all().filter(({ endpoints }) => !endpoints.some((id) => claimed.has(id)));
    return this.replace([...learnt, ...others]);
  }

  /** The endpoint, which had a counter of its own, draws on the budget of `other`, as figures have shown. */
  join(service: ServiceId, other: ServiceId, grouping: 'counts' | 'header'): void {
    const { endpoints, name } = this.of(other);
    this.replace([...this.all(), budgetOf([...endpoints, service], name, grouping)]);
  }

  /**
   * Endpoints that figures have shown to draw on the same counter, and that no name claims. When other counters have taken
   * a part of it, nobody knows on which part they draw.
   */
  private joined(own: readonly ServiceId[], counters: readonly NamedCounter[]): ServiceId[] {
    const isClaimed = (id: ServiceId) => counters.some(({ services }) => services.includes(id));
    return own
      .map((service) => this.of(service).endpoints)
      .filter((endpoints) => endpoints.every((id) => own.includes(id) || !isClaimed(id)))
      .flat();
  }

  private sourceOf(own: readonly ServiceId[], name: string): Budget['grouping'] | null {
    return own.map((service) => this.of(service)).find((known) => known.name === name)?.grouping ?? null;
  }

  private replace(budgets: readonly Budget[]): boolean {
    const next = placed(budgets);
    const before = this.byEndpoint;
    if (textOf(next) !== textOf(before)) this.ledger.writeFact(FACT, textOf(next));
    this.byEndpoint = next;
    return SERVICES.some(({ id }) => next.get(id)?.endpoints.join() !== before.get(id)?.endpoints.join());
  }
}

function alone(service: ServiceId): Budget {
  return { key: service, endpoints: [service], name: null, grouping: 'assumed' };
}

function budgetOf(endpoints: readonly ServiceId[], name: string | null, grouping: Budget['grouping']): Budget {
  const ordered = SERVICES.flatMap(({ id }) => (endpoints.includes(id) ? [id] : []));
  const [key] = ordered;
  if (key === undefined) throw new Error('a budget has at least one endpoint');
  return { key, endpoints: ordered, name, grouping };
}

/** Every endpoint in the order of our list with the last of the budgets that hold it. */
function placed(budgets: readonly Budget[]): ReadonlyMap<ServiceId, Budget> {
  const found = new Map(budgets.flatMap((budget) => budget.endpoints.map((id) => [id, budget] as const)));
  return new Map(SERVICES.map(({ id }) => [id, found.get(id) ?? alone(id)]));
}

function textOf(byEndpoint: ReadonlyMap<ServiceId, Budget>): string {
  const kept = [...new Set(byEndpoint.values())].filter(({ grouping }) => grouping !== 'assumed');
  return JSON.stringify(kept.map(({ endpoints, name, grouping }) => ({ endpoints, name, grouping })));
}

/** What an older or a damaged journal holds is read as far as it makes sense. */
function readKept(text: string | null): Budget[] {
  try {
    return keptSchema.parse(JSON.parse(text ?? '[]')).flatMap(({ endpoints, name, grouping }) => {
      const known = endpoints.filter(isServiceId);
      return known.length === 0 ? [] : [budgetOf(known, name, grouping)];
    });
  } catch {
    return [];
  }
}

/** The name on the screen: the service's own for a counter of several endpoints, else that of the endpoint. */
export function budgetTitle({ key, endpoints, name }: Budget): string {
  return endpoints.length > 1 && name !== null ? name : serviceTitle(key);
}
