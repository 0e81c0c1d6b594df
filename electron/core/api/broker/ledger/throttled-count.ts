// Why: decision 0310.
import type { LedgerStore } from './ledger-store.ts';

/** `counted`: a request that the service answers with 429 is in its count. `free`: it is not. */
export type ThrottledPrice = 'counted' | 'free';

const factOf = (key: string) => `throttled requests of ${key}`;

/** What was found out about a budget; null: nothing yet. */
export function throttledPrice(ledger: LedgerStore, key: string): ThrottledPrice | null {
  const fact = ledger.readFact(factOf(key));
  return fact === 'counted' || fact === 'free' ? fact : null;
}

export function keepThrottledPrice(ledger: LedgerStore, key: string, price: ThrottledPrice): void {
  if (throttledPrice(ledger, key) !== price) ledger.writeFact(factOf(key), price);
}

/**
 * Finds out from the service's own counts whether it counts what it answers with 429; the specification does not say it.
 * Two counts show it when everything between them is known. Units.
 */
export class ThrottledCount {
  /** The count before; null when something was under way then, or nobody knows of a request since whether it was counted. */
  #before: number | null = null;
  #spent = 0;
  #throttled = 0;

  debited(units: number): void {
    this.#spent += units;
  }

  gaveBack(units: number): void {
    this.#spent -= units;
  }

  throttled(units: number): void {
    this.#spent -= units;
    this.#throttled += units;
  }

  /** Nobody knows of a request whether it was counted: no answer came, or one that is neither a success nor a 429. */
  doubted(): void {
    this.#before = null;
  }

  /** @param uncounted units that the count may lack */
  told(used: number, uncounted: number): ThrottledPrice | null {
    const [before, spent, throttled] = [this.#before, this.#spent, this.#throttled];
    this.#before = uncounted > 0 ? null : used;
    this.#spent = 0;
    this.#throttled = 0;
    if (before === null || uncounted > 0 || throttled === 0) return null;
    const more = used - before - spent;
    if (more === 0) return 'free';
    return more === throttled ? 'counted' : null;
  }
}
