import type { z } from 'zod';
import type { LedgerStore } from '../api/broker/ledger/ledger-store.ts';
import { storedJson } from '../storage/stored-json.ts';

/** What the account's journal says of one thing, with what another program on the data folder wrote. */
export class KeptFact<Value> {
  readonly #ledger: Pick<LedgerStore, 'readFact' | 'writeFact'>;
  readonly #name: string;
  readonly #schema: z.ZodType<Value>;
  readonly #none: Value;

  /** @param none what a fact counts as that is missing or damaged */
  constructor(
    ledger: Pick<LedgerStore, 'readFact' | 'writeFact'>,
    name: string,
    schema: z.ZodType<Value>,
    none: Value,
  ) {
    this.#ledger = ledger;
    this.#name = name;
    this.#schema = schema;
    this.#none = none;
  }

  get current(): Value {
    return storedJson(this.#schema, this.#ledger.readFact(this.#name)) ?? this.#none;
  }

  set current(value: Value) {
    this.#ledger.writeFact(this.#name, JSON.stringify(value));
  }
}
