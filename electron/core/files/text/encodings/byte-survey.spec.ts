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
      ...{ validSequences: 3, invalidBytes: 4, nulEven: 2, nulOdd: 1 },
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
    expect(survey([cut.subarray(0, -1)])).toMatchObject({ utf8: false, invalidBytes: 1 });
  });

  it.each([',', ';', '\t', '\n', '\r'])('has samples of words, cut at %j', (sign) => {
    const { samples } = survey([latin1(`Name${sign}Sm\xf8rebr\xf8d Ry${sign}B\xf8rge${sign}Ribe`)]);
    expect(samples.map((sample) => Buffer.from(sample).toString('latin1'))).toEqual(['Sm\xf8rebr\xf8d Ry', 'B\xf8rge']);
  });
});

describe('of a long file', () => {
  const total = (samples: readonly Uint8Array[]) => samples.reduce((sum, { length }) => sum + length, 0);

  it('the beginning is kept, whatever pieces it comes in', () => {
    const bytes = Buffer.from(Array.from({ length: 120_000 }, (_, at) => 97 + (at % 26)));
    const { head } = survey([0, 40_000, 80_000].map((at) => bytes.subarray(at, at + 40_000)));
    expect(Buffer.from(head).equals(bytes.subarray(0, 65_536))).toBe(true);
    expect(survey([]).head).toHaveLength(0);
  });

  it('a sample has the letters around a character, and not many digits', () => {
    const lengths = (text: string) => survey([latin1(text)]).samples.map(({ length }) => length);
    expect(lengths(`${'a'.repeat(99)}\xf8${'b'.repeat(999)}`)).toEqual([24 + 512]);
    expect(lengths(`${'a'.repeat(99)}\xf8${'1'.repeat(999)}`)).toEqual([24 + 64]);
    expect(lengths(`\xf8${'@'.repeat(70)}1`)).toEqual([71]);
    expect(lengths('\xf8,a\xf8,')).toEqual([1, 2]);
  });

  it('there are no more samples than a guess needs, and room for what is not UTF-8', () => {
    const word = '\xf8'.repeat(511);
    expect(total(survey([latin1(`${word},`.repeat(400))]).samples)).toBe(257 * 511);
    const { samples } = survey([Buffer.from('ååååå,'.repeat(5_000)), latin1('K\xf8ge,')]);
    expect(Buffer.from(samples.at(-1) ?? []).toString('latin1')).toBe('K\xf8ge');
    const both = survey([Buffer.concat([Buffer.from('ååååå,'.repeat(5_000)), latin1('K\xf8ge')])]);
    expect(total(both.samples)).toBe(3_277 * 10 + 4);
  });

  it('the letters of sixteen pieces in UTF-8 are looked at', () => {
    const pieces = (count: number) => Array<Buffer>(count).fill(Buffer.from('é,'));
    expect(survey(pieces(15)).validSequences).toBe(15);
    expect(survey([...pieces(20), Buffer.from('ne'), latin1('\xe9,')])).toMatchObject({
      ...{ validSequences: 16, invalidBytes: 1 },
    });
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
