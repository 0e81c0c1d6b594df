import { Select } from '@mantine/core';
import { format } from '../../../lib/format.ts';
import { Note, SecondaryButton } from '../../../ui/index.ts';
import { countryChoices, countryLabel } from '../mapping-model/phone-countries.ts';
import { useCheckStep } from './model/check-step-context.ts';

/** Numbers without a prefix stay as they are until their country is known: a person is asked once. */
export function UnknownCountry() {
  const { summary, chooseCountry } = useCheckStep();
  const { country, unprefixedPhones } = summary;
  if (country.value !== null || unprefixedPhones === 0) return null;
  const phones = format.count(unprefixedPhones, { one: '# phone has', other: '# phones have' });
  return (
    <Note
      tone="warning"
      role="status"
      title={`${phones} no country prefix: which country ${unprefixedPhones === 1 ? 'is it' : 'are they'} from?`}
      actions={
        <>
          {country.offered.map((one) => (
            <SecondaryButton key={one} onClick={() => chooseCountry(one)}>
              {countryLabel(one)}
            </SecondaryButton>
          ))}
          <Select
            aria-label="Country of numbers without a prefix"
            placeholder={country.offered.length > 0 ? 'Another country' : 'Choose the country'}
            w={184}
            searchable
            data={countryChoices(country.likely)}
            value={null}
            onChange={(chosen) => chosen !== null && chooseCountry(chosen)}
          />
        </>
      }
    >
      {country.reason} Until you choose, {unprefixedPhones === 1 ? 'it is' : 'they are'} sent as written.
    </Note>
  );
}
