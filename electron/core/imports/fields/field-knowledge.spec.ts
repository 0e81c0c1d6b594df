import { expect, test } from 'vitest';
import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { profilesOf } from '../../../../shared/domain/mapping/testing/profiles.ts';
import {
  campaignLike,
  campaignsOf,
  fieldsFor,
  knownFieldsOf,
  NOTHING_KNOWN,
  suggestionsFor,
  type FieldKnowledge,
} from './field-knowledge.ts';

const map = (...fields: string[]): Mapping =>
  fields.map((field, column) => ({ field, source: { kind: 'columns', columns: [column], join: null }, cleaning: [] }));
const exported = (...names: string[]): CampaignField[] =>
  names.map((name) => ({ name, type: 'text', source: 'export' }));

function imported(
  campaignCode: string,
  createdAt: number,
  columns: readonly string[],
  ...fields: string[]
): FieldKnowledge['jobs'][number] {
  return { ...of, campaignCode, columns, mapping: map(...fields), createdAt, hasCreated: true };
}

const of = { id: 'job', fileName: 'people.csv', terms: { tagField: null } };

const schools: FieldKnowledge = {
  ...NOTHING_KNOWN,
  jobs: [imported('SCHOOLS', 2, ['Rufnummer'], 'Telefon1')],
  templates: [
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

test('fields of templates are listed with their source, each name once, the surest source first', () => {
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
    templates: 2,
  });
});

test('the field that took the tag of an earlier import is known, and no column is suggested for it', () => {
  const [job] = schools.jobs;
  const tagged = { ...schools, jobs: job === undefined ? [] : [{ ...job, terms: { tagField: 'Quelle' } }] };
  expect(fieldsFor(tagged, 'SCHOOLS')).toContainEqual({ name: 'Quelle', type: 'text', source: 'earlier' });
  expect(suggestionsFor(columns, tagged, 'SCHOOLS')).toEqual(suggestionsFor(columns, schools, 'SCHOOLS'));
});

test('constants of imports into the campaign are offered again, the newest first, and none of another campaign', () => {
  const constant = (field: string, value: string): Mapping => [
    { field, source: { kind: 'constant', value }, cleaning: [] },
  ];
  const into = (campaignCode: string, createdAt: number, mapping: Mapping) => ({
    ...imported(campaignCode, createdAt, []),
    mapping,
  });
  const jobs = [
    into('SCHOOLS', 9, constant('kilde', 'Messe')),
    into('SCHOOLS', 8, constant('Kilde', 'Web')),
    into('SCHOOLS', 7, constant('Kilde', 'Messe')),
    into('OTHER', 6, constant('Kilde', 'Secret')),
    { ...into('SCHOOLS', 5, constant('Kilde', 'Never taken')), hasCreated: false },
  ];
  const [field] = fieldsFor({ ...schools, jobs }, 'SCHOOLS');
  expect(field).toMatchObject({ name: 'kilde', constants: ['Messe', 'Web'] });
});

test('campaigns are remembered from imports first, then from look-ups and templates', () => {
  const lookUps = [{ campaignCode: 'NEW', at: 1, leads: 9, fields: exported('Nummer') }];
  expect(campaignsOf({ ...schools, lookUps })).toEqual([
    { code: 'SCHOOLS', lastUsedAt: 2, jobs: 1 },
    { code: 'NEW', lastUsedAt: null, jobs: 0 },
    { code: 'OTHER', lastUsedAt: null, jobs: 0 },
  ]);
});

test('a campaign is known in whatever case its code is written', () => {
  const lookUps = [{ campaignCode: 'Schools', at: 5, leads: 200, fields: exported('FIRMA', 'Telefon1') }];
  const knowledge = { ...schools, lookUps };
  expect(fieldsFor(knowledge, 'schools')).toEqual(fieldsFor(knowledge, 'SCHOOLS'));
  expect(knownFieldsOf(knowledge, 'schools')).toMatchObject({ lookUp: { at: 5 }, imports: 1, templates: 2 });
  expect(suggestionsFor(columns, knowledge, 'schools')).toEqual(suggestionsFor(columns, knowledge, 'SCHOOLS'));
  const jobs = [imported('schools', 3, ['Rufnummer'], 'Telefon1'), ...schools.jobs];
  expect(campaignsOf({ ...knowledge, jobs })[0]).toEqual({ code: 'schools', lastUsedAt: 3, jobs: 2 });
  expect(campaignsOf({ ...knowledge, jobs }).map(({ code }) => code)).toEqual(['schools', 'OTHER']);
});

