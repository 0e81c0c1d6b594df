import { expect, test } from 'vitest';
import { checkSettingsSchema } from '../../contract/check/check.ts';
import {
  countRules,
  hasRules,
  isSameRules,
  listedValues,
  MOST_LISTED,
  withFieldRule,
  withRule,
} from './field-rules.ts';

const settings = { country: null, duplicateKey: null, fields: [] };

test('a rule on some fields leaves the other rules of a field alone', () => {
  const required = withRule(settings, 'required', ['Phone']);
  const both = withRule(required, 'unique', ['Phone', 'Email']);
  expect(both.fields.map(({ field, required: isRequired, unique }) => [field, isRequired, unique])).toEqual([
    ['Phone', true, true],
    ['Email', false, true],
  ]);
  expect(withRule(withRule(both, 'required', []), 'unique', []).fields).toEqual([]);
});

test('a list is read line by line, however it was pasted', () => {
  expect(listedValues(' Nord \r\nSyd\n\nNord\tØst\n')).toEqual(['Nord', 'Syd', 'Øst']);
  expect(listedValues(' \n')).toEqual([]);
});

test('the length and the list of a field come and go without touching its other rules', () => {
  const required = withRule(settings, 'required', ['Phone']);
  const limited = withFieldRule(withFieldRule(required, 'Phone', { longest: 20 }), 'Email', { allowed: ['a@b.dk'] });
  expect(limited.fields).toEqual([
    { field: 'Phone', required: true, unique: false, longest: 20, allowed: null },
    { field: 'Email', required: false, unique: false, longest: null, allowed: ['a@b.dk'] },
  ]);
  const less = withFieldRule(withFieldRule(limited, 'Phone', { longest: null }), 'Email', { allowed: null });
  expect(less).toEqual(required);
});

test('a list has as many values as the contract takes', () => {
  const listed = (values: number) => withFieldRule(settings, 'City', { allowed: Array<string>(values).fill('Ry') });
  expect(checkSettingsSchema.safeParse(listed(MOST_LISTED)).success).toBe(true);
  expect(checkSettingsSchema.safeParse(listed(MOST_LISTED + 1)).success).toBe(false);
});

test('rules are the same in another order and for another country, and not with one more', () => {
  const one = withRule(settings, 'required', ['Phone', 'Email']);
  const other = { ...withRule(settings, 'required', ['Email', 'Phone']), country: 'DK' };
  expect(isSameRules(one, other)).toBe(true);
  expect(isSameRules(one, { ...other, duplicateKey: 'Id' })).toBe(false);
  expect([settings, { ...settings, country: 'DK' }, { ...settings, duplicateKey: 'Id' }].map(hasRules)).toEqual([
    ...[false, false, true],
  ]);
  expect(hasRules(withRule(settings, 'unique', ['Phone']))).toBe(true);
  expect([countRules(settings), countRules({ ...one, duplicateKey: 'Id' })]).toEqual([0, 3]);
});
