import type { CampaignField } from '../../../shared/contract/imports.ts';
import type { Mapping } from '../../../shared/contract/mapping.ts';
import { planCheck, sourceText } from '../../../shared/domain/check/check-plan.ts';
import { guessCountry, type CountryGuess } from '../../../shared/domain/check/guess-country.ts';
import type { StagedRows } from '../files/staging.ts';

/** A sample tells: files from one country have its prefixes and addresses all over. */
const SAMPLE = 3000;
const BATCH = 500;

/** The country of a file's numbers without a prefix, from its phones, e-mail and web addresses as they are mapped. */
export function guessPhoneCountry(
  mapping: Mapping,
  fields: readonly CampaignField[],
  staged: Pick<StagedRows, 'rows'>,
): CountryGuess {
  const settings = { country: null, duplicateKey: null, fields: [] };
  const plan = planCheck({ mapping, fields, settings, country: '', postcodeColumn: null });
  const phones: string[] = [];
  const addresses: string[] = [];
  for (let offset = 0; offset < SAMPLE; offset += BATCH)
    for (const { cells } of staged.rows(offset, BATCH))
      for (const field of plan.fields) {
        if (field.type === 'phone' || field.type === 'fax') phones.push(sourceText(field, cells).text);
        else if (field.type === 'email' || field.type === 'url') addresses.push(sourceText(field, cells).text);
      }
  return guessCountry(phones, addresses);
}
