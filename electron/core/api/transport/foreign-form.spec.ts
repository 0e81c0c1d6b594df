import { expect, it } from 'vitest';
import { foreignForm } from './foreign-form.ts';

it.each([
  ['UTF-16', [0xff, 0xfe, 0x5b, 0]],
  ['UTF-16', [0xfe, 0xff, 0, 0x5b]],
  ['UTF-16', [0x5b, 0, 0x5d, 0]],
  ['UTF-16', [0, 0x5b, 0, 0x5d]],
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-32', [0x5b, 0, 0, 0]],
  ['UTF-32', [0, 0, 0, 0x5b]],
])('no list of leads is text in %s: %j', (name, head) => {
  const form = (expected: 'json' | 'csv') => foreignForm(() => undefined, Uint8Array.from(head), expected);
  expect([form('json'), form('csv')]).toEqual([`text in ${name}`, null]);
});

const formOf = (head: readonly number[], encoding?: string) =>
  (['json', 'csv'] as const).map((expected) => foreignForm(() => encoding, Uint8Array.from(head), expected));
const bytesOf = (text: string) => [...Buffer.from(text)];

it.each([
  ['gzip', [0x1f, 0x8b, 0x08, 0x00]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['deflate', [0x78, 0x01, 0x63, 0x60]],
  ['deflate', [0x78, 0x9c, 0x63, 0x60]],
  ['deflate', [0x78, 0xda, 0x63, 0x60]],
])('a body that begins as %s does is compressed, whatever its header says: %j', (name, head) => {
  expect(formOf(head)).toEqual([`compressed data (${name})`, `compressed data (${name})`]);
  // Another byte in any place of the mark.
  const mark = name === 'zstd' ? 4 : 2;
  for (let at = 0; at < mark; at += 1)
    expect(formOf(head.map((byte, place) => (place === at ? 0x3b : byte)))[1]).toBeNull();
});

it('a body with the name of a compression is compressed, unless it is plain text all the same', () => {
  expect(formOf([0x5b, 0x99, 1, 2], 'x-gzip')).toEqual(['compressed data (gzip)', null]);
  expect(formOf([0x99, 1, 2, 3], 'identity, BR')).toEqual(['compressed data (brotli)', 'compressed data (brotli)']);
  expect(formOf(bytesOf('[{"a":1}]'), 'gzip')).toEqual([null, null]);
  expect(formOf(bytesOf('7'), 'br')).toEqual([null, null]);
  expect(formOf([0x99, 1, 2, 3], 'identity')).toEqual([null, null]);
});

it('a body without a byte, and one of one, are no list in another form', () => {
  expect(formOf([], 'gzip')).toEqual([null, null]);
  expect(formOf(bytesOf('0'))).toEqual([null, null]);
});
