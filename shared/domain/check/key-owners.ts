// Why: decision 0530.

const PLUS = 43;
const ZERO = 48;
/** Digits of a number that is exact as a number. */
const MOST_DIGITS = 15;
const FIRST_PLACES = 64;

/**
 * A whole number by key, not 0. A phone with its prefix is kept as a number, eight bytes of a list, and takes a
 * fraction of the time of a text; any other key is kept as a text.
 */
export class KeyOwners {
  readonly #texts = new Map<string, number>();
  /** A key stands at its place, or behind it where others stand there; 0: nothing stands there, nor behind it. */
  #keys = new Float64Array(FIRST_PLACES);
  #owners = new Int32Array(FIRST_PLACES);
  #numbers = 0;

  /** Gives the key to the owner where it has none. Answers the owner it had; 0: none. */
  claim(key: string, owner: number): number {
    const number = numberOf(key);
    if (number === 0) return this.#claimText(key, owner);
    const place = this.#placeOf(number);
    if (this.#keys[place] === number) return this.#owners[place] as number;
    this.#keys[place] = number;
    this.#owners[place] = owner;
    this.#numbers += 1;
    if (this.#numbers * 3 > this.#keys.length * 2) this.#grow();
    return 0;
  }

  /** Takes the key from the owner where the owner has it. Answers the owner it had; 0: none. */
  release(key: string, owner: number): number {
    const number = numberOf(key);
    if (number === 0) return this.#releaseText(key, owner);
    const place = this.#placeOf(number);
    const found = this.#owners[place] as number;
    if (found === owner) this.#clear(place);
    return found;
  }

  /** Gives a key that has an owner to another one. */
  exchange(key: string, owner: number): void {
    const number = numberOf(key);
    if (number === 0) this.#texts.set(key, owner);
    else this.#owners[this.#placeOf(number)] = owner;
  }

  #claimText(key: string, owner: number): number {
    const found = this.#texts.get(key);
    if (found === undefined) this.#texts.set(key, owner);
    return found ?? 0;
  }

  #releaseText(key: string, owner: number): number {
    const found = this.#texts.get(key) ?? 0;
    if (found === owner) this.#texts.delete(key);
    return found;
  }

  /** Where the number stands, or would stand. */
  #placeOf(number: number): number {
    const last = this.#keys.length - 1;
    let place = hashOf(number) & last;
    for (let found = this.#keys[place]; found !== 0 && found !== number; found = this.#keys[place])
      place = (place + 1) & last;
    return place;
  }

  /** Those behind it, which had to stand further on than their place, move up. */
  #clear(from: number): void {
    const last = this.#keys.length - 1;
    let free = from;
    for (let place = (from + 1) & last; this.#keys[place] !== 0; place = (place + 1) & last) {
      const number = this.#keys[place] as number;
      const behind = (place - (hashOf(number) & last)) & last;
      if (behind < ((place - free) & last)) continue;
      this.#keys[free] = number;
      this.#owners[free] = this.#owners[place] as number;
      free = place;
    }
    this.#keys[free] = 0;
    this.#owners[free] = 0;
    this.#numbers -= 1;
  }

  #grow(): void {
    const keys = this.#keys;
    const owners = this.#owners;
    this.#keys = new Float64Array(keys.length * 2);
    this.#owners = new Int32Array(keys.length * 2);
    for (let from = 0; from < keys.length; from += 1) {
      const number = keys[from] as number;
      if (number === 0) continue;
      const place = this.#placeOf(number);
      this.#keys[place] = number;
      this.#owners[place] = owners[from] as number;
    }
  }
}

/** The digits behind the plus of a phone, such as 4520011223; 0 for any other text, which may be a number with a 0 in front. */
function numberOf(key: string): number {
  const { length } = key;
  if (length > MOST_DIGITS + 1 || key.charCodeAt(0) !== PLUS || key.charCodeAt(1) === ZERO) return 0;
  let number = 0;
  for (let at = 1; at < length; at += 1) {
    const digit = key.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return 0;
    number = number * 10 + digit;
  }
  return number;
}

function hashOf(number: number): number {
  const mixed = Math.imul((number >>> 0) ^ Math.imul(Math.floor(number / 0x1_0000_0000), 0x9e37_79b1), 0x85eb_ca6b);
  const again = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2_ae35);
  return (again ^ (again >>> 16)) >>> 0;
}
