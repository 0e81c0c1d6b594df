// Why: decision 0190.
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';
import type { ApiClient, QuotaState } from '../api/client.ts';
import { earlierCounts, type EarlierUse, earlierUse } from '../api/broker/ledger/earlier-use.ts';
import { createMemoryLedger, type LedgerStore } from '../api/broker/ledger/ledger-store.ts';
import type { Credentials } from '../foundation/ports.ts';

const LIMITS = 'limits of a test';
const COUNTED = 'begin of a test that read counts';

/** Keeps what a test read that began at `since`, monotonic milliseconds; the counts are in the ledger. */
export function keepRead(
  ledger: LedgerStore,
  { rawLimits, rawCounts }: Pick<QuotaState, 'rawLimits' | 'rawCounts'>,
  since: number,
): void {
  if (rawLimits !== null) ledger.writeFact(LIMITS, rawLimits);
  if (rawCounts !== null) ledger.writeFact(COUNTED, String(since));
}

/**
 * What connection tests used while their account had no journal, by address and user: the service counts it for the user,
 * whatever the password, and whether the account is kept or not.
 */
export class TestLedgers {
  readonly #ledgers = new Map<string, LedgerStore>();

  of(address: string, user: Pick<Credentials, 'username'>): LedgerStore {
    const key = keyOf(address, user);
    const ledger = this.#ledgers.get(key) ?? createMemoryLedger();
    this.#ledgers.set(key, ledger);
    return ledger;
  }

  use(address: string, user: Pick<Credentials, 'username'>): EarlierUse[] {
    const ledger = this.#ledgers.get(keyOf(address, user));
    return ledger === undefined ? [] : earlierUse(ledger);
  }

  /**
   * Tells the client of an account what the last test read, so that it knows it before its first own request.
   * @param now Unix milliseconds
   */
  teach(api: ApiClient, address: string, user: Pick<Credentials, 'username'>, now: number): void {
    const ledger = this.#ledgers.get(keyOf(address, user));
    // A long answer was cut.
    const limits = parseJson(ledger?.readFact(LIMITS) ?? '');
    if (limits !== undefined) api.takeLimits(limits);
    const since = ledger?.readFact(COUNTED) ?? null;
    if (ledger !== undefined && since !== null) api.takeCounts(earlierCounts(ledger, now), Number(since));
  }

  /** The use is in the ledger of the account. */
  forget(address: string, user: Pick<Credentials, 'username'>): void {
    this.#ledgers.delete(keyOf(address, user));
  }
}

function keyOf(address: string, { username }: Pick<Credentials, 'username'>): string {
  return `${address.toLowerCase()} ${username}`;
}
