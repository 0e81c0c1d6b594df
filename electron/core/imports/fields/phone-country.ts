// Why: decision 0089 and decision 0280.
import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import type { PhoneCountry } from '../../../../shared/contract/imports/phone-country.ts';
import type { Reading } from '../../../../shared/contract/imports/reading.ts';
import { planCheck, sourceText } from '../../../../shared/domain/check/check-plan.ts';
import { checkedTypeOf } from '../../../../shared/domain/check/field-type.ts';
import { countryName } from '../../../../shared/domain/country/country-name.ts';
import { countryOfText } from '../../../../shared/domain/places/country-of-text.ts';
import {
  type CountryEvidence,
  type CountryGuess,
  guessCountry,
  SURE,
} from '../../../../shared/domain/country/guess-country.ts';
import { resultColumnsIn } from '../../../../shared/domain/jobs/result-columns.ts';
import { clearlyMeans, headerMeanings } from '../../../../shared/domain/mapping/index.ts';
import { isSamePrefix } from '../../../../shared/domain/phones/prefixes.ts';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import type { StagedRows } from '../../files/staging/staging.ts';
import { readPhone } from './phone-reader.ts';

/** Rows that are looked at, from all over the file: lists are sorted, often by country. */
const SAMPLE = 3000;
/** Places of the file that the sample is taken from. */
const PLACES = 12;

/** Share of the filled cells of a column that must name a country: under a header that says so, and without one. */
const MOSTLY = 0.8;
const NEARLY_ALL = 0.9;
/** Characters. Two letters are a country only under a header that says so: "NO" and "DE" are words, too. */
const SHORTEST_ALONE = 3;

/** Certainty of a campaign's country, and that where the file names another one. */
const REMEMBERED = 0.95;
const DENIED = 0.5;

/** The country that the phones of an earlier import into a campaign were cleaned to, or that a person named for it. */
export interface EarlierCountry {
  /** Two letters. */
  readonly country: string;
  readonly campaignCode: string;
  /** A person was asked, and answered. */
  readonly isAnswer: boolean;
}

interface Known {
  /** A person's choice for this file. */
  readonly chosen: string | null;
  readonly earlier: EarlierCountry | null;
}

type Rows = Pick<StagedRows, 'rows' | 'reading'>;

/**
 * The country of a file's numbers without a prefix. In this order: what a person chose, what the campaign remembers, what the
 * file shows. Where the file itself names another country than the campaign remembers, nobody knows, and a person is asked.
 */
export function phoneCountryOf(
  known: Known,
  mapping: Mapping,
  fields: readonly CampaignField[],
  staged: Rows,
): PhoneCountry {
  return known.chosen === null
    ? unchosenCountry(known.earlier, countryEvidence(mapping, fields, staged))
    : chosenCountry(known.chosen);
}

/** The country of the file's numbers when nobody chose one for it. */
export function unchosenCountry(earlier: Known['earlier'], evidence: CountryEvidence): PhoneCountry {
  const guess = guessCountry(evidence, readPhone);
  return earlier === null ? asGuessed(guess) : withEarlier(earlier, guess);
}

function chosenCountry(chosen: string): PhoneCountry {
  return known(chosen, { certainty: 1, reason: 'You chose it.', source: 'you' });
}

function known(
  country: string,
  why: Pick<PhoneCountry, 'certainty' | 'reason' | 'source'> & { readonly clues?: CountryGuess['clues'] },
): PhoneCountry {
  return { value: country, likely: country, offered: [], ...why, clues: [...(why.clues ?? [])] };
}

function asGuessed({ country, certainty, close, reason, isProof, clues }: CountryGuess): PhoneCountry {
  if (country !== null && certainty >= SURE)
    return known(country, { certainty, reason, source: isProof ? 'file' : 'guess', clues });
  const offered = certainty === 0 ? [] : [country, close].filter((one) => one !== null);
  return { value: null, likely: country, offered, certainty, reason, source: 'guess', clues: [...clues] };
}

function withEarlier({ country, campaignCode, isAnswer }: EarlierCountry, guess: CountryGuess): PhoneCountry {
  const named = guess.isProof ? guess.country : null;
  if (named === null || isSamePrefix(country, named)) {
    const reason = isAnswer ? `You chose it for ${campaignCode}.` : `As in earlier imports into ${campaignCode}.`;
    return known(country, { certainty: REMEMBERED, reason, source: 'campaign' });
  }
  const reason = `So far ${countryName(country)} for ${campaignCode}, but this file names ${countryName(named)}.`;
  const offered = [country, named];
  return { value: null, likely: country, offered, certainty: DENIED, reason, source: 'guess', clues: [] };
}

