// Why: decision 0600.
import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { otherHeaderWords, vagueWords } from '../words/header-qualifiers.ts';
import { headerTokens } from '../words/header-tokens.ts';
import { hasGivenName } from '../words/value-signs.ts';
import type { HeaderMeaning } from '../words/header-meanings.ts';
import { isOfOwnSide } from '../words/own-side.ts';
import { type NamedColumn, says } from './named-column.ts';
import { addressConcepts } from './one-address.ts';

/** Who a row is about where each column says so with a word beside it: "Eier fornavn", "Eier etternavn", "Eier telefon". */

interface Part {
  column: NamedColumn;
  meaning: HeaderMeaning;
  /** The words beside the known one: "eier". */
  role: string;
}

/** Share of the rows with a company: then "Nom du dirigeant" is a person of that company, one of several, or one of our own. */
const MOSTLY_COMPANIES = 0.5;
/** Strength of what a person by role has, below that of a header that says nothing else. */
const BY_ROLE = 0.85;
/** Strength of a whole name whose header is not known. */
const BY_VALUES = 0.75;
/** By what a lead is reached. */
const reached: readonly string[] = ['Phone', 'MobilePhone', 'Email'];
const names: ReadonlySet<string> = new Set(['FirstName', 'LastName', 'FullName']);
const partsOfAddress = addressConcepts.filter((concept) => concept !== 'AddressLine2');
const parts: ReadonlySet<string> = new Set([
  ...[...names, 'MiddleName', 'Title', 'Gender', 'DateOfBirth', 'JobTitle'],
  ...[...reached, 'Phone2', ...partsOfAddress],
]);

/**
 * Where nobody else is named and most rows have no company, the same word beside the first and the last name, or beside the
 * only whole name, is the person of the row, and so are the phones and the rest with that word.
 */
export function withPersonByRole(columns: readonly NamedColumn[]): NamedColumn[] {
  const isOfCompanies = columns.some((column) => says(column, 'Company') && column.fill >= MOSTLY_COMPANIES);
  if (isOfCompanies || columns.some((column) => [...names].some((concept) => says(column, concept))))
    return [...columns];
  const found = columns.map(partOf);
  const named = found.flatMap((part) => (part !== undefined && names.has(part.meaning.concept) ? [part] : []));
  if (named.length === 0) return withOnlyPerson(columns);
  const role = named[0]?.role ?? '';
  if (role === '' || named.some((part) => !isSameRole(part.role, role)) || !isPerson(named)) return [...columns];
  const own = found.flatMap((part) => (part !== undefined && isSameRole(part.role, role) ? [part] : []));
  if (isOfFew(own, named.length)) return [...columns];
  return withPartsOf(role, columns, found);
}

/** "Försäkringstagare" and "Titular": whole names under a word that is not known, where the row has a phone and no other name. */
function withOnlyPerson(columns: readonly NamedColumn[]): NamedColumn[] {
  const found = columns.map(partOf);
  const people = columns.filter(
    ({ header, key, meanings, isTurned, nameless, profile }) =>
      meanings.length === 0 &&
      !isTurned &&
      nameless === null &&
      !otherHeaderWords.has(key) &&
      !isOfOwnSide(header) &&
      profile.sampled >= FEWEST_NAMES &&
      profile.distinct * OTHER_ROWS >= profile.sampled &&
      areWholeNames(profile),
  );
  const [only] = people;
  if (only === undefined || people.length > 1) return [...columns];
  const role = headerTokens(only.header).join(' ');
  const isReached = columns.some((column, index) => {
    const part = found[index];
    const isOwn = part !== undefined && isSameRole(part.role, role) && reached.includes(part.meaning.concept);
    return isOwn || reached.some((concept) => says(column, concept));
  });
  if (!isReached) return [...columns];
  const meanings = [{ concept: 'FullName', strength: BY_VALUES, word: only.header }];
  const named = columns.map((column) => (column === only ? { ...column, meanings } : column));
  return withPartsOf(role, named, found);
}

/** The columns with what they have for the person whose word is `role`, as far as no other column has it. */
function withPartsOf(
  role: string,
  columns: readonly NamedColumn[],
  found: readonly (Part | undefined)[],
): NamedColumn[] {
  return columns.map((column, index) => {
    const part = found[index];
    if (part === undefined || !isSameRole(part.role, role)) return column;
    const { concept, word, place } = part.meaning;
    if (columns.some((other) => other !== column && says(other, concept))) return column;
    const placed = place === undefined ? {} : { place };
    return { ...column, meanings: [{ concept, strength: BY_ROLE, word, ...placed }] };
  });
}

