// Why: decision 0190.
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';
import { type EarlierUse, earlierUse } from '../api/broker/ledger/earlier-use.ts';
import { createMemoryLedger, type LedgerStore } from '../api/broker/ledger/ledger-store.ts';
import type { Credentials } from '../foundation/ports.ts';

const LIMITS = 'limits of a test';

/** Keeps the limits that a test read, as JSON; null: it read none. */
export function keepLimits(ledger: LedgerStore, raw: string | null): void {
  if (raw !== null) ledger.writeFact(LIMITS, raw);
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

  /** The limits that the last test read, so that an account knows them before its first own request; undefined without. */
  limits(address: string, user: Pick<Credentials, 'username'>): unknown {
    const raw = this.#ledgers.get(keyOf(address, user))?.readFact(LIMITS);
    // A long answer was cut.
    return raw === undefined || raw === null ? undefined : parseJson(raw);
  }

  /** The use is in the ledger of the account. */
  forget(address: string, user: Pick<Credentials, 'username'>): void {
    this.#ledgers.delete(keyOf(address, user));
  }
}

function keyOf(address: string, { username }: Pick<Credentials, 'username'>): string {
  return `${address.toLowerCase()} ${username}`;
}
