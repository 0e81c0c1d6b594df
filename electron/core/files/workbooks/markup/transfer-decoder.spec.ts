import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transferDecoder, transferOf, type Transfer } from './transfer-decoder.ts';

/** What comes out when the bytes come in chunks of this size. */
function decoded(transfer: Transfer, written: string, chunkBytes: number): string {
  const decoder = transferDecoder(transfer);
  const bytes = Buffer.from(written, 'latin1');
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    out.push(Buffer.from(decoder.decode(Buffer.from(bytes.subarray(at, at + chunkBytes)))));
  out.push(decoder.end());
  return Buffer.concat(out).toString('utf8');
}

const sizes = [1, 2, 3, 5, 19, 64, 10_000];

describe('a part of a saved page', () => {
  it.each<[string, Transfer, string, string]>([
    ['bytes', 'asTheyAre', 'a=C3=A6 =\r\nb', 'a=C3=A6 =\r\nb'],
    ['codes of letters', 'quotedPrintable', 'S=C3=B8ren =3D =c3=A6', 'Søren = æ'],
    ['lines that go on', 'quotedPrintable', 'one =\r\ntwo=\nthree= \t\r\nfour =   \nfive', 'one twothreefour five'],
    [
      'blanks before the end of a line',
      'quotedPrintable',
      `a=${' '.repeat(16)}\nb=${' '.repeat(17)}\nc`,
      `ab=${' '.repeat(17)}\nc`,
    ],
    [
      'signs that are no code',
      'quotedPrintable',
      'a=b =ZZ =4 =@A =A@ =G0 =:0 =0: x==',
      'a=b =ZZ =4 =@A =A@ =G0 =:0 =0: x==',
    ],
    ['the highest and lowest digits', 'quotedPrintable', '=30=39=41=5a=2f=7A=7e', '09AZ/z~'],
    ['a carriage return alone', 'quotedPrintable', 'a=\rb=', 'a=\rb='],
    ['letters of base 64', 'base64', 'U8O4\r\ncmVu\r\nIMOm', 'Søren æ'],
    ['an end that is filled up', 'base64', 'U8O4cmVuIA==\r\n--rest', 'Søren '],
    ['an end that is not filled up', 'base64', 'U8O4cmVuIA', 'Søren '],
    ['blanks and other signs between', 'base64', ' U8 O4*cm\tVu!IMOm ', 'Søren æ'],
  ])('is written as %s', (_title, transfer, written, expected) => {
    for (const size of sizes) expect([size, decoded(transfer, written, size)]).toEqual([size, expected]);
  });

  it('comes out as it was written, however it is cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '=', ' ', '\t', '\n', 'ø', '漢', '😀', '3'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.constantFrom(...sizes), fc.nat(5), (found, size, step) => {
        const bytes = Buffer.from(found);
        const quoted = [...bytes]
          .map((byte, at) => {
            const mustBeCoded = byte === 61 || byte > 126 || (byte < 32 && byte !== 10);
            const code = mustBeCoded
              ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
              : String.fromCharCode(byte);
            return at % 6 === step ? `${code}=\r\n` : code;
          })
          .join('');
        expect(decoded('quotedPrintable', quoted, size)).toBe(found);
        const lines = bytes.toString('base64').replaceAll(/.{1,7}/g, '$&\r\n');
        expect(decoded('base64', lines, size)).toBe(found);
      }),
    );
  });

  it.each([
    ['', 'asTheyAre'],
    ['7bit', 'asTheyAre'],
    ['8BIT', 'asTheyAre'],
    ['Binary', 'asTheyAre'],
    ['Quoted-Printable', 'quotedPrintable'],
    ['BASE64', 'base64'],
  ])('names the way %j', (written, way) => {
    expect(transferOf(written, 'leads.mht')).toBe(way);
  });

  it('is refused when nobody knows the way, which is named shortly', () => {
    expect(() => transferOf(`x-uuencode-${'y'.repeat(60)}`, 'leads.mht')).toThrow(
      `(${JSON.stringify(`x-uuencode-${'y'.repeat(29)}`)})`,
    );
  });
});
