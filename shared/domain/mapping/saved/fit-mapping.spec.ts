import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mapping } from '../../../contract/imports/mapping.ts';
import { fitMapping, fitQuality } from './fit-mapping.ts';

const rule = (field: string, ...columns: number[]): Mapping[number] => ({
  field,
  source: { kind: 'columns', columns, join: columns.length > 1 ? ', ' : null },
  cleaning: [{ kind: 'trim' }],
});
const constant = (field: string, value: string): Mapping[number] => ({
  field,
  source: { kind: 'constant', value },
  cleaning: [],
});
const fieldsOf = (mapping: Mapping) =>
  mapping.map(({ field, source }) => [field, source.kind === 'columns' ? source.columns : source.value]);

describe('a template over another spreadsheet', () => {
  const kept = {
    columns: ['Name', 'Straße', 'Ort', 'Telefon', 'Fax'],
    rules: [rule('Firma', 0), rule('Adresse', 1, 2), rule('Phone', 3), constant('Kilde', 'Messe')],
  };

  it('finds its columns wherever they stand and however they are written', () => {
    const fit = fitMapping(kept, ['TELEFON', 'Neu', ' Name', 'Ort', 'strasse', 'Straße']);
    expect(fieldsOf(fit.mapping)).toEqual([
      ['Firma', [2]],
      ['Adresse', [5, 3]],
      ['Phone', [0]],
      ['Kilde', 'Messe'],
    ]);
    expect(fit).toMatchObject({ known: 4, of: 6, missing: [] });
  });

  it('leaves out what has no column any more, and names it', () => {
    const fit = fitMapping(kept, ['Name', 'Ort']);
    expect(fieldsOf(fit.mapping)).toEqual([
      ['Firma', [0]],
      ['Adresse', [1]],
      ['Kilde', 'Messe'],
    ]);
    expect(fit.missing).toEqual(['Straße', 'Telefon']);
    expect(fit.mapping[0]).toEqual(kept.rules[0]);
  });

  it('keeps two columns of one name apart', () => {
    const twice = { columns: ['Phone', 'Phone'], rules: [rule('Phone1', 0), rule('Phone2', 1)] };
    expect(fieldsOf(fitMapping(twice, ['Name', 'Phone', 'Phone']).mapping)).toEqual([
      ['Phone1', [1]],
      ['Phone2', [2]],
    ]);
    expect(fitMapping(twice, ['Phone']).missing).toEqual(['Phone']);
  });

  it('is offered when half of its columns are there, and two at least', () => {
    const quality = (...columns: string[]) => fitQuality(kept, fitMapping(kept, columns));
    expect(quality('Name')).toBeNull();
    expect(quality('Name', 'Ort')).not.toBeNull();
    expect(quality('A', 'B', 'C')).toBeNull();
    expect(quality('Name', 'Straße', 'Ort', 'Telefon', 'Fax')).toBe(2);
    expect(quality('Name', 'Straße', 'Ort', 'Telefon')).toBeGreaterThan(quality('Name', 'Straße', 'Ort', 'x') ?? 9);
    const onlyConstants = { columns: ['Name'], rules: [constant('Kilde', 'x')] };
    expect(fitQuality(onlyConstants, fitMapping(onlyConstants, ['Name']))).toBeNull();
  });

  it('reads the very same columns in the spreadsheet it was made for, in whatever order they stand', () => {
    const headers = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() === text));
    fc.assert(
      fc.property(headers, fc.infiniteStream(fc.nat()), (columns, order) => {
        const rules = columns.map((header, index) => rule(header, index));
        const shuffled = columns
          .map((header) => ({ header, key: order.next().value ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ header }) => header);
        const fit = fitMapping({ columns, rules }, shuffled);
        expect(fit.missing).toEqual([]);
        for (const { field, source } of fit.mapping)
          expect(source.kind === 'columns' ? shuffled[source.columns[0] ?? -1] : null).toBe(field);
      }),
    );
  });
});
