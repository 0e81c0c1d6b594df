import { expect, it } from 'vitest';
import { checkSettingsSchema, type CheckSettings } from '../../contract/check/check.ts';
import type { CleaningStep } from '../../contract/imports/mapping.ts';
import type { PhoneReader } from '../phones/phone-reader.ts';
import { cities } from '../phones/numbering.ts';
import { planCheck, reasonIdOf } from './check-plan.ts';
import { RowJudge } from './judge-row.ts';

let reads = 0;
/** A country table small enough to read: eight digits after the 45 of Denmark. */
const readPhone: PhoneReader = (text) => {
  reads += 1;
  const digits = text.replace(/\D/g, '').replace(/^(?:00)?45(?=\d{8}$)/, '');
  return digits.length < 8 ? 'short' : digits.length > 8 ? 'long' : { e164: `+45${digits}`, isUsual: true };
};
const PHONE: CleaningStep[] = [{ kind: 'phone', country: 'DK' }];

type Rules = readonly (readonly [field: string, cleaning?: CleaningStep[], columns?: number[]])[];

/** A judge of rows with a column for each field. */
function judgeOf(
  rules: Rules,
  settings: Partial<CheckSettings> = {},
  postcodeColumn: number | null = null,
  country = 'DK',
) {
  const plan = planCheck({
    mapping: rules.map(([field, cleaning = [], columns], index) => ({
      field,
      source: { kind: 'columns', columns: columns ?? [index], join: ' ' },
      cleaning,
    })),
    fields: [],
    settings: checkSettingsSchema.parse(settings),
    country,
    postcodeColumn,
  });
  const judge = new RowJudge(plan, readPhone);
  return {
    judge,
    row: (...cells: readonly string[]) => judge.judgeRow(cells),
    /** What the row is marked with, and the values and columns of it. */
    marks: (...cells: readonly string[]) =>
      judge.judgeRow(cells).marks.map(({ reason, value, column }) => [reasonIdOf(plan, reason), value, column]),
  };
}

it('compares a row by its phones and addresses, each once, and says which it has once more', () => {
  const { row } = judgeOf([['Phone', PHONE], ['Mobile', PHONE], ['Email'], ['Fax', PHONE]]);
  expect(row('30111111', '+45 30111111', ' A@b.dk', '30222222')).toEqual({
    marks: [],
    phones: ['+4530111111'],
    emails: ['a@b.dk'],
    repeated: ['+4530111111'],
    filledPhones: 2,
    name: null,
    keys: [],
    valuesKey: null,
    filled: [0, 1, 3],
    unprefixed: 2,
    cleaned: 3,
    city: -2,
  });
  expect(row('30111111', '30333333', '', '')).toMatchObject({
    ...{ phones: ['+4530111111', '+4530333333'], emails: [], repeated: [] },
    ...{ filledPhones: 2, filled: [0, 1], unprefixed: 2, cleaned: 2 },
  });
});

it('marks a row without a phone, whatever faxes it has', () => {
  const { marks } = judgeOf([['Phone'], ['Fax']]);
  expect(marks('', '30222222')).toEqual([['noPhone', '', -1]]);
  expect(marks('30222222', '')).toEqual([]);
  expect(judgeOf([['Fax']]).marks('')).toEqual([]);
});

it('compares a row without both by its names in any order, and by all its values', () => {
  const { row } = judgeOf([['FirstName'], ['LastName'], ['City'], ['Email']]);
  const [one, other] = [row('Anna', 'Berg;  Ny', 'Oslo', ''), row('ny', 'anna, BERG', 'Bergen', '')];
  expect([one.name, other.name]).toEqual(['anna berg ny', 'anna berg ny']);
  expect(row('Anna', '', '', '').name).toBe('anna');
  expect(row('', ' ', 'Oslo', '').name).toBeNull();
  expect(row('Anna', 'Berg', '', 'a@b.dk')).toMatchObject({ name: null, valuesKey: null });
  expect(one.valuesKey).toMatch(/^values [0-9a-z]{1,11}$/);
  expect(row('OSLO', 'berg;  ny ', 'Anna', '').valuesKey).toBe(one.valuesKey);
  expect(other.valuesKey).not.toBe(one.valuesKey);
  expect(row('', ' ', '', '').valuesKey).toBeNull();
  const keys = Array.from({ length: 3000 }, (_, at) => row(`n${at}`, '', '', '').valuesKey);
  expect(new Set(keys).size).toBe(3000);
});

it('marks values that are missing, too long, not allowed, or stand for none', () => {
  const own = { required: false, unique: false, longest: null, allowed: null };
  const fields = [
    { ...own, field: 'Firma', required: true },
    { ...own, field: 'Kode', longest: 3, allowed: ['abc', '-'] },
    { ...own, field: 'Nummer', unique: true },
  ];
  const { marks, row } = judgeOf([['Firma'], ['Kode'], ['Nummer'], ['Email']], { fields, duplicateKey: 'Firma' });
  expect(marks('', 'abc', '', 'a@b.dk')).toEqual([['required:Firma', '', 0]]);
  expect(marks(' ', '-', '', 'a@b.dk')).toEqual([
    ['onlySpaces:Firma', ' ', 0],
    ['required:Firma', '', 0],
  ]);
  expect(marks('Ab', 'abcd', 'NULL', 'x')).toEqual([
    ['tooLong:Kode', 'abcd', 1],
    ['notAllowed:Kode', 'abcd', 1],
    ['placeholder:Nummer', 'NULL', 2],
    ['emailInvalid:Email', 'x', 3],
  ]);
  expect(marks('Ab', '', '', '')).toEqual([['empty:Email', '', 3]]);
  expect(marks('Ab', '', '', '-')).toEqual([['noValue:Email', '-', 3]]);
  expect(row('Ab', 'abc', ' 7 ', '').keys).toEqual([
    { field: 0, value: 'Ab' },
    { field: 2, value: '7' },
  ]);
});

it('names the column of a value, none for values that are joined', () => {
  const { marks, row } = judgeOf([
    ['Email', [], [0, 1]],
    ['Phone', PHONE, [2]],
  ]);
  expect(marks('x', 'y', '30111111')).toEqual([['emailInvalid:Email', 'x y', -1]]);
  expect(marks('', '', '301')).toEqual([
    ['empty:Email', '', 0],
    ['phoneShort:Phone', '301', 2],
  ]);
  expect(row('', '', '301')).toMatchObject({ phones: [], filledPhones: 1, filled: [1], unprefixed: 1, cleaned: 0 });
});

it('finds the city of a post code, another place, and none', () => {
  const city = cities[1];
  const postcode = ` ${String(city?.from).padStart(5, '0')} `;
  const { row } = judgeOf([['Email']], {}, 1, city?.country);
  expect(row('', postcode).city).toBe(1);
  expect([row('', 'x').city, row('', ' ').city, row('').city]).toEqual([-1, -2, -2]);
  expect(judgeOf([['Email']]).row('', postcode).city).toBe(-2);
});

it('judges a value once, as long as values repeat', () => {
  const { row } = judgeOf([['Phone', PHONE]]);
  row('30111111');
  reads = 0;
  expect(row('30111111').phones).toEqual(['+4530111111']);
  expect(reads).toBe(0);
  for (let number = 0; number < 4000; number += 1) row(String(31_000_000 + number));
  reads = 0;
  row('31000001');
  expect(reads).toBeGreaterThan(0);
});
