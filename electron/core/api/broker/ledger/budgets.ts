// Why: decision 0140 and decision 0293.
import { z } from 'zod';
import {
  isServiceId,
  likelyCountedWith,
  SERVICES,
  type ServiceId,
  serviceTitle,
  siblingsOf,
  verbOf,
} from '../../../../../shared/domain/service/services.ts';
import type { LedgerStore } from './ledger-store.ts';

/** One counter of the service, and the endpoints that draw on it. */
export interface Budget {
  /** Key of the ledger: the first of the endpoints in the order of our list that are known to draw on it. */
  readonly key: ServiceId;
  readonly endpoints: readonly ServiceId[];
  /** Those of the endpoints of which it is only likely: no name claims them, and no figure has shown anything. */
  readonly likely: readonly ServiceId[];
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
/** Endpoints that do not draw on the counter on which they most likely would, as figures have shown. */
const APART = 'budgets.apart';
const keptSchema = z.array(
  z.object({
    endpoints: z.array(z.string()).min(1).max(SERVICES.length),
    name: z.string().nullable(),
    grouping: z.enum(['limits', 'counts', 'header']),
  }),
);

/**
 * Which endpoints share a counter. Nobody publishes it: the names in limits and counts say it for some endpoints, the
 * figures show it for others. Until then an endpoint is taken to draw on the counter with which it is most likely counted, if
 * the service named that one, else to have a counter of its own. Kept in the journal.
 */
export class Budgets {
  readonly #ledger: LedgerStore;
  readonly #onUnsaved: (error: unknown) => void;
  /** Without the endpoints that are only likely to be in them. */
  #sure: readonly Budget[];
  readonly #apart: Set<ServiceId>;
  #byEndpoint: ReadonlyMap<ServiceId, Budget>;
  /** What the journal has of it. */
  readonly #written: Map<string, string>;

  /** @param onUnsaved the journal does not take what figures have shown */
  constructor(ledger: LedgerStore, onUnsaved: (error: unknown) => void = () => undefined) {
    this.#ledger = ledger;
    this.#onUnsaved = onUnsaved;
    this.#sure = readKept(ledger.readFact(FACT));
    this.#apart = new Set((ledger.readFact(APART) ?? '').split('\n').filter(isServiceId));
    this.#byEndpoint = this.#placed();
    this.#written = new Map(this.#facts);
  }

  of(service: ServiceId): Budget {
    return this.#byEndpoint.get(service) ?? alone(service);
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
      learnt.push(budgetOf([...own, ...this.#joined(own, counters)], name, this.#sourceOf(own, name) ?? grouping));
    }
    const others = this.#sure.filter(({ endpoints }) => !endpoints.some((id) => claimed.has(id)));
    return this.#replace([...learnt, ...others]);
  }

  /** The endpoint, which had a counter of its own, draws on the budget of `other`, as figures have shown. */
  join(service: ServiceId, other: ServiceId, grouping: 'counts' | 'header'): void {
    const { endpoints, name } = this.#surelyOf(other);
    this.#replace([...this.#sure, budgetOf([...endpoints, service], name, grouping)]);
  }

  /** The endpoint does not draw on the counter on which it most likely would, as figures have shown. */
  part(service: ServiceId): void {
    this.#apart.add(service);
    this.#byEndpoint = this.#placed();
    this.#write();
  }

  /**
   * Endpoints that figures have shown to draw on the same counter, and that no name claims. When other counters have taken
   * a part of it, nobody knows on which part they draw.
   */
  #joined(own: readonly ServiceId[], counters: readonly NamedCounter[]): ServiceId[] {
    const isClaimed = (id: ServiceId) => counters.some(({ services }) => services.includes(id));
    return own
      .map((service) => this.#surelyOf(service).endpoints)
      .filter((endpoints) => endpoints.every((id) => own.includes(id) || !isClaimed(id)))
      .flat();
  }

  #sourceOf(own: readonly ServiceId[], name: string): Budget['grouping'] | null {
    return own.map((service) => this.#surelyOf(service)).find((known) => known.name === name)?.grouping ?? null;
  }

  #surelyOf(service: ServiceId): Budget {
    return this.#sure.find(({ endpoints }) => endpoints.includes(service)) ?? alone(service);
  }

  #replace(budgets: readonly Budget[]): boolean {
    const known = mapOf(budgets);
    this.#sure = [...new Set(SERVICES.flatMap(({ id }) => known.get(id) ?? []))];
    this.#write();
    const before = this.#byEndpoint;
    const next = this.#placed();
    this.#byEndpoint = next;
    return SERVICES.some(({ id }) => next.get(id)?.endpoints.join() !== before.get(id)?.endpoints.join());
  }

