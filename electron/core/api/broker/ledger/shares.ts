import type { LedgerStore } from './ledger-store.ts';

const ALL = 100;

/** Percent of a budget that this program may use, as a person chose. */
export class Shares {
  readonly #ledger: LedgerStore;
  readonly #fact: string;
  #own: { readonly minute: number | null; readonly day: number | null };

  /** The first of the endpoints that a person chose shares for says them: a budget may have been put together since. */
  constructor(ledger: LedgerStore, endpoints: readonly string[]) {
    const facts = endpoints.map((service) => `shares ${service}`);
    this.#ledger = ledger;
    this.#fact = facts.find((fact) => ledger.readFact(fact) !== null) ?? facts[0] ?? 'shares';
    this.#own = read(ledger.readFact(this.#fact));
  }

  /** Share of the requests of a minute. */
  get minute(): number {
    return this.#own.minute ?? ALL;
  }

  /** Share of the units of a day. */
  get day(): number {
    return this.#own.day ?? ALL;
  }

  get isOwn(): { readonly minute: boolean; readonly day: boolean } {
    return { minute: this.#own.minute !== null, day: this.#own.day !== null };
  }

  set(shares: { readonly minute: number | null; readonly day: number | null }): void {
    this.#ledger.writeFact(this.#fact, `${shares.minute ?? '-'} ${shares.day ?? '-'}`);
    this.#own = shares;
  }
}

function read(text: string | null): { minute: number | null; day: number | null } {
  const [minute, day] = (text ?? '').split(' ');
  return { minute: percent(minute), day: percent(day) };
}

function percent(text: string | undefined): number | null {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= ALL ? value : null;
}
