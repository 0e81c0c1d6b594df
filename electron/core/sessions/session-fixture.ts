import { join } from 'node:path';
import { type AccountSummary, type Dialect, dialectSchema } from '../../../shared/contract/account/account.ts';
import { createMemoryLedger } from '../api/broker/ledger/ledger-store.ts';
import { type ApiClient, createApiClient } from '../api/client.ts';
import { openDurable } from '../storage/database.ts';
import { systemClock, systemRandom } from '../system/system-clock.ts';
import type { AccountSession } from './session.ts';

/* For specs: an account that is signed in, its client and its session. */

export function specAccount(address: string, dialect: Partial<Dialect> = {}): AccountSummary {
  return {
    id: 'acc-spec',
    name: 'Spec',
    kind: 'service',
    address,
    username: 'practice',
    signedIn: true,
    protection: 'session',
    dialect: { ...dialectSchema.parse({}), ...dialect },
  };
}

/** A client as the program makes one, on the real clock. */
export function realClient(baseAddress: string): ApiClient {
  return createApiClient({
    baseAddress,
    credentials: async () => ({ username: 'practice', password: 'practice' }),
    clock: systemClock,
    random: systemRandom,
    ledger: createMemoryLedger(),
    log: { bug: () => 'spec', note: () => undefined },
    dialect: dialectSchema.parse({}),
  });
}

/** A session with a real client, and with its journal in the folder. */
export function openSession(folder: string, address: string): AccountSession {
  const journal = openDurable(join(folder, 'journal.sqlite'));
  return { account: specAccount(address), api: realClient(address), journal, folder };
}
