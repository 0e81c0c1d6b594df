import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { numberingOf } from '../../phones/numbering.ts';
import { countryOfPrefix, prefixOf } from '../../phones/prefixes.ts';
import { headerTokens } from '../words/header-tokens.ts';
import { noSigns } from '../words/value-signs.ts';

/** A column without a name of its own, with the columns to its left and right. */
export interface NamelessColumn {
  readonly profile: ColumnProfile;
  readonly left: ColumnProfile | undefined;
  readonly right: ColumnProfile | undefined;
  /** Further to the left. */
  readonly before: ColumnProfile | undefined;
  /** A column of the table holds e-mail addresses, people or streets, so the table is about people or companies. */
  readonly isAmongPeople: boolean;
  /** Another column holds names of people or companies, so that these names may be something else. */
  readonly isBesideNames: boolean;
  /** An e-mail address of the row whose value comes first; empty without one. */
  readonly mail: string;
  /** Another column holds whole names of people. */
  readonly isBesideWholeNames: boolean;
  /** Another column holds what can only be phones. */
  readonly isBesidePhones: boolean;
}

/** Confidence: just above the threshold of suggestions, because nothing but the values speaks for the field. */
const LIKELY = 0.62;
/** Below a field whose phones have a prefix. */
const LESS_LIKELY = 0.61;
/** Below any other phones: customer numbers may stand behind a mark such as 20 or 49. */
const LEAST_LIKELY = 0.605;
/** Shares of the different values. */
const NEARLY_ALL = 0.97;
const MOST = 0.7;
/** Share of people whose first name is a common one, and of streets that have a word for a street. */
const MANY = 0.4;
/** Different values that a column must have, so that it is not a mark that every row carries. */
const FEWEST = 3;

/** Share of names that are known cities; most towns are not in any list. */
const SOME_KNOWN = 0.3;
/** The same state and country may stand in every row. */
const mayRepeat: ReadonlySet<string> = new Set(['Region', 'Country']);

const columnWords = new Set(
  'column kolonne spalte kolom kolumn colonne columna coluna colonna field feld felt col'.split(' '),
);

/** Whether a header is missing or names nothing: empty, a number, "Column 3", "Spalte C". */
export function isNamelessHeader(header: string): boolean {
  const tokens = headerTokens(header);
  const rest = tokens.filter((token) => !columnWords.has(token) && !/^\d+$/.test(token));
  if (rest.length === 0) return true;
  return rest.length < tokens.length && rest.join('').length === 1;
}

