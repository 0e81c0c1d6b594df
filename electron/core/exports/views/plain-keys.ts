/**
 * Keys for texts of plain characters (printable ASCII): two keys compare byte by byte as `Intl.Collator` with `numeric`
 * compares the texts, and equal keys are equal texts to it. Comparing bytes is ten times faster than the collator. The
 * order of the characters is asked of the collator itself; nothing about a language is written here.
 */
export class PlainKeys {
  /** Weight of a character, from 2; 0: no plain character. Characters that differ in case only have the same. */
  readonly #weights = new Uint8Array(256);
  /** 1 or 2 for the two cases of a letter, in their order; 0 for a character without case. */
  readonly #cases = new Uint8Array(256);
  /** 1 for a pair that the language sorts otherwise than one by one: as one letter, such as aa in Danish, or as a number. */
  readonly #pairs = new Uint8Array(256 * 256);
  readonly #isUsable: boolean;

  constructor(collator: Intl.Collator) {
    const base = new Intl.Collator(collator.resolvedOptions().locale, { numeric: true, sensitivity: 'base' });
    const characters = Array.from({ length: LAST - FIRST + 1 }, (_, index) => String.fromCharCode(FIRST + index));
    characters.sort((one, other) => base.compare(one, other));
    let weight = 1;
    for (const [index, character] of characters.entries()) {
      if (index === 0 || base.compare(characters[index - 1] ?? '', character) !== 0) weight += 1;
      const code = character.charCodeAt(0);
      this.#weights[code] = weight;
      const other = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
      if (other !== character) this.#cases[code] = collator.compare(character, other) < 0 ? 1 : 2;
    }
    this.#leaveOutVariants(characters);
    this.#isUsable = areDigitsInARow(this.#weights) && characters.every((character) => base.compare(character, '') > 0);
    if (this.#isUsable) this.#findPairs(collator, characters);
  }

  /**
   * Appends the key of a text to `keys` from `at`; there must be room for `keyRoom(text.length)` bytes.
   *
   * @param text UTF-8
   * @returns where the key ends; -1 when the text is not plain
   */
  write(text: Uint8Array, keys: Uint8Array, at: number): number {
    if (!this.#isUsable) return -1;
    let end = at;
    let before = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text[index] as number;
      const weight = this.#weights[code] as number;
      if (weight === 0 || this.#pairs[before * 256 + code] === 1) return -1;
      before = code;
      if (code < ZERO || code > NINE) keys[end++] = weight;
      else {
        let first = index;
        while (text[index + 1] !== undefined && isDigit(text[index + 1] as number)) index += 1;
        while (first <= index && text[first] === ZERO) first += 1;
        const digits = index + 1 - first;
        if (digits > MOST_DIGITS) return -1;
        keys[end++] = this.#weights[ZERO] as number;
        keys[end++] = digits + 1;
        for (; first <= index; first += 1) keys[end++] = text[first] as number;
        before = text[index] as number;
      }
    }
    keys[end++] = END_OF_WEIGHTS;
    for (const code of text) {
      const order = this.#cases[code] as number;
      if (order > 0) keys[end++] = order;
    }
    return end;
  }

  /** Letters that differ less than others, but not in case, as i and y do in Lithuanian: only the collator compares them. */
  #leaveOutVariants(characters: readonly string[]): void {
    const weightOf = (character: string) => this.#weights[character.charCodeAt(0)];
    const variants = characters.filter((one) =>
      characters.some((other) => weightOf(one) === weightOf(other) && one.toLowerCase() !== other.toLowerCase()),
    );
    for (const character of variants) this.#weights[character.charCodeAt(0)] = 0;
  }

  #findPairs(collator: Intl.Collator, characters: readonly string[]): void {
    for (const first of characters)
      for (const second of characters) {
        const pair = first + second;
        if (collator.compare(first + JOINER + second, pair) !== 0)
          this.#pairs[first.charCodeAt(0) * 256 + second.charCodeAt(0)] = 1;
      }
  }
}

/** Most bytes that the key of a text of this length takes. */
export function keyRoom(length: number): number {
  return 3 * length + 1;
}

/** Between two letters it means nothing by itself, and keeps them from being read as one. */
const JOINER = '\u034f';
const FIRST = 0x20;
const LAST = 0x7e;
const ZERO = 0x30;
const NINE = 0x39;
/** Smaller than every weight: a text comes before the texts that it begins. */
const END_OF_WEIGHTS = 1;
/** Digits of one number, without leading zeros. The collator cuts longer ones in two. */
const MOST_DIGITS = 100;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** All digits have weights one after the other, and nothing else is between them. */
function areDigitsInARow(weights: Uint8Array): boolean {
  for (let digit = ZERO + 1; digit <= NINE; digit += 1)
    if ((weights[digit] as number) !== (weights[digit - 1] as number) + 1) return false;
  return true;
}