function partOf(column: NamedColumn): Part | undefined {
  if (isOfOwnSide(column.header)) return undefined;
  const meanings = column.meanings.filter(({ beside = '', concept }) => beside !== '' && parts.has(concept));
  // "Místo realizace - ulice" is a street.
  const meaning = meanings.find(({ word }) => !vagueWords.has(word)) ?? meanings[0];
  return meaning === undefined ? undefined : { column, meaning, role: meaning.beside ?? '' };
}

/** Letters at the end in which two cases of a word may differ: "Eier" and "Eiers", "заявитель" and "заявителя". */
const LONGEST_CASE = 3;
/** Letters. A shorter word begins too many others. */
const SHORTEST_ROLE = 4;

function isSameRole(left: string, right: string): boolean {
  if (left === right) return true;
  let common = 0;
  while (common < left.length && left[common] === right[common]) common += 1;
  return common >= SHORTEST_ROLE && Math.max(left.length, right.length) - common <= LONGEST_CASE;
}

/** First and last name, or one whole name, once each; of a whole name alone the values must be people. */
function isPerson(named: readonly Part[]): boolean {
  const concepts = new Set(named.map(({ meaning }) => meaning.concept));
  // "Držiteľ meno" beside "Držiteľ priezvisko" is the first of the two, and "Invitee name" beside both is the whole.
  if (concepts.size < named.length) return false;
  const [only] = named;
  return named.length > 1 || (only?.meaning.concept === 'FullName' && areWholeNames(only.column.profile));
}

function areWholeNames({ kinds, sampled, first, longest, oddest }: ColumnProfile): boolean {
  // Russian and Hungarian lists begin with the last name.
  const isWhole = (value: string) => /\S\s+\S/u.test(value.trim()) && value.split(/\s+/u).some(hasGivenName);
  const given = [first, longest, oddest].filter(isWhole);
  return sampled > 0 && kinds.name >= sampled * MOSTLY && given.length >= 2;
}

/** Share of the values. */
const MOSTLY = 0.8;
/** Values. Fewer repeat by chance, and many never do: a profile counts at most 1,000 different ones. */
const FEWEST = 8;
const FEWEST_NAMES = 3;
const MANY = 500;
/** Rows that have the same value on average. Last names repeat by themselves; phones and whole names do not. */
const LAST_NAME_ROWS = 6;
const OTHER_ROWS = 2;

/** The same few people in all rows look after them. */
function isOfFew(own: readonly Part[], names: number): boolean {
  return own.some(({ column, meaning }) => {
    const { sampled, distinct } = column.profile;
    if (![...reached, 'FullName', 'LastName'].includes(meaning.concept)) return false;
    const isHalf = names > 1 && !reached.includes(meaning.concept);
    const rows = isHalf ? LAST_NAME_ROWS : OTHER_ROWS;
    return sampled >= FEWEST && distinct < MANY && distinct * rows < sampled;
  });
}

/**
 * The same for an address: where no column has a street, the same word beside two of street, post code and town is the place
 * of the row ("Helyszín utca", "Helyszín város"), and a word beside the street alone is the street of its town.
 */
export function withAddressByRole(columns: readonly NamedColumn[]): NamedColumn[] {
  if (columns.some((column) => says(column, 'Address'))) return [...columns];
  const found = columns.map((column) => {
    const part = partOf(column);
    return part !== undefined && partsOfAddress.includes(part.meaning.concept) ? part : undefined;
  });
  const street = found.find((part) => part?.meaning.concept === 'Address');
  if (street === undefined || !areStreets(street.column.profile)) return [...columns];
  // "Místo realizace - obec" has two words for a town, and one of them is the place of the row.
  const words = street.role.split(' ');
  const isHere = (part: Part) =>
    isSameRole(part.role, street.role) || words.every((word) => headerTokens(part.column.header).includes(word));
  if (found.some((part) => part !== undefined && !isHere(part))) return [...columns];
  const here = found.map((part) => (part === undefined ? undefined : { ...part, role: street.role }));
  return withPartsOf(street.role, columns, here);
}

/** A word and a number: no address on the internet. */
function areStreets({ first, longest, oddest, sampled }: ColumnProfile): boolean {
  return (
    sampled > 0 &&
    [first, longest, oddest].every((value) => /\p{L}{2}/u.test(value) && /\s/.test(value) && /\d/.test(value))
  );
}
