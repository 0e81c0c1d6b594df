import { expect, test } from 'vitest';
import type { CampaignField, FieldSuggestion } from '../../../../../shared/contract/imports/imports.ts';
import { fieldOptions, knownValues, openFields } from './field-options.ts';

const fields: CampaignField[] = [
  { name: 'Telefon1', type: 'phone', source: 'earlier', example: '+45 1' },
  { name: 'Email', type: 'email', source: 'common' },
  { name: 'Firma', type: 'text', source: 'common' },
];
const suggestion: FieldSuggestion = {
  column: 0,
  field: 'Email',
  confidence: 0.99,
  reasons: [],
  runnerUp: { field: 'Telefon1', confidence: 0.2 },
};

test('suggestions come first and no field twice', () => {
  const { groups, newName } = fieldOptions(fields, suggestion, '');
  expect(groups.map((group) => [group.label, group.options.map((option) => option.name)])).toEqual([
    ['Suggested', ['Email', 'Telefon1']],
    ['Common names', ['Firma']],
  ]);
  expect(newName).toBeNull();
});

test('the name a column has is called so, without a percentage', () => {
  const own = { ...suggestion, runnerUp: { field: 'Umsatz', confidence: 0 } };
  expect(fieldOptions(fields, own, '').groups[0]?.options.map(({ name, note }) => [name, note])).toEqual([
    ['Email', '99 %'],
    ['Umsatz', 'its own name'],
  ]);
});

test('typing narrows the list and offers the new name unless it is known', () => {
  expect(
    fieldOptions(fields, null, 'tel').groups.flatMap((group) => group.options.map((option) => option.name)),
  ).toEqual(['Telefon1']);
  expect(fieldOptions(fields, null, ' Telefax ').newName).toBe('Telefax');
  expect(fieldOptions(fields, null, 'firma').newName).toBeNull();
});

test('fields are grouped by where they are known from, with type and example', () => {
  const known: CampaignField[] = [
    { name: 'Kilde', type: 'text', source: 'saved' },
    { name: 'PLZ', type: 'postcode', source: 'export', example: '10551' },
    { name: 'Notes', type: 'text', source: 'earlier' },
  ];
  expect(
    fieldOptions(known, null, '').groups.map(({ label, options }) => [label, options.map((option) => option.note)]),
  ).toEqual([
    ['From an export of the campaign', ['post code · e.g. 10551']],
    ['From earlier imports', ['']],
    ['From a template', ['']],
  ]);
});

test('fields that a rule fills are offered no more, whatever their case', () => {
  const source = { kind: 'constant' as const, value: 'x' };
  expect(openFields(fields, [{ field: 'FIRMA', source, cleaning: [] }])).toEqual(['Telefon1', 'Email']);
});

test('the values offered for a constant are those of earlier imports, then one of a lead, each once', () => {
  const known: CampaignField[] = [
    { name: 'Kilde', type: 'text', source: 'earlier', constants: ['Messe', 'Web'], example: 'Web' },
    ...fields,
  ];
  expect(knownValues(known, 'kilde')).toEqual(['Messe', 'Web']);
  expect(knownValues(known, 'Telefon1')).toEqual(['+45 1']);
  expect(knownValues(known, 'Unknown')).toEqual([]);
});
