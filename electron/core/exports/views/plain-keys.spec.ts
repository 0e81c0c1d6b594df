import { expect, it } from 'vitest';
import { compareKeys } from './byte-sort.ts';
import { keyRoom, PlainKeys } from './plain-keys.ts';

const CHARACTERS = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
const PAIRS = CHARACTERS.flatMap((one) => CHARACTERS.map((other) => one + other));
const collatorOf = (locale: string) => new Intl.Collator(locale, { numeric: true });

/** By language: making one takes a while. */
const made = new Map<string, PlainKeys>();
function plainKeys(locale: string): PlainKeys {
  const keys = made.get(locale) ?? new PlainKeys(collatorOf(locale));
  made.set(locale, keys);
  return keys;
}

/** The texts that have a key, and their keys. */
function keysOf(locale: string, texts: readonly string[]) {
  const plain = plainKeys(locale);
  const bytes = new Uint8Array(texts.reduce((sum, text) => sum + keyRoom(text.length), 0));
  const starts = [0];
  const found = texts.filter((text) => {
    const end = plain.write(Buffer.from(text), bytes, starts.at(-1) ?? 0);
    if (end !== -1) starts.push(end);
    return end !== -1;
  });
  return { found, keys: { bytes, starts: Int32Array.from(starts), count: found.length } };
}

/** Neighbours in the order of the language that their keys have in another. */
function outOfOrder(locale: string, texts: readonly string[]): string[] {
  const { compare } = collatorOf(locale);
  const { found, keys } = keysOf(locale, texts.toSorted(compare));
  return found.slice(1).flatMap((text, index) => {
    const before = found[index] ?? '';
    return Math.sign(compareKeys(keys, index, index + 1)) === Math.sign(compare(before, text))
      ? []
      : [`${before} ${text}`];
  });
}

const LANGUAGES = ['en', 'da', 'hu', 'cs', 'uz'];

it.each(LANGUAGES)('compares every two plain characters as %s does', (locale) => {
  expect(outOfOrder(locale, [...CHARACTERS, ...PAIRS])).toEqual([]);
});

it.each(LANGUAGES)('compares letters, digits and what is between them as %s does', (locale) => {
  const some = ['a', 'A', 'c', 'h', 'H', 's', 'z', '0', '1', '9', '-', "'"];
  const triples = some.flatMap((one) => some.flatMap((two) => some.map((three) => one + two + three)));
  expect(outOfOrder(locale, triples)).toEqual([]);
  expect(
    outOfOrder(locale, ['a9b', 'a10b', 'a010B', 'a10', 'a10 ', '010', '10', '00', '0', '000a', '0a', '9']),
  ).toEqual([]);
});

it.each([
  ['en', ''],
  ['de', ''],
  ['da', 'AA Aa aa'],
  ['cs', 'CH Ch cH ch'],
  ['hu', 'CS Cs DZ Dz GY Gy LY Ly NY Ny SZ Sz TY Ty ZS Zs cs dz gy ly ny sz ty zs'],
])('gives a key to every pair of plain characters but those that are one letter in %s', (locale, letters) => {
  const plain = new Set(keysOf(locale, PAIRS).found);
  expect(PAIRS.filter((pair) => !plain.has(pair)).join(' ')).toBe(letters);
});

it('leaves what a language takes for almost the same, and a language that passes over characters, to the collator', () => {
  expect(CHARACTERS.filter((one) => !keysOf('lt', CHARACTERS).found.includes(one)).join('')).toBe('IYiy');
  expect(keysOf('th', CHARACTERS).found).toEqual([]);
  expect(keysOf('en', ['', 'é', '\n', '\u007f', 'a\u0000']).found).toEqual(['']);
});

it('gives a key to numbers that the collator reads whole, which their room holds', () => {
  const long = '9'.repeat(100);
  const zeros = `${'0'.repeat(300)}7`;
  expect(keysOf('en', [long, `${'0'.repeat(9)}${long}`, zeros, '9'.repeat(300)]).found).toHaveLength(3);
  expect(outOfOrder('en', [long, `1${long.slice(1)}`, long.slice(1), zeros, '7', '8', 'x'])).toEqual([]);
  for (const text of ['1', 'aA', '1a1', 'a1', '', long, '+1+1']) {
    const room = keyRoom(text.length);
    const keys = new Uint8Array(room + 9);
    const end = plainKeys('en').write(Buffer.from(text), keys, 0);
    expect(end).toBeLessThanOrEqual(room);
  }
});