  get #facts(): (readonly [name: string, text: string])[] {
    return [
      [FACT, textOf(this.#sure)],
      [APART, [...this.#apart].join('\n')],
    ];
  }

  /** An answer must not become a failure by what it taught: that holds, and is written with what the next one teaches. */
  #write(): void {
    for (const [name, text] of this.#facts) {
      if (this.#written.get(name) === text) continue;
      try {
        this.#ledger.writeFact(name, text);
        this.#written.set(name, text);
      } catch (error) {
        this.#onUnsaved(error);
      }
    }
  }

  /** Every endpoint with its budget, the likely ones among them. */
  #placed(): ReadonlyMap<ServiceId, Budget> {
    const sure = mapOf(this.#sure);
    const homes = SERVICES.map(({ id }) => ({
      id,
      home: sure.has(id) || this.#apart.has(id) ? undefined : homeOf(id, sure),
    }));
    const all = mapOf(
      this.#sure.map((budget) =>
        withLikely(
          budget,
          homes.flatMap(({ id, home }) => (home === budget ? [id] : [])),
        ),
      ),
    );
    return new Map(SERVICES.map(({ id }) => [id, all.get(id) ?? alone(id)]));
  }
}

/** The counter on which an endpoint that no name claims draws most likely, among those of which something is known. */
function homeOf(service: ServiceId, sure: ReadonlyMap<ServiceId, Budget>): Budget | undefined {
  const host = likelyCountedWith(service);
  const home = host === null ? undefined : sure.get(host);
  if (home === undefined || home.name === null || verbOf(home.name) !== null) return undefined;
  // Where another endpoint of the subject has a counter of its own, each may have one.
  const others = siblingsOf(service).map((id) => sure.get(id) ?? home);
  return others.every((budget) => budget === home) ? home : undefined;
}

function withLikely(budget: Budget, likely: readonly ServiceId[]): Budget {
  return likely.length === 0 ? budget : { ...budget, likely, endpoints: inOrder([...budget.endpoints, ...likely]) };
}

function inOrder(endpoints: readonly ServiceId[]): ServiceId[] {
  return SERVICES.flatMap(({ id }) => (endpoints.includes(id) ? [id] : []));
}

/** If several budgets have one endpoint, the last one counts. */
function mapOf(budgets: readonly Budget[]): ReadonlyMap<ServiceId, Budget> {
  return new Map(budgets.flatMap((budget) => budget.endpoints.map((id) => [id, budget] as const)));
}

function alone(service: ServiceId): Budget {
  return { key: service, endpoints: [service], likely: [], name: null, grouping: 'assumed' };
}

function budgetOf(endpoints: readonly ServiceId[], name: string | null, grouping: Budget['grouping']): Budget {
  const ordered = inOrder(endpoints);
  const [key] = ordered;
  if (key === undefined) throw new Error('a budget has at least one endpoint');
  return { key, endpoints: ordered, likely: [], name, grouping };
}

function textOf(sure: readonly Budget[]): string {
  return JSON.stringify(sure.map(({ endpoints, name, grouping }) => ({ endpoints, name, grouping })));
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

/** The name on the screen: the service's own for a counter, except where it is only that of an endpoint. */
export function budgetTitle({ key, name }: Pick<Budget, 'key' | 'name'>): string {
  return name === null || verbOf(name) !== null ? serviceTitle(key) : name;
}