test('a template is a reason to suggest its field, by its name', () => {
  const [number, source] = suggestionsFor(columns, schools, 'SCHOOLS');
  expect(number).toMatchObject({ field: 'KundeNr' });
  expect(number?.reasons[0]).toBe('Template “Berliner Schulen”.');
  expect(source).toMatchObject({ field: 'Kilde' });
  expect(source?.reasons[0]).toBe('Template “Everywhere”.');
});

test('a mapping of another campaign is no reason', () => {
  expect(suggestionsFor(columns, schools, 'THIRD')[0]?.field).not.toBe('KundeNr');
});

const fair: FieldKnowledge = {
  ...NOTHING_KNOWN,
  jobs: [
    imported('ENERGY', 9, ['Telefon'], 'Phone'),
    imported('FAIR', 8, ['Telefon', 'Mail'], 'Telefon', 'E-Mail'),
    imported('FAIR', 7, ['Firma'], 'Unternehmen'),
  ],
  templates: [],
  lookUps: [],
};
const lead = profilesOf(['Firma', 'Telefon', 'Mail'], [['Nordwind GmbH', '030 1234567', 'post@nordwind.de']]);
const suggested = (knowledge: FieldKnowledge, campaignCode: string) =>
  suggestionsFor(lead, knowledge, campaignCode).map(({ field, reasons }) => `${field ?? '-'}: ${reasons[0] ?? ''}`);

test('before a campaign is named, nothing of any campaign is suggested; the one that fits best can be offered', () => {
  expect(suggested(fair, '').map((words) => words.split(':')[0])).toEqual(['Company', 'Phone', 'Email']);
  expect(campaignLike(lead, fair)).toBe('FAIR');
  const templates = [{ campaignCode: 'ONE', name: 'For ONE', columns: ['Telefon'], rules: map('Rufnummer') }];
  expect(suggested({ ...fair, jobs: [], templates }, '').join()).not.toMatch(/Rufnummer/);
});

test('of campaigns that fit alike the one used last is offered, and none that does not fit', () => {
  const both = { ...fair, jobs: [imported('ENERGY', 9, ['Telefon'], 'Fon'), imported('FAIR', 8, ['Mail'], 'Post')] };
  expect(campaignLike(lead, both)).toBe('ENERGY');
  expect(campaignLike(lead, { ...fair, jobs: [imported('ENERGY', 9, ['Zähler'], 'Meter')] })).toBe('');
});

test('an earlier import that filled no phone does not prove that the campaign has none', () => {
  const jobs = [imported('FAIR', 7, ['Firma'], 'Unternehmen')];
  expect(suggested({ ...fair, jobs }, 'FAIR').map((words) => words.split(':')[0])).toEqual([
    'Unternehmen',
    'Phone',
    'Email',
  ]);
  const lookUps = [{ campaignCode: 'FAIR', at: 1, leads: 9, fields: exported('Unternehmen', 'Mobil') }];
  expect(suggestionsFor(lead, { ...fair, jobs, lookUps }, 'FAIR')[2]?.field).toBeNull();
});

test('a campaign without imports of its own is offered the usual fields, not those of another', () => {
  expect(suggested(fair, 'NEW').map((words) => words.split(':')[0])).toEqual(['Company', 'Phone', 'Email']);
});

test('an import of which no lead was created teaches no field of its campaign', () => {
  const refused = { ...fair, jobs: fair.jobs.map((job) => ({ ...job, hasCreated: false })) };
  expect(knownFieldsOf(refused, 'FAIR')).toMatchObject({ count: 0, imports: 0 });
  expect(fieldsFor(refused, 'FAIR').every((field) => field.source === 'common')).toBe(true);
  expect(suggested(refused, 'FAIR').join()).not.toMatch(/Mapped this way/);
  expect(campaignLike(lead, refused)).toBe('');
  // It was used all the same.
  expect(campaignsOf(refused)[1]).toMatchObject({ code: 'FAIR', jobs: 2 });
});

test('once the fields were looked up, only they and this campaign’s own mappings are suggested', () => {
  const lookUps = [{ campaignCode: 'THIRD', at: 1, leads: 9, fields: exported('Nummer', 'Mobil') }];
  const rufnummer = profilesOf(['Rufnummer', 'Quelle'], [['030 1234567', 'Messe']]);
  expect(suggestionsFor(rufnummer, schools, 'THIRD')[1]?.field).toBe('Kilde');
  const after = suggestionsFor(rufnummer, { ...schools, lookUps }, 'THIRD').map((suggestion) => suggestion.field);
  expect(after).not.toContain('Kilde');
});
