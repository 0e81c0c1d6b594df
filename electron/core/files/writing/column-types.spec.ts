import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ColumnType, textOfValue, TypeProof, typedValue } from './column-types.ts';

const whole = fc.integer({ min: -999_999_999, max: 999_999_999 }).map(String);
const moment = fc
  .date({ min: new Date('1600-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));
const columns = fc.oneof(
  fc.array(fc.constantFrom('true', 'false'), { minLength: 1 }),
  fc.array(whole, { minLength: 1 }),
  fc.array(fc.oneof(whole, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)), { minLength: 1 }),
  fc.array(
    moment.map((text) => text.slice(0, 10)),
    { minLength: 1 },
  ),
  fc.integer({ min: 0, max: 9 }).chain((digits) =>
    fc.array(
      fc
        .tuple(moment, fc.nat(999_999))
        .map(([text, fraction]) =>
          digits === 0 ? text : `${text}.${String(fraction).padStart(6, '0').padEnd(9, '0').slice(0, digits)}`,
        ),
      { minLength: 1 },
    ),
  ),
  fc.array(fc.string(), { minLength: 1 }),
);

describe('the type of a column', () => {
  it('gives every text back exactly', () => {
    fc.assert(
      fc.property(columns, (texts) => {
        const proof = new TypeProof();
        for (const text of texts) proof.add(text);
        for (const text of texts) {
          const value = typedValue(proof.form.type, text);
          expect(value).not.toBeUndefined();
          expect(textOfValue(proof.form, value)).toBe(text);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['time', 7, ['2026-11-01T08:00:00.0000000', '1969-12-31T23:59:59.1234560']],
    ['time', 0, ['1600-01-01T00:00:00', '9999-12-31T23:59:59']],
    ['day', 0, ['2026-02-28', '1969-12-31']],
    ['decimal', 0, ['1', '0.5', '-17.25']],
    ['decimal', 0, ['-123456789012345.5']],
    ['whole', 0, ['0', '-999999999999999']],
    ['truth', 0, ['true', 'false']],
    ['time', 0, ['2026-11-01T23:59:59']],
    ['time', 6, ['2300-01-01T00:00:00.000001', '1600-01-01T00:00:00.999999']],
    ['text', 0, ['2026-11-01T24:00:00']],
    ['text', 0, ['2026-11-01T23:60:00']],
    ['text', 0, ['2026-11-01T23:59:60']],
    ['text', 0, ['2026-11-00']],
    ['text', 0, ['2026-11-31']],
    ['text', 0, ['1599-12-31']],
    ['text', 0, ['1000000000000000']],
    ['text', 0, ['-0']],
    ['text', 0, ['x'.repeat(40)]],
    ['text', 0, []],
    ['text', 0, ['2026-11-01T08:00:00', '2026-11-01T08:00:00.0']],
    ['text', 0, ['2026-11-01', '2026-11-01T08:00:00']],
    ['text', 0, ['1', '007']],
    ['text', 0, ['2026-11-01T08:00:00.1234567']],
    ['text', 0, ['true', '']],
  ])('is %s with %i digits for %j', (type, digits, texts) => {
    const proof = new TypeProof();
    for (const text of texts) proof.add(text);
    expect(proof.form).toEqual({ type, digits });
    expect(texts.map((text) => textOfValue(proof.form, typedValue(proof.form.type, text)))).toEqual(texts);
  });

  it('stays, widens or becomes text from what is known already', () => {
    const after = (known: string, text: string) => {
      const first = new TypeProof();
      first.add(known);
      const next = new TypeProof(first.form);
      next.add(text);
      return next.form.type;
    };
    expect(after('1', '2')).toBe('whole');
    expect(after('1', '0.5')).toBe('decimal');
    expect(after('0.5', '1')).toBe('decimal');
    expect(after('0.5', 'n/a')).toBe('text');
    expect(after('n/a', '1')).toBe('text');
  });
});

it.each<[ColumnType, string, unknown]>([
  ['truth', 'false', false],
  ['truth', 'TRUE', undefined],
  ['whole', '12', 12n],
  ['whole', '1.5', undefined],
  ['decimal', '12', 12],
  ['decimal', '-1.5', -1.5],
  ['decimal', 'x', undefined],
  ['day', '1970-01-02', 1],
  ['day', 'x', undefined],
  ['time', '1970-01-01T00:01:00.0000020', 60_000_002n],
  ['time', '1969-12-31T23:59:59.5', -500_000n],
  ['time', '9999-12-31T23:59:59.999999', 253_402_300_799_999_999n],
  ['text', '7', '7'],
])('in a column of %s %j is %s', (type, text, value) => expect(typedValue(type, text)).toBe(value));
