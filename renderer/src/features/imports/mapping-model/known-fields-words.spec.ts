import { describe, expect, test } from 'vitest';
import type { FieldLookUp, KnownFields } from '../../../../../shared/contract/imports/imports.ts';
import { asBeforeWords, colleagueRulesWords, knownFieldsWords, lookUpTrouble } from './known-fields-words.ts';

const nothing: KnownFields = { count: 0, lookUp: null, imports: 0, templates: 0 };
const noon = Date.UTC(2026, 10, 17, 11);
const morning = Date.UTC(2026, 10, 17, 8, 12);

describe('how many fields are known and from where', () => {
  test.each([
    [nothing, 'Common fields; its own are not known yet'],
    [{ ...nothing, count: 14, lookUp: { at: morning, leads: 200 } }, '14 fields, from an export today 09:12'],
    [{ ...nothing, count: 1, imports: 1 }, '1 field, from an earlier import'],
    [{ ...nothing, count: 9, imports: 3, templates: 2 }, '9 fields, from 3 earlier imports and 2 templates'],
    [
      { count: 16, lookUp: { at: morning, leads: 200 }, imports: 3, templates: 1 },
      '16 fields, from an export today 09:12, 3 earlier imports and a template',
    ],
    [{ ...nothing, count: 5, colleagues: [{ name: 'Anna', at: noon }] }, '5 fields, from Anna (Nov 17, 2026)'],
    [
      { ...nothing, count: 5, imports: 1, colleagues: [{ name: '', at: noon }] },
      '5 fields, from an earlier import and a colleague (Nov 17, 2026)',
    ],
  ])('%j', (known, words) => expect(knownFieldsWords(known, 'SCHOOLS', noon)).toBe(words));

  test('an export of another day says which', () => {
    const known = { ...nothing, count: 2, lookUp: { at: noon - 86_400_000, leads: 5 } };
    expect(knownFieldsWords(known, 'SCHOOLS', noon)).toMatch(/from an export (16 Nov|Nov 16|16\.? Nov\.?) 12:00$/);
  });

  test('without a campaign there are the usual ones', () => {
    expect(knownFieldsWords({ ...nothing, templates: 2, count: 4 }, '', noon)).toBe(
      'Choose it first. Until then the usual fields are offered.',
    );
  });
});

describe('a look-up without fields', () => {
  const found: FieldLookUp = { campaignCode: 'X-1', at: 1, leads: 0, looked: 0, fields: [] };
  test.each([
    [found, 'No lead of X-1 was found.'],
    [{ ...found, looked: 20_000 }, 'None of the 20,000 leads that came belongs to X-1.'],
    [{ ...found, looked: 3, leads: 3 }, 'The leads of X-1 came without their data.'],
  ])('%j', (answer, title) => expect(lookUpTrouble(answer)?.title).toBe(title));

  test('is no trouble when it found some', () => {
    const fields: FieldLookUp['fields'] = [{ name: 'Phone', type: 'phone', source: 'export' }];
    expect(lookUpTrouble({ ...found, leads: 3, fields })).toBeNull();
  });
});

test('names what came back from an earlier import', () => {
  const at = new Date(2026, 10, 20, 12).getTime();
  const words = (constants: number, cleaned: number, checks: number) =>
    asBeforeWords({ fileName: 'people.csv', at, constants, cleaned, checks }).replace(/^people\.csv of .*?: /, '');
  expect(words(1, 0, 0)).toBe('1 constant');
  expect(words(2, 1, 3)).toBe('2 constants, 1 cleaned field and 3 rules of the check');
  expect(words(0, 2, 1)).toBe('2 cleaned fields and 1 rule of the check');
  expect(asBeforeWords({ fileName: 'people.csv', at, constants: 1, cleaned: 0, checks: 0 })).toMatch(
    /^people\.csv of (20 Nov|Nov 20): /,
  );
});

describe('rules of a colleague', () => {
  const before = { fileName: '', at: noon, constants: 0, cleaned: 0, checks: 2, from: { name: 'Anna', at: noon } };

  test('are said as theirs, and apart from what an import of this computer brought back', () => {
    expect([asBeforeWords(before), colleagueRulesWords(before)]).toEqual([
      '',
      '2 rules of the check from Anna, Nov 17, 2026',
    ]);
    expect(asBeforeWords({ ...before, fileName: 'people.csv', constants: 1 })).toMatch(
      /^people.csv of .*: 1 constant$/,
    );
    expect(colleagueRulesWords({ ...before, from: undefined })).toBe('');
  });
});
