import { dialectSchema, type TestReport, type TestStep } from '../../../shared/contract/account/account.ts';
import { createMemoryLedger } from '../api/broker/ledger-store.ts';
import { createApiClient } from '../api/client.ts';
import { cancelled } from '../foundation/failure.ts';
import type { Clock, Credentials, Log, ProxyFinder, Random } from '../foundation/ports.ts';

export interface ConnectionTestTools {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly proxyFor: ProxyFinder;
  /** Milliseconds for one complete answer; left out: the client's own. */
  readonly answerTimeout?: number;
}

/**
 * Tests a connection with a client of its own. No ledger counts its units, because an account that is not kept gets no
 * journal; the service counts them.
 *
 * @throws Failure `cancelled`
 */
export async function testConnection(
  { clock, random, log, proxyFor, answerTimeout }: ConnectionTestTools,
  address: string,
  credentials: Credentials,
  { signal, onStep }: { readonly signal: AbortSignal; onStep(step: TestStep): void },
): Promise<TestReport> {
  const api = createApiClient({
    baseAddress: address,
    credentials: async () => credentials,
    clock,
    random,
    log,
    ledger: createMemoryLedger(),
    dialect: dialectSchema.parse({}),
    proxy: await proxyFor(address),
    ...(answerTimeout === undefined ? {} : { timeouts: { answer: answerTimeout } }),
  });
  const steps: TestStep[] = [];
  try {
    const report = await api.testConnection((step) => {
      const index = steps.findIndex((candidate) => candidate.id === step.id);
      if (index < 0) steps.push(step);
      else steps[index] = step;
      onStep(step);
    }, signal);
    if (signal.aborted) throw cancelled('The connection test was cancelled. Nothing was saved.');
    return { address, steps, works: report.works };
  } finally {
    await api.close();
  }
}
