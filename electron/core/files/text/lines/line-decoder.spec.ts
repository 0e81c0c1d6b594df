import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDecoder } from './line-decoder.ts';

/** The bytes that a decoded text stands for. */
function bytesOf(text: string): Buffer {
  return Buffer.concat(
    [...text].map((character) => {
      const code = character.codePointAt(0) ?? 0;
      return code >= 0xdc80 && code <= 0xdcff ? Buffer.of(code - 0xdc00) : Buffer.from(character);
    }),
  );
}

it('gives every character of UTF-8 as it is, and every stray byte as itself', () => {
  const decode = lineDecoder('utf-8');
  // The first and the last of each length among them.
  const character = fc
    .constantFrom(
      ...['a', '\u007f', '\u0080', 'é', '\u07ff', '\u0800', '€', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '😀'],
      '\u{10ffff}',
    )
    .map((text) => Buffer.from(text));
  const piece = fc.oneof(
    character,
    character.map((bytes) => bytes.subarray(0, -1)),
    fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
    // Overlong forms, a surrogate, and a code beyond the last one.
    fc
      .constantFrom('c080', 'c1bf', 'e09fbf', 'f08fbfbf', 'eda080', 'f4908080', 'f5808080')
      .map((hex) => Buffer.from(hex, 'hex')),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const bytes = Buffer.concat(pieces);
      const text = decode(bytes);
      expect(bytesOf(text)).toEqual(bytes);
      // A whole character is not taken for stray bytes.
      expect(text.replaceAll(/[\udc80-\udcff]/gu, '\ufffd').replaceAll(/\ufffd+/g, '\ufffd')).toBe(
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll(/\ufffd+/g, '\ufffd'),
      );
    }),
    { numRuns: 1000 },
  );
});

it('gives what is no text in another encoding as a replacement', () => {
  expect(lineDecoder('shift_jis')(Buffer.from([0x41, 0x8a]))).toBe('A\ufffd');
  expect(lineDecoder('windows-1252')(Buffer.of())).toBe('');
  const decode = lineDecoder('windows-1252');
  expect([Buffer.of(0xe6), Buffer.of(0xf8, 65)].map(decode)).toEqual(['æ', 'øA']);
});
