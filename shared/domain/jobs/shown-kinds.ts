/** A value by which rows are compared with leads. `kind`: phone, e-mail, or a key. */
export interface KindValue {
  readonly kind: string;
  readonly value: string;
}

/** Different values of a kind that are kept: enough to tell a mask from a value that some leads share. */
const MOST_VALUES = 200;
/** Share of the leads that have to have a kind before a row without any other is compared by it. */
const SHOWN = 0.1;
/** More than this share of the values have to differ: a mask has the same for all. */
const DIFFERENT = 0.5;

interface Shown {
  leads: number;
  readonly values: Set<string>;
}

/**
 * What the leads of a campaign show of that by which rows are compared. A kind that no lead shows, or for which nearly all
 * show the same, is hidden: a row that has nothing else may be there.
 */
export class ShownKinds {
  /** Leads that show no value of any kind: each may be any row. */
  blank = 0;
  #leads = 0;
  readonly #kinds = new Map<string, Shown>();

  /** @param values of one lead */
  add(values: readonly KindValue[]): void {
    this.#leads += 1;
    if (values.length === 0) this.blank += 1;
    const kinds = new Set<string>();
    for (const { kind, value } of values) {
      const known = this.#kinds.get(kind) ?? { leads: 0, values: new Set() };
      this.#kinds.set(kind, known);
      if (!kinds.has(kind)) known.leads += 1;
      kinds.add(kind);
      if (known.values.size < MOST_VALUES) known.values.add(value);
    }
  }

  shows(kind: string): boolean {
    const known = this.#kinds.get(kind);
    if (known === undefined || known.leads < this.#leads * SHOWN) return false;
    return known.values.size > Math.min(MOST_VALUES, known.leads) * DIFFERENT;
  }
}
