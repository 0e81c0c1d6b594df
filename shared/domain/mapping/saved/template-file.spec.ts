import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Mapping, mappingSchema } from '../../../contract/imports/mapping.ts';
import { type TemplateParts, templatePartsSchema } from '../../../contract/imports/templates.ts';
import { fitMapping } from './fit-mapping.ts';
import { readTemplateFile, writeTemplateFile } from './template-file.ts';

const rule = (field: string, column: number): Mapping[number] => ({
  field,
  source: { kind: 'columns', columns: [column], join: null },
  cleaning: [{ kind: 'trim' }],
});
const parts: TemplateParts = {
  fileName: 'schulen-2026-10.csv',
  country: 'DE',
  rules: {
    duplicateKey: 'BSN',
    fields: [{ field: 'Phone', required: true, unique: false, longest: 20, allowed: null }],
  },
  duplicates: [{ by: 'key', field: 'BSN', keep: 'last' }],
  poolScheme: '{file} {month}',
  stopAfterSameRefusal: 25,
  terms: null,
};

describe('a template as a file', () => {
  const file = {
    name: 'Berliner Schulen',
    campaignCode: 'DE-SCHULE-26Q4',
    columns: ['Name', 'Telefon'],
    rules: [rule('Firma', 0), rule('Phone', 1)],
    parts,
  };
  const changed = (changes: object) =>
    JSON.stringify({ format: 'lead-console-template', version: 1, ...file, ...changes });

  it('shows in its name what that would hide', () => {
    expect(readTemplateFile(changed({ name: 'Schulen\n\u202eexe' }), 'a.json')).toMatchObject({
      template: { name: 'Schulen␊<U+202E>exe' },
    });
  });

  it('comes back as it was', () => {
    const reading = readTemplateFile(`\ufeff${writeTemplateFile(file)}`, 'a.json');
    expect(reading).toEqual({ ok: true, template: file });
    const { parts: _none, ...mapping } = file;
    const former = JSON.stringify({ format: 'lead-console-mapping', version: 1, ...mapping });
    expect(readTemplateFile(former, 'a.json')).toEqual({ ok: true, template: { ...file, parts: null } });
  });

  it.each([
    ['', 'is not JSON'],
    ['Name,Phone', 'is not JSON'],
    ['[]', 'not a template'],
    ['null', 'not a template'],
    ['{"format":"something else","version":1}', 'not a template'],
    ['{"format":"lead-console-template","version":2}', 'a newer Lead Console'],
    ['{"format":"lead-console-mapping","version":1}', 'a mistake in it, at name'],
    [writeTemplateFile({ ...file, columns: ['Name'] }), 'at rules.1: names a column that the file does not list'],
    [writeTemplateFile({ ...file, rules: [] }), 'at rules'],
    [writeTemplateFile({ ...file, rules: [rule('', 0)] }), 'at rules.0.field'],
    [writeTemplateFile({ ...file, name: 'x'.repeat(101) }), 'at name'],
    [changed({ parts: undefined }), 'at parts'],
    [changed({ parts: { ...parts, country: '../../etc' } }), 'at parts.country'],
    [changed({ parts: { ...parts, extra: 1 } }), 'at parts'],
    [changed({ parts: { ...parts, poolScheme: 'x'.repeat(201) } }), 'at parts.poolScheme'],
    [
      changed({ parts: { ...parts, duplicates: [{ by: 'all', field: null, keep: 'first' }] } }),
      'at parts.duplicates.0.by',
    ],
    [changed({ parts: { ...parts, terms: { share: 1e9 } } }), 'at parts.terms.share'],
  ])('%j is refused in a sentence', (text, words) => {
    const reading = readTemplateFile(text, 'a.json');
    expect(reading).toEqual({ ok: false, message: expect.stringContaining(words) });
    expect(reading.ok ? '' : reading.message).toMatch(/^"a\.json" .*\.$/);
  });

  it('is never a crash, and never a rule about a column that is not listed', () => {
    const hostile = fc.record({
      format: fc.constantFrom('lead-console-template', 'lead-console-mapping'),
      parts: fc.oneof(fc.constant(null), fc.constant(parts), fc.jsonValue()),
      version: fc.constantFrom<unknown>(1, '1', null),
      name: fc.oneof(fc.string(), fc.constant({})),
      campaignCode: fc.oneof(fc.string(), fc.integer()),
      columns: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
      rules: fc.oneof(fc.jsonValue(), fc.constant([rule('__proto__', 0)]), fc.constant([rule('A', 1e9)])),
    });
    fc.assert(
      fc.property(fc.oneof(hostile, fc.jsonValue()), (value) => {
        const reading = readTemplateFile(JSON.stringify(value), 'x.json');
        if (!reading.ok) return;
        const { template } = reading;
        expect(templatePartsSchema.nullable().safeParse(template.parts).success).toBe(true);
        expect(mappingSchema.safeParse(fitMapping(template, template.columns).mapping).success).toBe(true);
      }),
    );
  });
});
