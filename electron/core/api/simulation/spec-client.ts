import type { Dialect } from '../../../../shared/contract/account/account.ts';
import { createMemoryLedger } from '../broker/ledger/ledger-store.ts';
import { createApiClient, type ApiClient, type ApiClientOptions } from '../client.ts';
import { fastClock } from './fast-clock.ts';
import { seededRandom } from './virtual-clock.ts';

export const SPEC_DIALECT: Dialect = {
  bodyCase: 'specification',
  poolField: 'leadPoolName',
  listStyle: 'comma',
  timeZone: 'Europe/Copenhagen',
  rawLeadsPath: '/rawleads',
  nightPrice: 4,
  segmentBatch: 500,
};

export const SPEC_CREDENTIALS = { username: 'anna', password: 'Tr0ub4dor&3/ü"' };

/** A client before a server of the spec, with a fast clock and no questions of its own in the background. */
export function specClient(baseAddress: string, over: Partial<ApiClientOptions> = {}): ApiClient {
  return createApiClient({
    baseAddress,
    credentials: async () => SPEC_CREDENTIALS,
    clock: fastClock(50),
    random: seededRandom(7),
    ledger: createMemoryLedger(),
    log: { bug: () => 'spec', note: () => undefined },
    dialect: SPEC_DIALECT,
    reconcile: false,
    ...over,
  });
}
