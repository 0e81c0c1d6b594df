// Why: decision 0089.
import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import type { Reading } from '../../../../shared/contract/imports/reading.ts';
import { PAGE_LIMIT } from '../../../../shared/contract/primitives.ts';
import { planCheck, sourceText } from '../../../../shared/domain/check/check-plan.ts';
import { checkedTypeOf } from '../../../../shared/domain/check/field-type.ts';
import { countryOfText } from '../../../../shared/domain/check/country-of-text.ts';
import { guessCountry, type CountryGuess } from '../../../../shared/domain/check/guess-country.ts';
import { headerMeanings } from '../../../../shared/domain/mapping/index.ts';
import type { StagedRows } from '../../files/staging/staging.ts';

/** Rows of the sample: files from one country have its prefixes and addresses all over. */
const SAMPLE = 3000;

/** Strength of a name, 0 to 1, from which a column without a field counts as post codes. */
const CLEAR = 0.8;

/** Share of the filled cells of a column that must name a country. */
const MOSTLY = 0.8;

/** The country that the phones of an earlier import into a campaign were cleaned to. */
export interface EarlierCountry {
  /** Two letters. */
  readonly country: string;
  readonly campaignCode: string;
}

/**
 * Guesses the country of a file's numbers without a prefix, from everything in it that points to a country; where nothing
 * does, the country of earlier imports into its campaign counts.
 */
export function guessPhoneCountry(
  mapping: Mapping,
  fields: readonly CampaignField[],
  staged: Pick<StagedRows, 'rows' | 'reading'>,
  earlier: EarlierCountry | null = null,
): CountryGuess {
  const guess = guessFromFile(mapping, fields, staged);
  if (!guess.isFallback || earlier === null) return guess;
  return {
    country: earlier.country,
    reason: `As in earlier imports into ${earlier.campaignCode}.`,
    isFallback: false,
  };
}

function guessFromFile(
  mapping: Mapping,
  fields: readonly CampaignField[],
  staged: Pick<StagedRows, 'rows' | 'reading'>,
): CountryGuess {
  const settings = { country: null, duplicateKey: null, fields: [] };
  const plan = planCheck({ mapping, fields, settings, country: '', postcodeColumn: null });
  const phones: string[] = [];
  const addresses: string[] = [];
  const postcodes: string[] = [];
  const postcode = postcodeColumnOf({ mapping, fields }, staged.reading);
  const countries: string[] = [];
  const countryColumn = countryColumnOf(staged);
  for (let offset = 0; offset < SAMPLE; offset += PAGE_LIMIT)
    for (const { cells } of staged.rows(offset, PAGE_LIMIT)) {
      if (countryColumn !== null) countries.push(cells[countryColumn] ?? '');
      if (postcode !== null) postcodes.push(cells[postcode] ?? '');
      for (const field of plan.fields) {
        if (field.type === 'phone' || field.type === 'fax') phones.push(sourceText(field, cells).text);
        else if (field.type === 'email' || field.type === 'url') addresses.push(sourceText(field, cells).text);
      }
    }
  const headers = staged.reading.columns.map(({ header }) => header);
  return guessCountry({ phones, addresses, headers, postcodes, countries });
}

/**
 * The column that names the country of each row: by its header or, without one that says so, by its cells; null when there is
 * none. Two-letter cells count only under such a header: "NO" and "DE" are words, too.
 */
function countryColumnOf(staged: Pick<StagedRows, 'rows' | 'reading'>): number | null {
  const rows = [...staged.rows(0, PAGE_LIMIT)];
  const named = (index: number, shortest: number) => {
    const filled = rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');
    const known = filled.filter((cell) => cell.length >= shortest && countryOfText(cell) !== null);
    return filled.length === 0 ? 0 : known.length / filled.length;
  };
  const { columns } = staged.reading;
  const isCountry = (header: string) =>
    headerMeanings(header).some((meaning) => meaning.concept === 'Country' && meaning.strength >= CLEAR);
  const byHeader = columns.find(({ header, index }) => isCountry(header) && named(index, 2) >= MOSTLY);
  return (byHeader ?? columns.find(({ index }) => named(index, 4) >= MOSTLY))?.index ?? null;
}

/** Column of the post codes, mapped or not; null when there is none. */
export function postcodeColumnOf(
  { mapping, fields }: { readonly mapping: Mapping; readonly fields: readonly CampaignField[] },
  reading: Reading,
): number | null {
  for (const rule of mapping)
    if (rule.source.kind === 'columns' && checkedTypeOf(rule, fields) === 'postcode')
      return rule.source.columns[0] ?? null;
  const named = reading.columns.find(({ header }) =>
    headerMeanings(header).some((meaning) => meaning.concept === 'PostalCode' && meaning.strength >= CLEAR),
  );
  return named?.index ?? null;
}
