import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CELL_END } from '../result/result-reader.ts';
import { CodedColumn } from './coded-column.ts';
import { codedOf } from './views-fixture.ts';

describe('CodedColumn', () => {
  it('gives every value back, however many there are and in however many runs they come', () => {
    const value = fc.oneof(fc.string(), fc.integer({ min: 0, max: 5 }).map(String));
    fc.assert(
      fc.property(fc.array(fc.array(value, { minLength: 1, maxLength: 30 }), { maxLength: 5 }), (runs) => {
        const column = new CodedColumn();
        for (const run of runs) {
          const text = run.map((cell) => [...Buffer.from(cell, 'utf8'), CELL_END]).flat();
          column.push(Uint8Array.from(text.slice(0, -1)), run.length);
        }
        const values = runs.flat();
        expect(column.rows).toBe(values.length);
        expect(values.map((_, row) => column.value(column.codes[row] ?? -1))).toEqual(values);
        expect(column.size).toBe(new Set(['', ...values]).size);
      }),
    );
    const values = Array.from({ length: 50_000 }, (_, index) => `value ${index}`);
    const many = codedOf([...values, ...values]);
    expect(many.size).toBe(50_001);
    many.settle();
    const again = Uint8Array.from([...Buffer.from('value 49999', 'utf8'), CELL_END, ...Buffer.from('new', 'utf8')]);
    many.push(again, 2);
    expect(many.size).toBe(50_002);
    expect([many.codeOf(''), many.codeOf('value 4096')]).toEqual([0, 4097]);
    expect(many.value(many.codes[49_999] ?? 0)).toBe('value 49999');
  });

  it('takes the memory of the rows that it is told of at once, and gives back what its values do not need', () => {
    const column = codedOf(Array.from({ length: 20_000 }, (_, index) => `value ${index}`));
    column.reserve(100_000);
    column.reserve(10);
    const known = Array(20_000).fill('value 7').join(String.fromCharCode(CELL_END));
    column.push(Buffer.from(known, 'latin1'), 20_000);
    expect(column.codes).toHaveLength(100_000);
    const ofRows = column.codes.byteLength;
    const needed = column.textBytes + 4 * (column.size + 1);
    expect(column.bytes - ofRows).toBeGreaterThan(1.1 * needed);
    column.settle();
    expect(column.bytes - ofRows).toBeLessThanOrEqual(1.1 * needed);
    expect([column.size, column.value(20_000), column.codes[39_999]]).toEqual([20_001, 'value 19999', 8]);
  });
});
