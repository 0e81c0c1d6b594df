import { expect, test } from 'vitest';
import type { CleaningStep, FieldRule, Mapping } from '../../../contract/imports/mapping.ts';
import { rulesBefore, withRulesBefore } from './rules-before.ts';

const trim: CleaningStep = { kind: 'trim' };
const replace: CleaningStep = { kind: 'replace', values: [{ from: 'Herr', to: 'Mr' }] };
const column = (field: string, columns: number[], ...cleaning: CleaningStep[]): FieldRule => ({
  field,
  source: { kind: 'columns', columns, join: null },
  cleaning: [trim, ...cleaning],
});
const constant = (field: string, value: string): FieldRule => ({
  field,
  source: { kind: 'constant', value },
  cleaning: [],
});

const earlier = {
  columns: ['Anrede', 'Name', 'Telefon', 'Web'],
  rules: [
    column('Salutation', [0], replace),
    column('FirstName', [1], { kind: 'split', part: 'first' }),
    column('Phone', [2], { kind: 'phone', country: 'DE' }, { kind: 'asWritten' }),
    constant('Source', 'Fair'),
  ],
};

test('constants and cleaning come back for a file with all the columns that were read, wherever they stand', () => {
  expect(rulesBefore(earlier, ['telefon', 'Other', 'Name', 'Anrede'])).toEqual([
    column('Salutation', [3], replace),
    column('FirstName', [2], { kind: 'split', part: 'first' }),
    constant('Source', 'Fair'),
  ]);
});

test('nothing comes back for a file without one of these columns, or from an import that read one column only', () => {
  expect(rulesBefore(earlier, ['Telefon', 'Name', 'Web'])).toBeNull();
  expect(rulesBefore({ columns: ['Name'], rules: [column('Name', [0], replace)] }, ['Name'])).toBeNull();
  expect(rulesBefore({ columns: ['Name'], rules: [constant('Source', 'Fair')] }, ['Name'])).toBeNull();
});

test('cleaning is laid on the same columns only, and no field is filled twice', () => {
  const before: Mapping = [
    column('Salutation', [0], replace),
    column('Town', [4], replace),
    constant('source', 'Fair'),
  ];
  const mapping: Mapping = [column('salutation', [0]), column('Town', [5]), column('Phone', [2])];
  expect(withRulesBefore(mapping, before)).toEqual([
    { ...column('salutation', [0]), cleaning: [trim, replace] },
    column('Town', [5]),
    column('Phone', [2]),
    constant('source', 'Fair'),
  ]);
  expect(withRulesBefore([column('Source', [1])], before)).toEqual([
    column('Source', [1]),
    column('Salutation', [0], replace),
    column('Town', [4], replace),
  ]);
});
