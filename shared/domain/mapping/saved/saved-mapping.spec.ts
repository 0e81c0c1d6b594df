import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mappingFileSchema, mappingSchema, type Mapping } from '../../../contract/imports/mapping.ts';
import { readMappingFile, writeMappingFile } from './mapping-file.ts';
import { fitMapping, fitQuality } from './saved-mapping.ts';

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

describe('a saved mapping over another spreadsheet', () => {
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

describe('a mapping as a file', () => {
  const file = {
    name: 'Berliner Schulen',
    campaignCode: 'DE-SCHULE-26Q4',
    columns: ['Name', 'Telefon'],
    rules: [rule('Firma', 0), rule('Phone', 1), constant('Land', 'Deutschland')],
  };

  it('comes back as it was', () => {
    const reading = readMappingFile(`\ufeff${writeMappingFile(file)}`, 'a.json');
    expect(reading).toEqual({ ok: true, file: { format: 'lead-console-mapping', version: 1, ...file } });
  });

  it.each([
    ['', 'is not JSON'],
    ['Name,Phone', 'is not JSON'],
    ['[]', 'not a mapping'],
    ['null', 'not a mapping'],
    ['{"format":"something else","version":1}', 'not a mapping'],
    ['{"format":"lead-console-mapping","version":2}', 'a newer Lead Console'],
    ['{"format":"lead-console-mapping","version":1}', 'a mistake in it, at name'],
    [writeMappingFile({ ...file, columns: ['Name'] }), 'at rules.1: names a column that the file does not list'],
    [writeMappingFile({ ...file, rules: [] }), 'at rules'],
    [writeMappingFile({ ...file, rules: [rule('', 0)] }), 'at rules.0.field'],
    [writeMappingFile({ ...file, name: 'x'.repeat(101) }), 'at name'],
  ])('%j is refused in a sentence', (text, words) => {
    const reading = readMappingFile(text, 'a.json');
    expect(reading).toEqual({ ok: false, message: expect.stringContaining(words) });
    expect(reading.ok ? '' : reading.message).toMatch(/^"a\.json" .*\.$/);
  });

  it('is never a crash, and never a rule about a column that is not listed', () => {
    const hostile = fc.record({
      format: fc.constant('lead-console-mapping'),
      version: fc.constantFrom<unknown>(1, '1', null),
      name: fc.oneof(fc.string(), fc.constant({})),
      campaignCode: fc.oneof(fc.string(), fc.integer()),
      columns: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
      rules: fc.oneof(fc.jsonValue(), fc.constant([rule('__proto__', 0)]), fc.constant([rule('A', 1e9)])),
    });
    fc.assert(
      fc.property(fc.oneof(hostile, fc.jsonValue()), (value) => {
        const reading = readMappingFile(JSON.stringify(value), 'x.json');
        if (!reading.ok) return;
        expect(mappingFileSchema.safeParse(reading.file).success).toBe(true);
        expect(mappingSchema.safeParse(fitMapping(reading.file, reading.file.columns).mapping).success).toBe(true);
      }),
    );
  });
});
