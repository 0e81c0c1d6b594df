import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../shared/contract/imports/imports.ts';
import type { ColumnProfile } from '../../../shared/contract/imports/reading.ts';
import { mappingOf } from './import-command.ts';

function column(index: number, header: string): ColumnProfile {
  const kinds = { phone: 0, email: 0, postcode: 0, date: 0, name: 0, id: 0, url: 0, number: 0 };
  const label = header === '' ? `Column ${index + 1}` : header;
  return { index, header, label, filled: 1, distinct: 1, sampled: 1, kinds, first: '', longest: '', oddest: '' };
}

function draft(
  headers: readonly string[],
  suggested: readonly (string | null)[] = [],
): Pick<Draft, 'reading' | 'suggestions'> {
  const columns = headers.map((header, index) => column(index, header));
  const suggestions = suggested.map((field, index) => ({
    column: index,
    field,
    confidence: 0.9,
    reasons: [],
    runnerUp: null,
  }));
  return { reading: { columns } as Draft['reading'], suggestions };
}

const pairs = (given: ReturnType<typeof draft>, ...maps: string[]) =>
  mappingOf(given, { maps }).map(({ field, source }) => [source.kind === 'columns' ? source.columns[0] : null, field]);

describe('--map', () => {
  it('takes headers as field names when it is left out', () => {
    expect(pairs(draft(['Name', '', ' Phone ']))).toEqual([
      [0, 'Name'],
      [2, 'Phone'],
    ]);
  });

  it('names columns without a header by position, letter or label', () => {
    expect(pairs(draft(['', '', '', '']), '#1=A', '2=B', 'C=D', 'Column 4=E')).toEqual([
      [0, 'A'],
      [1, 'B'],
      [2, 'D'],
      [3, 'E'],
    ]);
  });

  it('puts what was said before what is suggested', () => {
    const given = draft(['Name', 'Tel', 'Mail'], ['FullName', 'Phone', 'Email']);
    expect(pairs(given, 'auto')).toEqual([
      [0, 'FullName'],
      [1, 'Phone'],
      [2, 'Email'],
    ]);
    expect(pairs(given, 'auto', 'Mail=Phone')).toEqual([
      [2, 'Phone'],
      [0, 'FullName'],
    ]);
  });

  it('lists the columns when none fits', () => {
    expect(() => pairs(draft(['Name', 'Tel']), 'Fax=Phone')).toThrow(/no column "Fax".*Name, Tel/);
    expect(() => pairs(draft(['Name', 'Tel']), '3=Phone')).toThrow(/no column 3: it has 2/);
  });

  it('refuses to fill a field twice, in upper or lower case', () => {
    expect(() => pairs(draft(['Name', 'Tel']), 'Name=Phone', 'Tel=PHONE')).toThrow(/filled twice/);
    expect(() => pairs(draft(['Phone', 'phone']))).toThrow(/filled twice/);
  });

  it('says so when nothing is left to send', () => {
    expect(() => pairs(draft(['', '']))).toThrow(/no header/);
    expect(() => pairs(draft(['x', 'y'], [null, null]), 'auto')).toThrow(/not? field it is sure of/);
  });
});
