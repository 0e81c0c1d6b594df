import { expect, onTestFinished, test } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { NOTHING_SHARED } from '../../foundation/shared-texts.ts';
import { openSession, specServices } from '../../sessions/session-fixture.ts';
import { type AccountFields, openAccountFields } from './account-fields.ts';
import { fieldsFor, NOTHING_KNOWN } from './field-knowledge.ts';

/* Two ways to write the code of a campaign name one campaign. */

function opened(): AccountFields {
  const folder = specFolder('fields');
  const session = openSession(folder, 'https://leads.example/api');
  onTestFinished(() => session.journal.close());
  const imports = { jobs: () => [], checkSettingsOf: NOTHING_KNOWN.checkSettingsOf };
  return openAccountFields(specServices(folder), session, imports, NOTHING_SHARED);
}

const sample = (campaignCode: string, name: string) => ({
  campaignCode,
  leads: 30,
  fields: [{ name, values: ['one', 'two'] }],
});
const learned = (fields: AccountFields, campaignCode: string) =>
  fieldsFor(fields.knowledge(), campaignCode).filter(({ source }) => source !== 'common');

test('the country of a campaign is known however its code is written, and taken back so, too', () => {
  const fields = opened();
  const country = (code: string) => fields.knowledge().countryAnswer(code)?.country;
  fields.rememberCountry('SUM24', 'DK');
  expect([country('sum24'), country('OTHER')]).toEqual(['DK', undefined]);
  fields.rememberCountry('sum24', 'SE');
  expect(country('SUM24')).toBe('SE');
  fields.rememberCountry('Sum24', null);
  expect(country('SUM24')).toBeUndefined();
});

test('leads that write the code in another case add to what is known of its fields', () => {
  const fields = opened();
  fields.learn([sample('SUM24', 'Firma')], 'first');
  fields.learn([sample('sum24', 'Telefon'), sample('Sum24', 'By'), sample('OTHER', 'Land')], 'second');
  expect(learned(fields, 'SUM24').map(({ name }) => name)).toEqual(['Firma', 'Telefon', 'By']);
});
