import { invalid } from './failure.ts';

/** Ids of what nobody may change at this moment. */
export class HeldIds {
  readonly #ids = new Set<string>();
  readonly #refusal: string;

  /** @param refusal for whoever wants to change it meanwhile */
  constructor(refusal: string) {
    this.#refusal = refusal;
  }

  /** @throws Failure `validation` while it is held */
  refuse(id: string): void {
    if (this.#ids.has(id)) throw invalid(this.#refusal);
  }

  /** Until the answer is disposed of. */
  hold(id: string): Disposable {
    this.#ids.add(id);
    return { [Symbol.dispose]: () => void this.#ids.delete(id) };
  }
}
