import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteSurveyor, completeLength } from './byte-survey.ts';

function survey(chunks: readonly Uint8Array[], headOnly = false) {
  const surveyor = new ByteSurveyor(headOnly);
  for (const chunk of chunks) surveyor.add(chunk);
  return surveyor.finish();
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('what is known of the bytes of a file', () => {
  it('counts characters of several bytes, what is none, and NULs at even and odd places', () => {
    const bytes = Buffer.concat([Buffer.from('né€😀a'), Buffer.from([0xff, 0xc3, 0x41, 0xc0, 0x80, 0, 0x41, 0, 0])]);
    expect(survey([bytes])).toMatchObject({
      ...{ bytes: bytes.length, utf8: false, ascii: false },
      ...{ validSequences: 3, invalidBytes: 4, nulBytes: 3, nulEven: 2, nulOdd: 1 },
    });
    expect(survey([Buffer.from('né')])).toMatchObject({ utf8: true, ascii: false, validSequences: 1 });
    expect(survey([Buffer.from('ne')])).toMatchObject({ utf8: true, ascii: true, validSequences: 0, samples: [] });
  });

  it('is the same in whatever pieces the bytes come', () => {
    const piece = fc.oneof(
      fc.constantFrom(...['a', 'é', '€', '😀', '\n'].map((text) => Buffer.from(text))),
      fc.uint8Array({ minLength: 1, maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(40), { maxLength: 4 }), (parts, cuts) => {
        const bytes = Buffer.concat(parts);
        const ends = [...cuts.sort((one, other) => one - other), bytes.length];
        const inPieces = survey(ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end)));
        const { samples: _taken, ...whole } = survey([bytes]);
        expect(inPieces).toMatchObject(whole);
        expect(Buffer.from(inPieces.head)).toEqual(bytes);
      }),
    );
  });

  it('takes a character that is cut off for damage at the end of a file only, not where only its head was read', () => {
    const cut = Buffer.from('Ry €').subarray(0, -1);
    expect(survey([cut])).toMatchObject({ utf8: false, invalidBytes: 2 });
    expect(survey([cut], true)).toMatchObject({ utf8: true });
  });

  it.each([',', ';', '\t', '\n', '\r'])('has samples of words, cut at %j', (sign) => {
    const { samples } = survey([latin1(`Name${sign}Sm\xf8rebr\xf8d Ry${sign}B\xf8rge${sign}Ribe`)]);
    expect(samples.map((sample) => Buffer.from(sample).toString('latin1'))).toEqual(['Sm\xf8rebr\xf8d Ry', 'B\xf8rge']);
  });
});

it('a text that is cut anywhere is complete up to its last whole character', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀') }), fc.nat(60), (text, place) => {
      const bytes = Buffer.from(text).subarray(0, place);
      let whole = '';
      for (const character of text) {
        if (Buffer.byteLength(whole + character) > bytes.length) break;
        whole += character;
      }
      expect(completeLength(bytes)).toBe(Buffer.byteLength(whole));
    }),
  );
});