/** Confidence and reason from nothing but the values; none for concepts whose values look like much else. */
export function namelessEvidence(
  column: NamelessColumn,
  concept: string,
): { alone: number; reason: string } | undefined {
  const { profile } = column;
  // Columns of bare numbers have no signs, because words say nothing there.
  const { signs = noSigns } = profile;
  if (concept === 'Title' && column.isAmongPeople && areSalutations(profile))
    return { alone: LIKELY, reason: 'The values are salutations; the column has no name.' };
  if (profile.sampled === 0 || (profile.distinct < FEWEST && !mayRepeat.has(concept))) return undefined;
  const found = (alone: number, share: number, what: string) => ({
    alone,
    reason: `${percent(share)} of the values ${what}; the column has no name.`,
  });
  switch (concept) {
    case 'Phone':
      if (column.isAmongPeople && signs.plainPhone >= NEARLY_ALL && profile.distinct * 2 >= profile.sampled)
        return found(LESS_LIKELY, signs.plainPhone, 'have the digits of a phone number');
      if (!isBehindItsPrefix(column)) return undefined;
      return {
        alone: LEAST_LIKELY,
        reason: 'The values are long enough for phones, behind a column of country prefixes; the column has no name.',
      };
    case 'Address':
      if (signs.street >= MOST) return found(LIKELY, signs.street, 'are a street with a number');
      return isStreetByPlace(column)
        ? found(LESS_LIKELY, 1, 'have a number behind a name, before a post code')
        : undefined;
    case 'Company':
      return signs.organisation >= (isBesideTheirPeople(column) ? MANY : MOST) && signs.street < MANY
        ? found(LIKELY, signs.organisation, 'have a word of companies or schools in them')
        : undefined;
    case 'FullName':
      if (signs.wholeName >= NEARLY_ALL && signs.organisation < 0.1 && isInMail(profile.first, column.mail))
        return found(LIKELY, signs.wholeName, 'look like names, and an e-mail address of the row has one of them');
      return signs.wholeName >= NEARLY_ALL && signs.givenName >= MANY && signs.organisation < 0.1
        ? found(LIKELY, signs.givenName, 'begin with a common first name')
        : undefined;
    case 'FirstName':
      if (partInMail(column) === 'FirstName')
        return found(
          LIKELY,
          profile.kinds.name / profile.sampled,
          'look like names, and an e-mail address has one of them',
        );
      return areFirstNames(profile) ? found(LIKELY, signs.givenName, 'are common first names') : undefined;
    case 'LastName':
      return isBesideFirstNames(column) || partInMail(column) === 'LastName'
        ? found(LESS_LIKELY, profile.kinds.name / profile.sampled, 'look like names, beside first names')
        : undefined;
    case 'Region':
      // "CA" and "DE" are countries too; beside a post code they are states.
      if (signs.state >= NEARLY_ALL && [column.left, column.right].some(arePostcodes))
        return found(LIKELY, signs.state, 'are codes of states');
      // Berlin and Hamburg are both: a column of nothing else is as likely one of towns.
      return column.isAmongPeople && signs.region >= NEARLY_ALL && signs.city < signs.region
        ? found(LIKELY, signs.region, 'are names of states or regions')
        : undefined;
    case 'Country':
      return column.isAmongPeople && signs.country >= NEARLY_ALL
        ? found(LIKELY, signs.country, 'are names of countries')
        : undefined;
    case 'City':
      return isTown(column)
        ? found(LESS_LIKELY, profile.kinds.name / profile.sampled, 'look like towns, at their place in an address')
        : undefined;
    case 'PostalCode':
      return postcodes(column) ? found(LIKELY, 1, 'look like post codes beside a place') : undefined;
    default:
      return undefined;
  }
}

/** A list has people of a few countries; ages and house numbers are of many kinds. */
const MOST_COUNTRIES = 5;
/** Average distance of numbers that were not given out one after the other. */
const LEAST_DISTANCE = 1_000;

/**
 * "49" and "1718549250": lists for dialers have the prefix of the country in a column of its own. One digit may be any mark, such
 * as a status.
 */
function isBehindItsPrefix({ profile, left, isAmongPeople, isBesidePhones }: NamelessColumn): boolean {
  if (!isAmongPeople || left === undefined || !isNamelessHeader(left.header) || left.sampled === 0) return false;
  const countries = samplesOf(left).map((value) => countryWithPrefix(value.replace(/^(?:\+|00)/, '')));
  if (left.longest.length < 2 || countries.includes(null) || left.distinct * 2 > left.sampled) return false;
  if (left.distinct > MOST_COUNTRIES || profile.kinds.date >= MOST * profile.sampled) return false;
  const lengths = countries.map((country) => numberingOf(country ?? '')?.lengths ?? null);
  if (isBesidePhones && samplesOf(profile).every((value) => /^[1-9]/.test(value))) return false;
  const numbers = samplesOf(profile).map((value) => value.replace(/^0/, ''));
  const isWhole = (digits: string) =>
    /^[1-9]\d{6,11}$/.test(digits) && lengths.some((whole) => whole === null || whole.includes(digits.length));
  const distance = Math.max(...numbers.map(Number)) - Math.min(...numbers.map(Number));
  return (
    numbers.every(isWhole) &&
    profile.kinds.phone >= NEARLY_ALL * profile.sampled &&
    profile.distinct * 2 >= profile.sampled &&
    distance >= LEAST_DISTANCE * profile.distinct
  );
}

function samplesOf({ first, longest, oddest }: ColumnProfile): string[] {
  return [first, longest, oddest].map((value) => value.trim());
}

function countryWithPrefix(digits: string): string | null {
  const country = countryOfPrefix(digits);
  return country !== null && prefixOf(country) === digits ? country : null;
}

/** How people are addressed, as headers are cut. */
const salutations = new Set(
  'herr frau herrn hr fru froken mr mrs ms miss mx dhr mevr mw dhrmevr mme mlle madame monsieur sig sigra signor signora sr sra srta pan pani bay bayan herra rouva'.split(
    ' ',
  ),
);
/** Different values. With more, the three that a profile keeps do not tell enough of the others. */
const MOST_SALUTATIONS = 4;

