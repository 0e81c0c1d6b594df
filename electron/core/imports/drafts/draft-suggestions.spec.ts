import { describe, expect, test } from 'vitest';
import type { FieldSuggestion } from '../../../../shared/contract/imports/imports.ts';
import type { FieldRule, Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { mappingFromSuggestions } from '../../../../shared/domain/mapping/index.ts';
import { followSuggestions as follow, type Suggested, suggestedMapping } from './draft-suggestions.ts';

const suggest = (...fields: (string | null)[]): FieldSuggestion[] =>
  fields.map((field, column) => ({ column, field, confidence: 0.9, reasons: [], runnerUp: null }));
const rule = (field: string, ...columns: number[]): FieldRule => ({
  field,
  source: { kind: 'columns', columns, join: null },
  cleaning: [{ kind: 'trim' }],
});
const filled = (mapping: Mapping) =>
  mapping.map(({ field, source }) => (source.kind === 'columns' ? `${source.columns.join('+')} ${field}` : field));

const alone = (suggestions: FieldSuggestion[]): Suggested => ({ suggestions, asBefore: null });
const followSuggestions = (mapping: Mapping, former: FieldSuggestion[], next: FieldSuggestion[]) =>
  follow(mapping, alone(former), alone(next));

const before = suggest('Name', 'Phone', null, 'Email');
const after = suggest('Firma', 'Telefon', 'Kilde', 'Email');

test('a mapping nobody touched follows the new suggestions as they are', () => {
  const followed = followSuggestions(mappingFromSuggestions(before), before, after);
  expect(followed).toEqual(mappingFromSuggestions(after));
});

test('what a person chose stays, and everything else follows', () => {
  const chosen = [rule('Ansprechpartner', 0), rule('Phone', 1), rule('Email', 3)];
  expect(filled(followSuggestions(chosen, before, after))).toEqual([
    '0 Ansprechpartner',
    '1 Telefon',
    '3 Email',
    '2 Kilde',
  ]);
});

test('a column that a person cleared stays clear', () => {
  const cleared = [rule('Name', 0), rule('Email', 3)];
  expect(filled(followSuggestions(cleared, before, after))).toEqual(['0 Firma', '3 Email', '2 Kilde']);
});

test('another cleaning, a join and a constant are a choice, too, and no field is filled twice', () => {
  const constant: FieldRule = { field: 'KILDE', source: { kind: 'constant', value: 'Fair' }, cleaning: [] };
  const cleaned: FieldRule = { ...rule('Email', 3), cleaning: [{ kind: 'email' }] };
  const chosen = [rule('Firma', 0, 2), rule('Phone', 1), cleaned, constant];
  expect(filled(followSuggestions(chosen, before, after))).toEqual(['0+2 Firma', '1 Telefon', '3 Email', 'KILDE']);
});

test('a suggestion that is gone leaves its column empty', () => {
  const chosen = [rule('Own', 0), rule('Phone', 1)];
  expect(filled(followSuggestions(chosen, suggest('Name', 'Phone'), suggest('Name', null)))).toEqual(['0 Own']);
});

test('a suggested join is followed whole, and only where none of its columns was decided on', () => {
  const [home, ...others] = suggest('Notiz', null, 'Telefon', 'Email');
  const joined = [{ ...home, joined: { columns: [0, 1], join: ' – ' } } as FieldSuggestion, ...others];
  expect(filled(followSuggestions(mappingFromSuggestions(before), before, joined))).toEqual([
    '0+1 Notiz',
    '2 Telefon',
    '3 Email',
  ]);
  const chosen = [rule('Name', 0), rule('Mobil', 1), rule('Email', 3)];
  expect(filled(followSuggestions(chosen, before, joined))).toEqual(['1 Mobil', '3 Email', '2 Telefon']);
  const split = [rule('Notiz', 0), rule('Telefon', 2), rule('Email', 3)];
  expect(filled(followSuggestions(split, joined, before))).toEqual(['0 Notiz', '3 Email', '1 Phone']);
});

test('phones cleaned to the country of the file are no choice; sent as written or to another country they are', () => {
  const cleaned = (...cleaning: FieldRule['cleaning']): Mapping => [
    rule('Name', 0),
    { ...rule('Phone', 1), cleaning: [{ kind: 'trim' }, ...cleaning] },
    rule('Email', 3),
  ];
  const second = (mapping: Mapping) => filled(followSuggestions(mapping, before, after))[1];
  expect(second(cleaned({ kind: 'phone', country: null }))).toBe('1 Telefon');
  expect(second(cleaned({ kind: 'phone', country: 'SE' }))).toBe('1 Phone');
  expect(second(cleaned({ kind: 'asWritten' }))).toBe('1 Phone');
});

describe('what came back from an earlier import', () => {
  const constant = (field: string, value: string): FieldRule => ({
    field,
    source: { kind: 'constant', value },
    cleaning: [],
  });
  const cleaned: FieldRule = { ...rule('Firma', 0), cleaning: [{ kind: 'trim' }, { kind: 'case', to: 'upper' }] };
  const cameBack = (...rules: FieldRule[]): Suggested => ({
    suggestions: after,
    asBefore: { fileName: 'a.csv', at: 1, rules, settings: { country: null, duplicateKey: null, fields: [] } },
  });

  test('follows the campaign with the suggestions, and goes when the campaign is another one', () => {
    const next = cameBack(cleaned, constant('Source', 'Fair'));
    const followed = follow(mappingFromSuggestions(before), alone(before), next);
    expect(followed).toEqual([cleaned, ...mappingFromSuggestions(after).slice(1), constant('Source', 'Fair')]);
    expect(follow(followed, next, alone(before))).toEqual(mappingFromSuggestions(before));
    const other = cameBack(constant('Source', 'Web'), constant('Partner', 'A'));
    expect(filled(follow([...followed, constant('Own', 'x')], next, other))).toEqual([
      ...['0 Firma', '1 Telefon', '2 Kilde', '3 Email', 'Source', 'Own', 'Partner'],
    ]);
  });

  test('stays away when a person removed it, and theirs stays when they changed it', () => {
    const next = cameBack(constant('Source', 'Fair'), constant('Partner', 'A'));
    const changed = [...mappingFromSuggestions(after), constant('Partner', 'B')];
    expect(follow(changed, next, next)).toEqual(changed);
    expect(
      follow([constant('SOURCE', 'Mine')], alone([]), next).filter(({ source }) => source.kind === 'constant'),
    ).toEqual([constant('SOURCE', 'Mine'), constant('Partner', 'A')]);
    expect(suggestedMapping(next)).toHaveLength(6);
  });
});
