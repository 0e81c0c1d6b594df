import { expect, test } from 'vitest';
import type { CampaignField } from '../../../shared/contract/imports.ts';
import type { Mapping } from '../../../shared/contract/mapping.ts';
import { profilesOf } from '../../../shared/domain/mapping/spec-profiles.ts';
import { campaignsOf, fieldsFor, knownFieldsOf, suggestionsFor, type FieldKnowledge } from './field-knowledge.ts';

const map = (...fields: string[]): Mapping =>
  fields.map((field, column) => ({ field, source: { kind: 'columns', columns: [column], join: null }, cleaning: [] }));
const exported = (...names: string[]): CampaignField[] =>
  names.map((name) => ({ name, type: 'text', source: 'export' }));

const schools: FieldKnowledge = {
  jobs: [{ campaignCode: 'SCHOOLS', columns: ['Rufnummer'], mapping: map('Telefon1'), createdAt: 2 }],
  mappings: [
    { campaignCode: 'SCHOOLS', name: 'Berliner Schulen', columns: ['BSN', 'Träger'], rules: map('KundeNr', 'Firma') },
    { campaignCode: '', name: 'Everywhere', columns: ['Quelle'], rules: map('Kilde') },
    { campaignCode: 'OTHER', name: 'Other', columns: ['BSN'], rules: map('Reference') },
  ],
  lookUps: [],
};
const columns = profilesOf(
  ['BSN', 'Quelle'],
  [
    ['01A04', 'Messe'],
    ['10E01', 'Web'],
  ],
);

test('fields of saved mappings are listed with their source, each name once, the surest source first', () => {
  const known = (knowledge: FieldKnowledge) =>
    fieldsFor(knowledge, 'SCHOOLS')
      .filter((field) => field.source !== 'common')
      .map((field) => `${field.source} ${field.name}`);
  expect(known(schools)).toEqual(['earlier Telefon1', 'saved KundeNr', 'saved Firma', 'saved Kilde']);
  const lookUps = [{ campaignCode: 'SCHOOLS', at: 5, leads: 200, fields: exported('FIRMA', 'Telefon1') }];
  expect(known({ ...schools, lookUps })).toEqual(['export FIRMA', 'export Telefon1', 'saved KundeNr', 'saved Kilde']);
  expect(knownFieldsOf({ ...schools, lookUps }, 'SCHOOLS')).toEqual({
    count: 4,
    lookUp: { at: 5, leads: 200 },
    imports: 1,
    mappings: 2,
  });
});

test('campaigns are remembered from imports first, then from look-ups and saved mappings', () => {
  const lookUps = [{ campaignCode: 'NEW', at: 1, leads: 9, fields: exported('Nummer') }];
  expect(campaignsOf({ ...schools, lookUps })).toEqual([
    { code: 'SCHOOLS', lastUsedAt: 2, jobs: 1 },
    { code: 'NEW', lastUsedAt: null, jobs: 0 },
    { code: 'OTHER', lastUsedAt: null, jobs: 0 },
  ]);
});

test('a saved mapping is a reason to suggest its field, by its name', () => {
  const [number, source] = suggestionsFor(columns, schools, 'SCHOOLS');
  expect(number).toMatchObject({ field: 'KundeNr' });
  expect(number?.reasons[0]).toBe('Saved mapping “Berliner Schulen”.');
  expect(source).toMatchObject({ field: 'Kilde' });
  expect(source?.reasons[0]).toBe('Saved mapping “Everywhere”.');
});

test('a mapping of another campaign is no reason', () => {
  expect(suggestionsFor(columns, schools, 'THIRD')[0]?.field).not.toBe('KundeNr');
});

test('once the fields were looked up, only they and this campaign’s own mappings are suggested', () => {
  const lookUps = [{ campaignCode: 'THIRD', at: 1, leads: 9, fields: exported('Nummer', 'Mobil') }];
  const rufnummer = profilesOf(['Rufnummer', 'Quelle'], [['030 1234567', 'Messe']]);
  expect(suggestionsFor(rufnummer, schools, 'THIRD')[0]?.field).toBe('Telefon1');
  const after = suggestionsFor(rufnummer, { ...schools, lookUps }, 'THIRD').map((suggestion) => suggestion.field);
  expect(after).not.toContain('Telefon1');
  expect(after).not.toContain('Kilde');
});
