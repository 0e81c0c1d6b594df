/** "Not found" as a position: beyond any text, and still a small integer, which keeps comparisons fast. */
export const nowhere = 0x3fffffff;

export function positionOf(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? nowhere : at;
}

/**
 * The next occurrence of a string in a text. It keeps what it found, also that there is none, so that calls with rising
 * positions search the text once. A call with a lower position searches only the part in between.
 */
export class NextOccurrence {
  readonly #what: string;
  #text = '';
  #from = 0;
  #at = -1;

  constructor(what: string) {
    this.#what = what;
  }

  begin(text: string): void {
    this.#text = text;
    this.#at = -1;
  }

  /** `nowhere` when there is none from `position` on. */
  next(position: number): number {
    if (position > this.#at) {
      this.#at = positionOf(this.#text, this.#what, position);
    } else if (position < this.#from) {
      const between = this.#text.slice(position, this.#from + this.#what.length - 1).indexOf(this.#what);
      if (between !== -1) this.#at = position + between;
    }
    this.#from = position;
    return this.#at;
  }
}