function areSalutations({ sampled, distinct, first, longest, oddest }: ColumnProfile): boolean {
  if (sampled < FEWEST || distinct < 2 || distinct > MOST_SALUTATIONS) return false;
  return [first, longest, oddest].every((value) => salutations.has(headerTokens(value).join('')));
}

/** Letters. A shorter name stands in too many addresses by chance. */
const SHORTEST_NAME = 4;

/** "Madison Whitaker" beside "madison.whitaker@…": each of two names, in the same row. */
function isInMail(name: string, mail: string): boolean {
  const [box = ''] = mail.toLowerCase().split('@');
  const parts = headerTokens(name);
  return parts.length === 2 && parts.every((part) => part.length >= SHORTEST_NAME && box.includes(part));
}

/** Share of first names that are common ones, of which the other column has fewer. */
const SOME_GIVEN = 0.2;

/** Share of the names that have a word of companies in them by chance: "Ville" in Finland. */
const FEW_COMPANIES = 0.2;

/** "Bram" and "Huisman" beside "bram.huisman@…": which of the two names of a person a column has. */
function partInMail({ profile, left, right, mail }: NamelessColumn): 'FirstName' | 'LastName' | undefined {
  const areParts = (column: ColumnProfile | undefined) =>
    column !== undefined &&
    column.kinds.name >= NEARLY_ALL * column.sampled &&
    (column.signs?.organisation ?? 1) < FEW_COMPANIES;
  const other = [left, right].find(
    (neighbour) => areParts(neighbour) && isInMail(`${profile.first} ${neighbour?.first ?? ''}`, mail),
  );
  if (other === undefined || !areParts(profile)) return undefined;
  const [own = 0, theirs = 0] = [profile, other].map(({ signs = noSigns }) => signs.givenName);
  if (own !== theirs && Math.max(own, theirs) >= SOME_GIVEN) return own > theirs ? 'FirstName' : 'LastName';
  // Where no name is a common one, most addresses begin with the first name, and so do most lists.
  const isFirst = inBox(profile, mail) < inBox(other, mail);
  return isFirst === (other === right) ? (isFirst ? 'FirstName' : 'LastName') : undefined;
}

/** Where the first name of a column stands in an e-mail address. */
function inBox({ first }: ColumnProfile, mail: string): number {
  return mail.toLowerCase().indexOf(headerTokens(first).join(''));
}

/** Companies beside whole names of people need fewer words that only companies have. */
function isBesideTheirPeople({ isBesideWholeNames, profile }: NamelessColumn): boolean {
  return isBesideWholeNames && (profile.signs ?? noSigns).givenName < 0.1;
}

/** Names of people or companies. */
export function areNames({ signs = noSigns }: ColumnProfile): boolean {
  return signs.givenName >= MANY || signs.wholeName >= NEARLY_ALL || signs.organisation >= MANY;
}

/** Two words or more, most of them with a common first name. */
export function areWholeNames({ signs = noSigns }: ColumnProfile): boolean {
  return signs.wholeName >= NEARLY_ALL && signs.givenName >= MANY;
}

/** Phones without a prefix, names, and post codes before towns: hardly anything else has all three. */
export function isAddressList(columns: readonly ColumnProfile[]): boolean {
  const hasPhones = columns.some(
    ({ signs = noSigns, distinct, sampled }) => signs.plainPhone >= NEARLY_ALL && distinct * 2 >= sampled,
  );
  const hasPlaces = columns.some((column, index) => {
    const behind = columns[index + 1];
    return index > 0 && areUncounted(column) && behind !== undefined && mayBePlaces(behind);
  });
  return hasPhones && hasPlaces && columns.some(areNames);
}

function areFirstNames({ signs = noSigns, kinds, sampled }: ColumnProfile): boolean {
  return signs.givenName >= MOST && signs.wholeName < 0.1 && kinds.name >= MOST * sampled;
}

