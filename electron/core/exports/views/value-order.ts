import { compareKeys, sortedKeys } from './byte-sort.ts';
import { type CodedColumn, EMPTY } from './coded-column.ts';
import { keyRoom, PlainKeys } from './plain-keys.ts';
import type { Steps } from './steps.ts';
import { numberOf } from './value-kinds.ts';

/** A comparison, in units of `Steps`. */
const COMPARISON = 15;
/** Elements that are sorted at a stretch. */
const STRETCH = 1024;

/**
 * The place of each value of a column, by code: by size where all values are numbers, else in the order of a language,
 * with numbers in text by their size. Equal places for values that are equal there. The empty value has place 0, the
 * others follow without a gap.
 */
export async function placesOf(column: CodedColumn, locale: string, steps: Steps): Promise<Int32Array> {
  const numbers = await numbersIn(column, steps);
  return numbers === null ? placesOfTexts(column, locale, steps) : placesOfNumbers(numbers, steps);
}

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * By code, the numbers of a column that has nothing else. Null for any other column, and for one of digits alone: a language
 * has those by size, and knows neither a sign nor a fraction.
 */
async function numbersIn(column: CodedColumn, steps: Steps): Promise<Float64Array | null> {
  const { size } = column;
  let areDigits = true;
  for (let code = EMPTY + 1; code < size; code += 1) {
    const text = column.valueBytes(code);
    for (const byte of text) {
      if (byte >= ZERO && byte <= NINE) continue;
      if (byte !== MINUS && byte !== POINT) return null;
      areDigits = false;
    }
    if (steps.isDue(text.length)) await steps.rest();
  }
  if (areDigits) return null;
  const numbers = new Float64Array(size);
  for (let code = EMPTY + 1; code < size; code += 1) {
    const number = numberOf(column.value(code));
    if (number === null) return null;
    numbers[code] = number;
    if (steps.isDue(30)) await steps.rest();
  }
  return numbers;
}

/** @param numbers by code */
async function placesOfNumbers(numbers: Float64Array, steps: Steps): Promise<Int32Array> {
  const numberAt = (code: number): number => numbers[code] as number;
  const codes = Array.from({ length: numbers.length - 1 }, (_, index) => index + 1);
  const sorted = await sortedInSteps(codes, (one, other) => numberAt(one) - numberAt(other), steps);
  const places = new Int32Array(numbers.length);
  let place = 0;
  for (const [index, code] of sorted.entries()) {
    if (index === 0 || numberAt(code) !== numberAt(sorted[index - 1] as number)) place += 1;
    places[code] = place;
    if (steps.isDue(3)) await steps.rest();
  }
  return places;
}

async function placesOfTexts(column: CodedColumn, locale: string, steps: Steps): Promise<Int32Array> {
  const collator = new Intl.Collator(locale, { numeric: true });
  const { size } = column;
  const { codes, keys, others } = await split(column, size, collator, steps);
  const plain = await sortedKeys(keys, steps);
  const texts = others.map((code) => column.value(code));
  const rest = await sortedInSteps(
    others.map((_, index) => index),
    (one, other) => collator.compare(texts[one] as string, texts[other] as string),
    steps,
  );

  const places = new Int32Array(size);
  let place = 0;
  /** The code that was put last. */
  let last = EMPTY;
  // A text without a key stands before this one only when it is less: it never has the same place.
  const putPlain = (at: number): void => {
    const key = plain[at] as number;
    if (at === 0 || compareKeys(keys, plain[at - 1] as number, key) !== 0) place += 1;
    last = codes[key] as number;
    places[last] = place;
  };
  const putOther = (index: number): void => {
    if (last === EMPTY || collator.compare(column.value(last), texts[index] as string) !== 0) place += 1;
    last = others[index] as number;
    places[last] = place;
  };
  let next = 0;
  for (const index of rest) {
    const text = texts[index] as string;
    const until = firstAfter(plain, next, (key) => collator.compare(column.value(codes[key] as number), text) > 0);
    for (; next < until; next += 1) putPlain(next);
    putOther(index);
    if (steps.isDue(6 * COMPARISON)) await steps.rest();
  }
  for (; next < plain.length; next += 1) {
    putPlain(next);
    if (steps.isDue(3)) await steps.rest();
  }
  return places;
}

/** The keys of the plain values, the codes they belong to, and the codes of the other values. */
async function split(column: CodedColumn, size: number, collator: Intl.Collator, steps: Steps) {
  const plainKeys = new PlainKeys(collator);
  const codes = new Int32Array(size);
  const starts = new Int32Array(size + 1);
  const others: number[] = [];
  // Keys are about as long as their values; a little more room than that is mostly enough.
  let bytes = new Uint8Array(1024 + Math.ceil(1.2 * column.textBytes));
  let count = 0;
  for (let code = EMPTY + 1; code < size; code += 1) {
    const text = column.valueBytes(code);
    const start = starts[count] as number;
    if (bytes.length < start + keyRoom(text.length)) {
      const larger = new Uint8Array(1.3 * (start + keyRoom(text.length)));
      larger.set(bytes.subarray(0, start));
      bytes = larger;
    }
    const end = plainKeys.write(text, bytes, start);
    if (end === -1) others.push(code);
    else {
      codes[count] = code;
      count += 1;
      starts[count] = end;
    }
    if (steps.isDue(10)) await steps.rest();
  }
  return { codes, keys: { bytes, starts, count }, others };
}

/** Merge sort: stable, and others get their turn meanwhile. */
async function sortedInSteps(
  items: readonly number[],
  compare: (one: number, other: number) => number,
  steps: Steps,
): Promise<readonly number[]> {
  let runs: number[][] = [];
  for (let first = 0; first < items.length; first += STRETCH) {
    runs.push(items.slice(first, first + STRETCH).sort(compare));
    if (steps.isDue(10 * STRETCH * COMPARISON)) await steps.rest();
  }
  while (runs.length > 1) {
    const merged: number[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await mergedRuns(runs[index] ?? [], runs[index + 1] ?? [], compare, steps));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedRuns(
  left: readonly number[],
  right: readonly number[],
  compare: (one: number, other: number) => number,
  steps: Steps,
): Promise<number[]> {
  const merged: number[] = [];
  let one = 0;
  let other = 0;
  while (one < left.length && other < right.length) {
    const takesLeft = compare(left[one] as number, right[other] as number) <= 0;
    merged.push((takesLeft ? left[one++] : right[other++]) as number);
    if (steps.isDue(COMPARISON)) await steps.rest();
  }
  return [...merged, ...left.slice(one), ...right.slice(other)];
}

/**
 * The first position from `from` at which `isAfter` holds; it holds for all that follow. Looks near `from` first: the
 * two lists are merged.
 */
function firstAfter(items: Int32Array, from: number, isAfter: (item: number) => boolean): number {
  let low = from;
  let step = 1;
  let high = from;
  while (high < items.length && !isAfter(items[high] as number)) {
    low = high + 1;
    high = low + step;
    step *= 2;
  }
  high = Math.min(high, items.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(items[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
