import { Select } from '@mantine/core';
import { countryName } from '../../../../../shared/domain/check/country-name.ts';
import { format } from '../../../lib/format.ts';
import { Note } from '../../../ui/index.ts';
import { countryChoices } from '../mapping-model/phone-countries.ts';
import { useCheckStep } from './model/check-step-context.ts';

/** Every phone is checked against its country. While that is only a guess, a person is asked for it. */
export function GuessedCountry() {
  const { summary, chooseCountry } = useCheckStep();
  const { country, guessedPhones } = summary;
  if (guessedPhones === 0) return null;
  const phones = format.count(guessedPhones, { one: '# phone has', other: '# phones have' });
  return (
    <Note
      tone="warning"
      role="status"
      title={`${phones} no country prefix; a guess reads ${guessedPhones === 1 ? 'it as a number' : 'them as numbers'} of ${countryName(country.value)}`}
      actions={
        <Select
          aria-label="Country of numbers without a prefix"
          placeholder="Choose the country"
          w={184}
          searchable
          data={countryChoices(country.value)}
          value={null}
          onChange={(chosen) => chosen !== null && chooseCountry(chosen)}
        />
      }
    >
      {country.reason} Choose the country, so that phones are checked and sent correctly.
    </Note>
  );
}
