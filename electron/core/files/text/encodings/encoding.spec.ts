import { expect, test } from 'vitest';
import { encodingChoices } from '../../../../../shared/domain/files/encodings.ts';
import { byteOrderMarkLength, createDecoder, encodingNamed } from './encoding.ts';

test.each([
  ['Latin1', 'windows-1252'],
  [' UTF-8 ', 'utf-8'],
  ['cp737', 'cp737'],
  ['IBM862', 'cp862'],
  ['ISO-8859-6', 'iso-8859-6'],
  ['iso-8859-8', 'windows-1255'],
  ['constructor', null],
  ['__proto__', null],
  ['toString', null],
  ['', null],
])('%j names %j', (typed, encoding) => expect(encodingNamed(typed)).toBe(encoding));

test.each(encodingChoices.map(({ value }) => value))('%s is decoded anew after each end of a text', (encoding) => {
  const decoder = createDecoder(encoding);
  const decoded = [Buffer.of(65, 0), Buffer.of(0xc3), Buffer.of(66, 0)].map(
    (bytes) => decoder.decode(bytes) + decoder.end(),
  );
  expect([decoded[0], decoded[2]]).toEqual(
    [Buffer.of(65, 0), Buffer.of(66, 0)].map((bytes) => createDecoder(encoding).decode(bytes) || bytes.toString()),
  );
});

test('all marks at the beginning are counted, of the encoding alone', () => {
  const head = Buffer.from('\ufeff\ufeffA\ufeff');
  expect(['utf-8', 'utf-8+windows-1252', 'windows-1252'].map((name) => byteOrderMarkLength(head, name))).toEqual([
    6, 6, 0,
  ]);
  expect(byteOrderMarkLength(Buffer.of(0xff, 0xfe, 65, 0), 'utf-16le')).toBe(2);
  expect(byteOrderMarkLength(Buffer.of(0xfe, 0xff, 0, 65), 'utf-16be')).toBe(2);
});

test('a Vietnamese vowel and its tone are one letter, also where two chunks meet', () => {
  // "Trần Thị Hòa", with a circumflex and a tone, a dot below, and a tone at the end.
  const bytes = Buffer.of(84, 114, 0xe2, 0xcc, 110, 32, 84, 104, 105, 0xf2, 32, 72, 111, 0xcc, 97, 0xec);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const decoder = createDecoder('windows-1258');
    expect(decoder.decode(bytes.subarray(0, cut)) + decoder.decode(bytes.subarray(cut)) + decoder.end()).toBe(
      'Trần Thị Hòá',
    );
  }
});
