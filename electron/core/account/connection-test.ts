import { type Dialect, type TestReport } from '../../../shared/contract/account/account.ts';
import type { Discovery, TestStep } from '../../../shared/contract/account/discovery.ts';
import { compareRights, nextGood } from '../../../shared/domain/service/discovery/rights.ts';
import type { LedgerStore } from '../api/broker/ledger/ledger-store.ts';
import { keepRead } from './test-ledgers.ts';
import { type ApiClient, createApiClient } from '../api/client.ts';
import type { ConnectionReport } from '../api/discovery/test-connection.ts';
import { timeoutsWithin } from '../api/transport/timeouts.ts';
import { cancelled } from '../foundation/failure.ts';
import type { Credentials } from '../foundation/ports.ts';
import type { ClientTools } from '../sessions/open-accounts.ts';

/** How a connection test is watched and cancelled. */
export interface TestWatch {
  readonly signal: AbortSignal;
  onStep(step: TestStep): void;
}

/** What is tested: the client of an open account, or an address and a password with a client of its own. */
export type Tested =
  | { readonly api: ApiClient }
  | {
      readonly address: string;
      readonly credentials: Credentials;
      readonly dialect: Dialect;
      /** Counts what the test uses, until the account has a journal. */
      readonly ledger: LedgerStore;
    };

/**
 * Tests a connection. The client of an open account counts the units in the account's ledger; a client of its own counts
 * them in `ledger`, because an account that is not kept gets no journal.
 *
 * @param earlier the last test of this account
 * @throws Failure `cancelled`
 */
export async function testConnection(
  tools: ClientTools,
  tested: Tested,
  watch: TestWatch,
  earlier: Discovery | null,
): Promise<TestReport> {
  if ('api' in tested) return testWith(tools, tested.api, watch, earlier);
  const { clock, random, log, proxyFor, network, answerTimeout } = tools;
  const api = createApiClient({
    baseAddress: tested.address,
    credentials: async () => tested.credentials,
    clock,
    random,
    log,
    ledger: tested.ledger,
    dialect: tested.dialect,
    proxy: await proxyFor(tested.address),
    network,
    // A test promises how many requests it sends.
    reconcile: false,
    ...(answerTimeout === undefined ? {} : { timeouts: timeoutsWithin(answerTimeout) }),
  });
  const since = tools.clock.monotonicNow();
  try {
    const report = await testWith(tools, api, watch, earlier);
    keepRead(tested.ledger, api.quota(), since);
    return report;
  } finally {
    await api.close();
  }
}

async function testWith(
  { clock }: ClientTools,
  api: ApiClient,
  { signal, onStep }: TestWatch,
  earlier: Discovery | null,
): Promise<TestReport> {
  const report = await api.testConnection(onStep, signal);
  if (signal.aborted) throw cancelled('The connection test was cancelled. Nothing was saved.');
  const steps = [...report.steps];
  const discovery = report.requests.length === 0 ? null : discoveryOf(report, clock.wallNow(), earlier);
  return { address: api.baseAddress, steps, works: report.works, discovery };
}

function discoveryOf(report: ConnectionReport, at: number, earlier: Discovery | null): Discovery {
  const { works, rights, shown } = report;
  const lastGood = earlier?.lastGood ?? null;
  const changes = compareRights(shown, rights, lastGood);
  return {
    testedAt: at,
    works,
    steps: [...report.steps],
    requests: [...report.requests],
    findings: report.settle(at, earlier?.findings ?? []),
    rights,
    changes,
    lastGood: nextGood(works, at, shown, changes, lastGood),
  };
}
