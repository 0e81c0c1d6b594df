// Why: decision 0087.
import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import type { Place } from '../words/header-qualifiers.ts';
import { headerKey, headerTokens, statedOrdinal } from '../words/header-tokens.ts';
import { headerMeanings, turnedBy, type HeaderMeaning } from '../words/header-meanings.ts';

/** A column with the meanings of its header, judged together with the other headers of the table. */
export interface NamedColumn {
  profile: ColumnProfile;
  header: string;
  key: string;
  /** The number in the header: 2 in "Phone 2". */
  stated: number | undefined;
  meanings: readonly HeaderMeaning[];
  /** A word of the header makes it something else than the field: "Email consent". */
  isTurned: boolean;
  /** Filled cells, 0 to 1, compared to the fullest column; 1 when the table is empty. */
  fill: number;
  /** Set when the column belongs to another address of the row than the lead's address. */
  otherPlace: { than: string; place: Place; concepts: ReadonlySet<string> } | null;
}

/** Strength of a meaning from which on a column counts as having it. */
const CLEAR = 0.75;
const addressConcepts = ['Address', 'HouseNumber', 'AddressLine2', 'PostalCode', 'City', 'Region', 'Country'];
/** Parts of which an address has at least one; a country or a region alone is no address. */
const coreConcepts = new Set(['Address', 'PostalCode', 'City']);
/** Concepts of a person. An order may be delivered to somebody else than the buyer. */
const personConcepts = [
  'FirstName',
  'LastName',
  'FullName',
  'Company',
  'Title',
  'Phone',
  'Phone2',
  'MobilePhone',
  'Email',
];
const preference: readonly (Place | '')[] = ['', 'work', 'billing', 'mailing', 'home', 'delivery', 'other'];

export function namedColumns(columns: readonly ColumnProfile[]): NamedColumn[] {
  const most = Math.max(0, ...columns.map((column) => column.filled));
  const named = columns.map((profile): NamedColumn => {
    const header = profile.header.trim();
    const fill = most === 0 ? 1 : profile.filled / most;
    const meanings = headerMeanings(header);
    const isTurned = meanings.length === 0 && turnedBy(header) !== null;
    const stated = statedOrdinal(headerTokens(header));
    return { profile, header, key: headerKey(header), stated, meanings, isTurned, fill, otherPlace: null };
  });
  return oneAddress(withNameParts(amongAddress(named)));
}

/** "State" and "Estado" are part of an address only near one; elsewhere they are the progress of a lead. */
function amongAddress(columns: readonly NamedColumn[]): NamedColumn[] {
  const places = columns.map((column) =>
    addressConcepts.some((concept) => concept !== 'Region' && says(column, concept)),
  );
  return columns.map((column, index) =>
    column.meanings.some(isStateWord) && !places.slice(Math.max(0, index - 3), index + 4).includes(true)
      ? { ...column, meanings: column.meanings.map((meaning) => ({ ...meaning, strength: 0.5 })) }
      : column,
  );
}

function isStateWord({ concept, word }: HeaderMeaning): boolean {
  return concept === 'Region' && stateWords.has(word.toLowerCase());
}

const stateWords = new Set(['state', 'estado', 'district']);

function says(column: NamedColumn, concept: string): boolean {
  return column.meanings.some((meaning) => meaning.concept === concept && meaning.strength >= CLEAR);
}

/** Street, post code and town of a lead come from the same address. */
function oneAddress(columns: readonly NamedColumn[]): NamedColumn[] {
  const placeOf = (column: NamedColumn, concepts: readonly string[]) =>
    column.meanings.find((meaning) => meaning.strength >= CLEAR && concepts.includes(meaning.concept))?.place ?? '';
  const parts = columns.filter((column) => addressConcepts.some((concept) => says(column, concept)));
  const size = (place: Place | '') => {
    const own = parts.filter((column) => placeOf(column, addressConcepts) === place);
    const held = addressConcepts.filter((concept) => own.some((column) => says(column, concept)));
    return held.length + 10 * held.filter((concept) => coreConcepts.has(concept)).length;
  };
  const [chosen] = preference.toSorted((left, right) => size(right) - size(left));
  if (chosen === undefined || size(chosen) === 0) return [...columns];
  const example = parts.find((column) => placeOf(column, addressConcepts) === chosen)?.header ?? '';
  return columns.map((column) => {
    const place = placeOf(column, [...addressConcepts, ...personConcepts]);
    if (place === '' || place === chosen) return column;
    const isOthers = place === 'delivery' || place === 'other';
    const concepts = new Set(isOthers ? [...addressConcepts, ...personConcepts] : addressConcepts);
    return { ...column, otherPlace: { than: example, place, concepts } };
  });
}

const bareNames = new Set(['name', 'navn', 'namn', 'naam', 'nimi', 'nom', 'nombre']);
const companyForms =
  /(?:^|[\s,.&])(?:aps|a\/s|i\/s|k\/s|p\/s|ab|hb|asa?|ans|gmbh|ag|kg|ohg|ug|e\.?k\.?|e\.?v\.?|b\.?v\.?|n\.?v\.?|oyj?|ky|tmi|sarl|sas|sa|sci|s\.?l\.?u?\.?|s\.a\.|ltd|limited|llc|llp|plc|inc|corp|corporation|company)\.?(?=$|[\s,.)])/iu;

/** "Name" beside "Vorname" is the last name, "Nombre" beside "Apellidos" the first, and "Navn" over "Nord ApS" a company. */
function withNameParts(columns: readonly NamedColumn[]): NamedColumn[] {
  const first = columns.find((column) => says(column, 'FirstName'));
  const hasLast = columns.some((column) => says(column, 'LastName'));
  return columns.map((column) => {
    if (!isBareName(column)) return column;
    const meaning = (concept: string): HeaderMeaning[] => [
      { concept, strength: 0.95, word: column.header },
      { concept: 'FullName', strength: 0.5, word: column.header },
    ];
    if (isCompanies(column)) return { ...column, meanings: meaning('Company') };
    if (first !== undefined && !hasLast && !holdsWhole(column, first))
      return { ...column, meanings: meaning('LastName') };
    if (first === undefined && hasLast) return { ...column, meanings: meaning('FirstName') };
    return column;
  });
}

/** "Name", "nomUniteLegale", "billing_name"; not "Kontaktperson", which is one whole person. */
function isBareName({ key, meanings, profile }: NamedColumn): boolean {
  if (bareNames.has(key)) return true;
  const whole = meanings.find((meaning) => meaning.concept === 'FullName' && meaning.strength >= CLEAR);
  return whole !== undefined && bareNames.has(whole.word) && profile.filled > 0;
}

/** Whether a name contains the first name of the same row. */
function holdsWhole(name: NamedColumn, first: NamedColumn): boolean {
  const whole = name.profile.first.trim().toLowerCase();
  const part = first.profile.first.trim().toLowerCase();
  return part !== '' && whole !== part && whole.split(/[\s,]+/).includes(part);
}

function isCompanies({ profile }: NamedColumn): boolean {
  const samples = [profile.first, profile.longest, profile.oddest];
  return samples.filter((value) => companyForms.test(value.trim())).length >= 2;
}
