import { wildcard } from '../../../shared/domain/service/queries/wildcard.ts';
import { randomStream } from '../data/random.ts';

/** Everything that can go wrong on purpose. The README of the folder lists them for people. */
export const faultKinds = [
  'latency',
  'headers',
  'tooManyRequests',
  'status',
  'html',
  'body',
  'refuse',
  'redirect',
  'reset',
  'close',
  'hang',
  'truncate',
  'ignoreParameters',
  'sameDayEmpty',
  'shuffleLines',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultMatch {
  readonly method?: string;
  /** Path below `/api`, with `*` and `?`, without regard to case. */
  readonly path?: string;
  readonly service?: string;
  /** Text that the request's body must contain. */
  readonly bodyIncludes?: string;
  /** Text that the query must contain, as it was sent. */
  readonly queryIncludes?: string;
  /** Only requests on a connection that has carried one before. */
  readonly reusedConnection?: boolean;
}

export interface FaultSpecification {
  readonly kind: FaultKind;
  readonly match?: FaultMatch;
  /** How often it happens; `always` until it is removed. Default 1. */
  readonly times?: number | 'always';
  /** How many matching requests pass unharmed first. */
  readonly skip?: number;
  /** Chance that a matching request is hit, 0 to 1, drawn from the service's seed. */
  readonly probability?: number;
  /** Before the service accepts and counts the request (default), or after it did. Truncation is always after. */
  readonly when?: 'before' | 'after';
  /** latency: fixed wait in service milliseconds, or a random one between `minimum` and `milliseconds`. */
  readonly milliseconds?: number;
  readonly minimum?: number;
  /** status: 200 to 599, default 500. redirect: default 307. */
  readonly status?: number;
  /** body, html, status: what is answered instead. */
  readonly body?: string;
  readonly contentType?: string;
  /** refuse: the message beside `success: false`. */
  readonly message?: string;
  /** headers: values by name; null leaves the header out. Also usable with status, body, html and tooManyRequests. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** tooManyRequests: which period is said to be exceeded, its seconds left and an optional Retry-After. */
  readonly period?: 'minute' | 'day';
  readonly resetSeconds?: number;
  readonly retryAfter?: string;
  /** redirect: target address. */
  readonly location?: string;
  /** truncate: what is still sent, and how the answer ends: reset (RST), close (FIN) or a proper end of a broken body. */
  readonly rows?: number;
  readonly bytes?: number;
  readonly how?: 'reset' | 'close' | 'end';
  /** ignoreParameters: names that the service takes no notice of, without regard to case. */
  readonly names?: readonly string[];
}

export interface ActiveFault {
  readonly id: number;
  readonly specification: FaultSpecification;
  matched: number;
  fired: number;
}

export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly service: string;
  readonly body: string;
  readonly isReusedConnection: boolean;
}

/** How an export is answered otherwise than asked, without a word about it. */
export interface ExportQuirks {
  /** Parameters that are not looked at, in lower case. */
  readonly ignored: ReadonlySet<string>;
  /** A range within one day has no leads. */
  readonly isSameDayEmpty: boolean;
  /** The lines of RawLeads come in any order. */
  readonly isShuffled: boolean;
}

/** What happens to one request: waits, changed headers, and at most one thing that replaces or damages the answer. */
export interface FaultPlan {
  readonly quirks: ExportQuirks;
  readonly waitBefore: number;
  readonly waitAfter: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly action: FaultSpecification | null;
}

/** Kinds that change the way to an answer and replace none. */
const modifiers: ReadonlySet<FaultKind> = new Set([
  'latency',
  'headers',
  'ignoreParameters',
  'sameDayEmpty',
  'shuffleLines',
]);

export class Faults {
  readonly #entries: ActiveFault[] = [];
  readonly #random: () => number;
  #lastId = 0;

  constructor(seed: number) {
    this.#random = randomStream(seed, 0x5eed);
  }

  /** The number by which it can be removed. Faults are asked in the order they were added. */
  add(specification: FaultSpecification): number {
    this.#lastId += 1;
    this.#entries.push({ id: this.#lastId, specification, matched: 0, fired: 0 });
    return this.#lastId;
  }

  /** Says whether there was one. */
  remove(id: number): boolean {
    const index = this.#entries.findIndex((entry) => entry.id === id);
    if (index >= 0) this.#entries.splice(index, 1);
    return index >= 0;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  list(): ActiveFault[] {
    return this.#entries.map((entry) => ({ ...entry }));
  }

  plan(target: FaultTarget): FaultPlan {
    const ignored = new Set<string>();
    const plan = {
      quirks: { ignored, isSameDayEmpty: false, isShuffled: false },
      waitBefore: 0,
      waitAfter: 0,
      headers: {} as Record<string, string | null>,
      action: null as FaultSpecification | null,
    };
    for (const entry of this.#entries) {
      const { specification } = entry;
      const isModifier = modifiers.has(specification.kind);
      if ((!isModifier && plan.action !== null) || !this.#hits(entry, target)) continue;
      if (specification.kind === 'latency') {
        const wait = this.#wait(specification);
        if (specification.when === 'after') plan.waitAfter += wait;
        else plan.waitBefore += wait;
      } else if (specification.kind === 'ignoreParameters') {
        for (const name of specification.names ?? []) ignored.add(name.toLowerCase());
      } else if (specification.kind === 'sameDayEmpty') plan.quirks.isSameDayEmpty = true;
      else if (specification.kind === 'shuffleLines') plan.quirks.isShuffled = true;
      else if (!isModifier) plan.action = specification;
      Object.assign(plan.headers, specification.headers);
    }
    return plan;
  }

  #hits(entry: ActiveFault, target: FaultTarget): boolean {
    const { match = {}, times = 1, skip = 0, probability = 1 } = entry.specification;
    if ((times !== 'always' && entry.fired >= times) || !matches(match, target)) return false;
    entry.matched += 1;
    if (entry.matched <= skip || (probability < 1 && this.#random() >= probability)) return false;
    entry.fired += 1;
    return true;
  }

  #wait({ milliseconds = 1000, minimum = milliseconds }: FaultSpecification): number {
    return minimum + (milliseconds - minimum) * this.#random();
  }
}

function matches(match: FaultMatch, target: FaultTarget): boolean {
  return (
    (match.method === undefined || match.method.toUpperCase() === target.method) &&
    (match.path === undefined || wildcard(match.path)(target.path)) &&
    (match.service === undefined || match.service === target.service) &&
    (match.bodyIncludes === undefined || target.body.includes(match.bodyIncludes)) &&
    (match.queryIncludes === undefined || target.query.includes(match.queryIncludes)) &&
    (match.reusedConnection === undefined || match.reusedConnection === target.isReusedConnection)
  );
}
