import { expect, test } from 'vitest';
import type { CampaignField, FieldSuggestion, KnownFields } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { someOf, strangeFields, withOwnFields } from './strange-fields.ts';

const mapping: Mapping = ['Firma', 'telefon', 'City'].map((field, column) => ({
  field,
  source: { kind: 'columns', columns: [column], join: null },
  cleaning: [],
}));
const field = (name: string, source: CampaignField['source']): CampaignField => ({ name, type: 'text', source });
const fields = [field('Firma', 'earlier'), field('Telefon', 'export'), field('City', 'common')];
const known: KnownFields = { count: 2, lookUp: null, imports: 1, templates: 0 };

test('a field the campaign is not known to have is strange, whatever its case', () => {
  expect(strangeFields(mapping, { fields, known })).toEqual(['City']);
});

test('while nothing tells which fields a campaign has, none is strange', () => {
  expect(strangeFields(mapping, { fields, known: { ...known, imports: 0, templates: 1 } })).toEqual([]);
});

test('a long list of names is cut where it stops helping', () => {
  expect(someOf(['a', 'b'])).toBe('a, b');
  expect(someOf([...'abcdefg'])).toBe('a, b, c, d, e, f, g');
  expect(someOf([...'abcdefghi'])).toBe('a, b, c, d, e, f and 3 more');
});

const suggestion = (column: number, name: string | null): FieldSuggestion => ({
  column,
  field: name,
  confidence: 0.9,
  reasons: [],
  runnerUp: null,
});

test('fields of the campaign take the place of those it is not known to have, where one is suggested and free', () => {
  const own = [...fields, field('By', 'export')];
  const draft = (...suggestions: FieldSuggestion[]) => ({ fields: own, known, suggestions });
  const found = withOwnFields(mapping, draft(suggestion(0, 'Firma'), suggestion(1, 'By'), suggestion(2, 'By')));
  expect(found.replaced).toEqual(['City → By']);
  expect(found.mapping.map((rule) => rule.field)).toEqual(['Firma', 'telefon', 'By']);
  for (const other of ['Telefon', 'City', null])
    expect(withOwnFields(mapping, draft(suggestion(2, other)))).toEqual({ mapping, replaced: [] });
});