/** The country that a sample of some thousand rows, from all over the file, points to. */
export function countryEvidence(mapping: Mapping, fields: readonly CampaignField[], staged: Rows): CountryEvidence {
  const settings = { country: null, duplicateKey: null, fields: [] };
  const plan = planCheck({ mapping, fields, settings, country: '', postcodeColumn: null });
  const rows = sampleOf(staged).map(({ cells }) => cells);
  const columns = columnsOfFile(staged.reading);
  const valuesOf = (...types: readonly string[]) =>
    plan.fields
      .filter(({ type }) => types.includes(type))
      .flatMap((field) => rows.map((cells) => sourceText(field, cells).text));
  const cellsOf = (column: number | null) => (column === null ? [] : rows.map((cells) => cells[column] ?? ''));
  const columnOf = (concept: string) => columnMeaning(concept, mapping, columns);
  const countries = countryColumnOf(columns, mapping, rows);
  return {
    phones: valuesOf('phone', 'fax'),
    addresses: valuesOf('email', 'url'),
    headers: columns.map(({ header }) => header),
    postcodes: cellsOf(postcodeColumnOf({ mapping, fields }, staged.reading)),
    cities: cellsOf(columnOf('City')),
    regions: cellsOf(columnOf('Region')),
    countries: { cells: cellsOf(countries?.column ?? null), header: countries?.header ?? null },
  };
}

function sampleOf(staged: Rows): ReturnType<StagedRows['rows']> {
  const { rows } = staged.reading;
  const each = SAMPLE / PLACES;
  const places = Math.min(PLACES, Math.ceil(rows / each));
  const distance = rows <= SAMPLE ? each : (rows - each) / (PLACES - 1);
  return Array.from({ length: places }, (_, place) => readable(staged, Math.floor(place * distance), each)).flat();
}

/** A place of the file that is damaged on the disk shows nothing; the check says that it is damaged. */
function readable(staged: Rows, offset: number, limit: number): ReturnType<StagedRows['rows']> {
  try {
    return staged.rows(offset, limit);
  } catch (error) {
    if (error instanceof FileTrouble) return [];
    throw error;
  }
}

/** Without the columns that a result file of this program has behind those of its file. */
function columnsOfFile({ columns }: Reading): Reading['columns'] {
  const own = resultColumnsIn(columns.map(({ header }) => header));
  return own === null ? columns : columns.slice(0, own);
}

/**
 * The column that names the country of each row: by its field or header or, without one that says anything else, by its
 * cells; null when there is none.
 */
function countryColumnOf(
  columns: Reading['columns'],
  mapping: Mapping,
  rows: readonly (readonly string[])[],
): { readonly column: number; readonly header: string | null } | null {
  const named = (index: number, shortest: number) => {
    const filled = rows.map((cells) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');
    const known = filled.filter((cell) => cell.length >= shortest && countryOfText(cell) !== null);
    return filled.length === 0 ? 0 : known.length / filled.length;
  };
  const byName = columnMeaning('Country', mapping, columns, (index) => named(index, 2) >= MOSTLY);
  if (byName !== null) return { column: byName, header: columns[byName]?.label ?? '' };
  const byCells = columns.find(
    ({ header, index }) => headerMeanings(header).length === 0 && named(index, SHORTEST_ALONE) >= NEARLY_ALL,
  )?.index;
  return byCells === undefined ? null : { column: byCells, header: null };
}

/**
 * The first column whose header has this meaning or, where the header says nothing, that fills such a field; null when there
 * is none. A country of birth may fill the field of the country, but is another one.
 */
function columnMeaning(
  concept: string,
  mapping: Mapping,
  columns: Reading['columns'],
  isFit: (index: number) => boolean = () => true,
): number | null {
  const means = (name: string) => clearlyMeans(name, concept);
  const named = columns.find(({ header, index }) => means(header) && isFit(index));
  if (named !== undefined) return named.index;
  for (const { field, source } of mapping) {
    const column = source.kind === 'columns' ? columns[source.columns[0] ?? -1] : undefined;
    if (column !== undefined && means(field) && headerMeanings(column.header).length === 0 && isFit(column.index))
      return column.index;
  }
  return null;
}

/** Column of the post codes, mapped or not; null when there is none. */
export function postcodeColumnOf(
  { mapping, fields }: { readonly mapping: Mapping; readonly fields: readonly CampaignField[] },
  reading: Reading,
): number | null {
  for (const rule of mapping)
    if (rule.source.kind === 'columns' && checkedTypeOf(rule, fields) === 'postcode')
      return rule.source.columns[0] ?? null;
  return columnMeaning('PostalCode', [], reading.columns);
}
