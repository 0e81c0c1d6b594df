import { hasMinuteRule } from '../../../../shared/domain/pacing/pacing.ts';
import { isProductionTime } from '../../../../shared/domain/service/service-time.ts';
import { ENDPOINT, type ServiceId } from '../../../../shared/domain/service/services.ts';
import type { AccountFigures } from './account-figures.ts';
import type { RequestBroker } from '../broker/broker.ts';
import type { LedgerStore } from '../broker/ledger/ledger-store.ts';
import { openRead, type ReadTools } from './read.ts';

/** Equal differences in a row that settle the price: two could be a coincidence with another client. */
const ROUNDS = 3;
const FACT = 'nightPrice';

export interface PriceProbeTools {
  readonly read: ReadTools;
  readonly figures: AccountFigures;
  readonly broker: RequestBroker;
  readonly ledger: LedgerStore;
  readonly serverNow: () => number;
  readonly wallNow: () => number;
  readonly zone: string;
}

/** The result of the probe. `at`: Unix milliseconds. */
export type PriceProbe =
  | { readonly result: 'settled'; readonly units: 1 | 4; readonly at: number }
  | { readonly result: 'unsettled'; readonly message: string };

/** The price outside production hours, as far as it is known. `at`: Unix milliseconds; null while it is assumed. */
export interface NightPrice {
  readonly units: 1 | 4;
  readonly source: 'assumed' | 'probed';
  readonly at: number | null;
}

export function knownNightPrice(ledger: LedgerStore, assumed: 1 | 4): NightPrice {
  const match = /^([14])@(\d+)$/.exec(ledger.readFact(FACT) ?? '');
  if (match === null) return { units: assumed, source: 'assumed', at: null };
  return { units: match[1] === '1' ? 1 : 4, source: 'probed', at: Number(match[2]) };
}

const LAST_FACT = 'lastProbe';

/** How the last probe ended. `at`: Unix milliseconds. */
export interface KeptProbe {
  readonly at: number;
  readonly isSettled: boolean;
  readonly units: 1 | 4 | null;
  /** Why it settled nothing; empty when it did. */
  readonly message: string;
}

export function lastProbe(ledger: LedgerStore): KeptProbe | null {
  const match = /^(\d+) ([014]) ([\s\S]*)$/.exec(ledger.readFact(LAST_FACT) ?? '');
  if (match === null) return null;
  const units = match[2] === '1' ? 1 : match[2] === '4' ? 4 : null;
  return { at: Number(match[1]), isSettled: units !== null, units, message: match[3] ?? '' };
}

const CANDIDATES: readonly { service: ServiceId; path: string }[] = [
  { service: ENDPOINT.segments, path: '/leadsegments' },
  { service: ENDPOINT.users, path: '/users' },
  // No lead was modified after this day: an empty list, whatever the service holds.
  { service: ENDPOINT.leadSearch, path: '/simpleleads?Projects=*&ModifiedFrom=2999-01-01' },
];

/**
 * Finds out what one request costs off hours: reads the count, sends one cheap GET without the fair use header, reads
 * the count again, three times; only three equal differences settle it. Another client's request in between leaves it
 * unsettled. Eight requests: the limits, the counts, and three times a GET and the counts.
 */
export async function probeNightPrice(tools: PriceProbeTools, signal?: AbortSignal): Promise<PriceProbe> {
  const probe = await settlePrice(tools, signal);
  if (signal?.aborted !== true) {
    const at = Math.round(tools.wallNow());
    const verdict = probe.result === 'settled' ? `${probe.units} ` : `0 ${probe.message}`;
    tools.ledger.writeFact(LAST_FACT, `${at} ${verdict}`);
  }
  return probe;
}

async function settlePrice(tools: PriceProbeTools, signal?: AbortSignal): Promise<PriceProbe> {
  if (isProductionTime(tools.serverNow(), tools.zone)) {
    return unsettled(
      `The service is in its production hours (8:00 to 21:00, ${tools.zone}), when a request costs 8. Try again after 21:00.`,
    );
  }
  const options = { lane: 'person', ...(signal === undefined ? {} : { signal }) } as const;
  await tools.figures.limits(options);
  const candidates = CANDIDATES.filter(({ service }) => hasMinuteRule(tools.broker.state(service).daily.limit));
  if (candidates.length === 0) {
    return unsettled('Every service that could be probed cheaply has a small quota, where a request always costs 1.');
  }
  const counts = await tools.figures.counts(options);
  const told = counts.ok ? counts.value.figures : [];
  const usedBefore = (service: ServiceId) => told.find((figure) => figure.services.includes(service))?.used ?? null;
  const [candidate] = candidates.flatMap((one) => {
    const used = usedBefore(one.service);
    return used === null ? [] : [{ ...one, used }];
  });
  if (candidate === undefined)
    return unsettled('Lead Console cannot read the counts of the service, so the price stays assumed.');
  const { service, path } = candidate;
  let before = candidate.used;
  const differences: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { answer: deadline } = tools.read.transport.timeouts;
    const call = { service, path, accept: 'application/json', options, fairUse: false, deadline };
    const opened = await openRead(tools.read, call);
    if (!opened.ok) return unsettled(opened.error.message);
    opened.value.conclude('price probe');
    opened.value.answer.discard();
    const after = await tools.figures.usedOf(service, options);
    if (after === null)
      return unsettled('Lead Console could not read the counts of the service again, so the price stays assumed.');
    differences.push(after - before);
    before = after;
  }
  const [first] = differences;
  const isEqual = differences.every((difference) => difference === first);
  if (!isEqual || (first !== 1 && first !== 4)) {
    return unsettled(
      `The counts rose by ${differences.join(', ')}: other clients sent requests, or the service counts late. The price stays assumed; try again at a quiet time.`,
    );
  }
  const at = Math.round(tools.wallNow());
  tools.ledger.writeFact(FACT, `${first}@${at}`);
  return { result: 'settled', units: first, at };
}

function unsettled(message: string): PriceProbe {
  return { result: 'unsettled', message };
}