/** Names right behind the first names, or right before them, are family names; a town stands farther away. */
function isBesideFirstNames({ profile, left, right }: NamelessColumn): boolean {
  const { signs = noSigns, kinds, sampled } = profile;
  if (kinds.name < NEARLY_ALL * sampled || areFirstNames(profile) || signs.organisation >= 0.1) return false;
  const isBehind = left !== undefined && areFirstNames(left);
  return signs.wholeName < 0.1 && (isBehind || (left === undefined && right !== undefined && areFirstNames(right)));
}

/** Four or five digits may be anything; beside a town, a street or a state they are its post code. */
function postcodes({ profile, left, right, isAmongPeople }: NamelessColumn): boolean {
  if (!isAmongPeople || !areUncounted(profile)) return false;
  return [left, right].some((neighbour) => {
    if (neighbour?.signs === undefined || neighbour.sampled === 0) return false;
    if (neighbour.signs.state >= NEARLY_ALL || neighbour.signs.street >= MOST) return true;
    // In the first column they are the numbers of the rows, and the names beside them are people.
    return left !== undefined && mayBePlaces(neighbour);
  });
}

/** Names beside post codes, of which some are known cities or which stand where an address has its town. */
function isTown({ profile, left, right, before, isAmongPeople, isBesideNames }: NamelessColumn): boolean {
  const { signs = noSigns } = profile;
  // "12 Oak Ave", "Mill Bend", "TX": between its street and its state.
  const isBetween = isStreets(left) && areStates(right) && profile.kinds.name >= MOST * profile.sampled;
  if (isBetween && signs.organisation < MANY) return true;
  if (!isAmongPeople || !mayBePlaces(profile) || signs.country >= NEARLY_ALL) return false;
  const [isBehind, isBefore] = [left, right].map(areUncounted);
  // Most towns are in no list; behind a post code, in a row that has its name elsewhere, a name is one all the same.
  if (isBehind === true && (isStreets(before) || (before !== undefined && isBesideNames))) return true;
  return (isBehind || isBefore || areStates(right)) === true && signs.city >= SOME_KNOWN;
}

/** "Hlavná 12" and "Štúrova 4": most streets have no word for a street where the number and the place in the row say what it is. */
function isStreetByPlace({ profile, right, isAmongPeople }: NamelessColumn): boolean {
  const { first, longest, oddest, signs = noSigns } = profile;
  const isNumbered = [first, longest, oddest].every((value) => numbered.test(value.trim()));
  return isNumbered && isAmongPeople && signs.organisation < MANY && areUncounted(right);
}

const numbered = /^\p{Lu}[\p{L} .'’-]+\s\d{1,4}(?:\/\d{1,4})?\s?[a-zA-Z]?$/u;

function areStates(column: ColumnProfile | undefined): boolean {
  return (column?.signs?.state ?? 0) >= NEARLY_ALL;
}

function isStreets(column: ColumnProfile | undefined): boolean {
  return (column?.signs?.street ?? 0) >= MOST;
}

function mayBePlaces(neighbour: ColumnProfile): boolean {
  const { kinds, sampled, distinct, header, signs = noSigns } = neighbour;
  const isOfPeople = signs.organisation >= MANY || signs.givenName >= MANY || signs.wholeName >= MANY;
  return isNamelessHeader(header) && kinds.name >= MOST * sampled && !isOfPeople && distinct >= FEWEST;
}

function arePostcodes(column: ColumnProfile | undefined): boolean {
  return column !== undefined && column.sampled > 0 && column.kinds.postcode >= NEARLY_ALL * column.sampled;
}

/** Post codes, and neither years nor numbers that were given out one after the other. */
function areUncounted(column: ColumnProfile | undefined): boolean {
  return column !== undefined && arePostcodes(column) && !isCounted(column);
}

/** Years and numbers that were given out one after the other. */
function isCounted({ first, longest, oddest }: ColumnProfile): boolean {
  const values = [...new Set([first, longest, oddest].map((value) => value.trim()))];
  if (values.every((value) => /^(?:19|20)\d\d$/.test(value))) return true;
  const numbers = values.filter((value) => /^\d+$/.test(value)).map(Number);
  return numbers.length >= 2 && Math.max(...numbers) - Math.min(...numbers) < 10 * numbers.length;
}

function percent(share: number): string {
  return `${share >= 1 ? 100 : Math.max(1, Math.min(99, Math.round(share * 100)))} %`;
}
