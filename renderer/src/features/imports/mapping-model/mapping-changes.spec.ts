import { expect, test } from 'vitest';
import type { FieldRule } from '../../../../../shared/contract/imports/mapping.ts';
import type { ColumnProfile } from '../../../../../shared/contract/imports/reading.ts';
import { mappingChanges } from './mapping-changes.ts';

const columns = ['Name', 'Telefon', 'Mobil', 'Internet'].map((label, index) => ({ index, label }) as ColumnProfile);

function rule(field: string, ...from: number[]): FieldRule {
  return { field, source: { kind: 'columns', columns: from, join: null }, cleaning: [{ kind: 'trim' }] };
}

function constant(field: string, value: string): FieldRule {
  return { field, source: { kind: 'constant', value }, cleaning: [] };
}

test('the same mapping changes nothing, in whatever case its fields are written', () => {
  const mapping = [rule('Firma', 0), constant('Land', 'DE')];
  expect(mappingChanges(mapping, mapping, columns)).toEqual([]);
  expect(mappingChanges(mapping, [constant('LAND', 'DE'), rule('firma', 0)], columns)).toEqual([]);
});

test('what comes, what is different and what goes is said, in this order', () => {
  const now = [rule('Firma', 0), rule('Phone', 1), rule('Website', 3), rule('Mobile', 2), constant('Land', 'DE')];
  const next = [
    rule('Firma', 0),
    rule('Phone', 2, 1),
    constant('Kilde', 'Messe'),
    rule('Fax', 1),
    constant('Land', 'AT'),
  ];
  expect(mappingChanges(now, next, columns)).toEqual([
    { kind: 'added', subject: 'Kilde', detail: 'constant “Messe” added' },
    { kind: 'added', subject: 'Fax', detail: 'from Telefon' },
    { kind: 'changed', subject: 'Phone', detail: 'from Mobil or Telefon instead of Telefon' },
    { kind: 'changed', subject: 'Land', detail: 'from constant “AT” instead of constant “DE”' },
    { kind: 'removed', subject: 'Internet', detail: 'not used' },
    { kind: 'removed', subject: 'Mobile', detail: 'not filled' },
  ]);
});

test('a column that fills another field is one change', () => {
  expect(
    mappingChanges([rule('FullName', 0), rule('Phone', 1)], [rule('Firma', 0), rule('Phone', 1)], columns),
  ).toEqual([{ kind: 'changed', subject: 'Name', detail: 'to Firma instead of FullName' }]);
});

test('other cleaning is a change', () => {
  const now = [rule('Phone', 1)];
  const next: FieldRule[] = [{ ...rule('Phone', 1), cleaning: [{ kind: 'trim' }, { kind: 'phone', country: 'DE' }] }];
  expect(mappingChanges(now, next, columns)).toMatchObject([{ detail: 'cleaned by Trim, Phone +49' }]);
  expect(mappingChanges(next, [{ ...rule('Phone', 1), cleaning: [] }], columns)).toMatchObject([
    { detail: 'without cleaning' },
  ]);
  // The country of the file comes by itself; sending as written is a choice.
  const usual: FieldRule[] = [
    { ...rule('Phone', 1), cleaning: [...rule('Phone', 1).cleaning, { kind: 'phone', country: null }] },
  ];
  expect(mappingChanges(usual, now, columns)).toEqual([]);
  expect(mappingChanges(usual, [{ ...rule('Phone', 1), cleaning: [{ kind: 'asWritten' }] }], columns)).toHaveLength(1);
});
