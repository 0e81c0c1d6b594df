import type { LedgerStore } from './ledger-store.ts';

const ALL = 100;

/** Percent of a budget that this program may use, as a person chose here or in another program on the data folder. */
export class Shares {
  readonly #ledger: LedgerStore;
  readonly #facts: readonly string[];
  #own: { readonly minute: number | null; readonly day: number | null };
  /** The version of the journal in which `#own` was read. */
  #version: number;

  /** The first of the endpoints that a person chose shares for says them: a budget may have been put together since. */
  constructor(ledger: LedgerStore, endpoints: readonly string[]) {
    this.#ledger = ledger;
    this.#facts = endpoints.map((service) => `shares ${service}`);
    this.#version = ledger.version();
    this.#own = read(ledger.readFact(this.#fact));
  }

  get #fact(): string {
    return this.#facts.find((fact) => this.#ledger.readFact(fact) !== null) ?? this.#facts[0] ?? 'shares';
  }

  get #current() {
    try {
      const version = this.#ledger.version();
      if (version !== this.#version) this.#own = read(this.#ledger.readFact(this.#fact));
      this.#version = version;
    } catch {
      // What was read before holds. The next write of the ledger meets the same trouble, and says so.
    }
    return this.#own;
  }

  /** Share of the requests of a minute. */
  get minute(): number {
    return this.#current.minute ?? ALL;
  }

  /** Share of the units of a day. */
  get day(): number {
    return this.#current.day ?? ALL;
  }

  get isOwn(): { readonly minute: boolean; readonly day: boolean } {
    const { minute, day } = this.#current;
    return { minute: minute !== null, day: day !== null };
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
