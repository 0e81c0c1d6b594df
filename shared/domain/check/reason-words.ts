import type { CheckKind, CheckSeverity, DateReading, RepairId } from '../../contract/check/check.ts';
import { countryName } from '../country/country-name.ts';
import { numberingOf, shortestWhole } from '../phones/numbering.ts';
import { format } from '../words/format.ts';
import { dateInWords, isOrderChosen } from './date-order.ts';
import type { CheckedType } from './field-type.ts';

/** What is known about a reason beside its kind. */
export interface ReasonFacts {
  readonly field: string;
  readonly count: number;
  /** Filled values of the field in the file. */
  readonly filled: number;
  readonly country: string;
  /** Digits of a post code in that country. */
  readonly postcodeDigits: number;
  /** The city that all or nearly all post codes are in: `rows` of `postcodes`. */
  readonly city: {
    readonly name: string;
    readonly areaCode: string;
    readonly rows: number;
    readonly postcodes: number;
  } | null;
  /** Numbers without a leading 0 begin with the area code of their own post code. */
  readonly isOnlyZeroLost: boolean;
  readonly longest: number;
  /** The values that were listed for the field; empty when there is no list. */
  readonly allowed: readonly string[];
  /** The first value of the reason. */
  readonly example: string;
  /** For reasons about the order of day and month. */
  readonly dates: DateReading | null;
  /** The team of the account sends one lead per phone number and campaign. */
  readonly isByPhone?: boolean;
  /** No column fills the field. */
  readonly isUnfilled?: boolean;
}

/** What a title needs of it. */
type TitleFacts = Pick<ReasonFacts, 'field' | 'dates'>;

interface Words {
  readonly severity: CheckSeverity;
  readonly title: (facts: TitleFacts) => string;
  readonly sentence: (facts: ReasonFacts) => string;
}

const words: Readonly<Record<CheckKind, Words>> = {
  noPhone: {
    severity: 'problem',
    title: () => 'Phone is empty',
    sentence: () =>
      'No phone column has a number in these rows, so these leads cannot be called. Type a number, or leave the rows out.',
  },
  required: {
    severity: 'problem',
    title: ({ field }) => `${field} is empty`,
    sentence: ({ field, isUnfilled }) =>
      isUnfilled === true
        ? `${field} is marked as required, and no column fills it. Fill the field under Columns, or leave the rows out.`
        : `${field} is marked as required. Type a value, fill the field under Columns, or leave the rows out.`,
  },
  empty: {
    severity: 'note',
    title: ({ field }) => `${field} is empty`,
    sentence: ({ field }) => `${field} is not required. These rows are sent without it.`,
  },
  areaCodeMissing: {
    severity: 'problem',
    title: () => 'Area code is missing',
    sentence: ({ count, filled, country, city, isOnlyZeroLost }) =>
      `${format.number(count)} of ${format.number(filled)} numbers ${
        shortestWhole(country) !== null
          ? `lack their area code: with it, numbers in ${countryName(country)} are longer. Type it.`
          : `have no leading 0${
              city === null
                ? isOnlyZeroLost
                  ? '. They begin with the area codes of their post codes, so probably only the 0 was lost.'
                  : '. Type their area code. If only the 0 was lost, type 0.'
                : city.rows === city.postcodes
                  ? `, and every post code is in ${city.name}. The dialler needs ${city.areaCode}.`
                  : `, and ${format.number(city.rows)} of ${format.number(city.postcodes)} post codes are in ${city.name}. Its area code is ${city.areaCode}. Rows with another post code do not get it.`
            }`
      }`,
  },
  leadingZeroLost: {
    severity: 'problem',
    title: () => 'Leading 0 is missing',
    sentence: () =>
      'A spreadsheet program read these phone numbers as amounts and removed the leading 0. With the 0 they are complete.',
  },
  plusMissing: {
    severity: 'warning',
    title: () => 'Plus is missing',
    sentence: () =>
      'The numbers begin with a country prefix without its +. Some diallers read such a prefix as part of the number.',
  },
  phoneInvalid: {
    severity: 'problem',
    title: ({ field }) => `${field} is not a number`,
    sentence: ({ field }) => `The values of ${field} cannot be dialled. Correct them, or leave the rows out.`,
  },
  phoneShort: {
    severity: 'problem',
    title: ({ field }) => `${field} is too short`,
    sentence: ({ country }) => `${lengthWords(country, 'few')} Look up the missing digits, or leave the rows out.`,
  },
  phoneLong: {
    severity: 'problem',
    title: ({ field }) => `${field} is too long`,
    sentence: ({ country }) => `${lengthWords(country, 'many')} The cell may hold an extension or a second number.`,
  },
  phoneSeveral: {
    severity: 'problem',
    title: ({ field }) => `Several numbers in ${field}`,
    sentence: () => 'These cells hold more than one number. A field takes one; the repair keeps the first.',
  },
  phoneExtension: {
    severity: 'problem',
    title: ({ field }) => `Extension in ${field}`,
    sentence: () =>
      'These cells hold a number and an extension. A dialler takes both for one number; the repair keeps the number only.',
  },
  extensionLeftOut: {
    severity: 'warning',
    title: ({ field }) => `${field} without its extension`,
    sentence: () =>
      'These cells hold a number and an extension. Map the column to a field for text as well to keep the extension.',
  },
  phoneUnusual: {
    severity: 'warning',
    title: ({ field }) => `${field} looks unusual`,
    sentence: ({ country }) =>
      `The length is right, but no numbers like these are known ${country === '' ? '' : `in ${countryName(country)} or `}for their prefix.`,
  },
  emailInvalid: {
    severity: 'problem',
    title: ({ field }) => `${field} is not an address`,
    sentence: () =>
      'No e-mail can reach these addresses. The repair removes spaces and signs around an address, makes (at) an @ and keeps the first of several addresses. Correct the others yourself.',
  },
  dateInvalid: {
    severity: 'warning',
    title: ({ field }) => `${field} is not a date`,
    sentence: ({ field }) =>
      `${field} is a date field, and these values are not dates. Correct them, or empty the cells.`,
  },
  dateAmbiguous: {
    severity: 'warning',
    title: ({ field }) => `${field}: day or month first?`,
    sentence: (facts) => `${bothWays(facts)} ${evidence(facts.dates)} Choose the order below.`,
  },
  dateOrder: {
    severity: 'note',
    title: ({ field, dates }) => `${field} is read ${firstWord(dates)} first`,
    sentence: (facts) =>
      `${bothWays(facts)} They are read ${firstWord(facts.dates)} first, as the field is set. ${evidence(facts.dates)}`,
  },
  dateMixed: {
    severity: 'problem',
    title: ({ field }) => `${field} mixes day and month`,
    sentence: (facts) => mixedWords(facts),
  },
  postcodeZeroLost: {
    severity: 'problem',
    title: ({ field }) => `Leading 0 is missing in ${field}`,
    sentence: ({ country, postcodeDigits }) =>
      `Post codes in ${countryName(country)} have ${postcodeDigits} digits; these have one fewer. A spreadsheet program removed the leading 0.`,
  },
  postcodeInvalid: {
    severity: 'warning',
    title: ({ field }) => `${field} is not a post code`,
    sentence: ({ country }) => `These are not post codes of ${countryName(country)}; they may be from another country.`,
  },
  urlScheme: {
    severity: 'warning',
    title: () => 'Web address without https',
    sentence: () => 'Most programs open an address only when it begins with https:// or http://.',
  },
  urlInvalid: {
    severity: 'warning',
    title: ({ field }) => `${field} is not a web address`,
    sentence: () => 'These are not web addresses. Correct them, or empty the cells.',
  },
  tooLong: {
    severity: 'problem',
    title: ({ field }) => `${field} is too long`,
    sentence: ({ field, longest }) =>
      `${field} takes at most ${format.number(longest)} characters. Shorten the values, or leave the rows out.`,
  },
  notAllowed: {
    severity: 'problem',
    title: ({ field }) => `${field} has other values`,
    sentence: ({ field, allowed }) =>
      `${field} takes only ${listWords(allowed)}. Replace each value with one of these, or change the rule.`,
  },
  notUnique: {
    severity: 'problem',
    title: ({ field }) => `${field} repeats`,
    sentence: ({ field }) =>
      `Each value of ${field} may occur once. Correct the values, or leave out all rows but one.`,
  },
  exponent: {
    severity: 'problem',
    title: ({ field }) => `${field} in short form`,
    sentence: () =>
      'A spreadsheet program shortened these numbers, for example to 4.530123456E+9. No digit is lost; the repair writes them out.',
  },
  digitsLost: {
    severity: 'problem',
    title: ({ field }) => `Digits of ${field} are lost`,
    sentence: () =>
      'A spreadsheet program rounded these numbers, for example to 4.53E+9. The missing digits are not in the file. Copy them from the original, or leave the rows out.',
  },
  pointZero: {
    severity: 'problem',
    title: ({ field }) => `.0 at the end of ${field}`,
    sentence: () => 'A program calculated with these numbers and added “.0”. No digit is lost.',
  },
  dateInPhone: {
    severity: 'problem',
    title: ({ field }) => `A date in ${field}`,
    sentence: () =>
      'A spreadsheet program turned these numbers into dates. Their digits are not in the file. Copy them from the original, or leave the rows out.',
  },
  formulaError: {
    severity: 'problem',
    title: ({ field }) => `Formula error in ${field}`,
    sentence: () =>
      'A formula in the spreadsheet failed, and its error text would be sent. The repair empties the cells.',
  },
  placeholder: {
    severity: 'warning',
    title: ({ field }) => `NULL, n/a or a dash in ${field}`,
    sentence: ({ example }) =>
      `Programs and people write ${example === '' ? 'NULL, n/a or a dash' : `“${example}”`} where there is no value, and it would be sent as text. The repair empties the cells.`,
  },
  noValue: {
    severity: 'problem',
    title: ({ field }) => `NULL, n/a or a dash in ${field}`,
    sentence: ({ example, field }) =>
      `${example === '' ? 'NULL, n/a or a dash' : `“${example}”`} is no value for ${field}. The repair empties the cells.`,
  },
  onlySpaces: {
    severity: 'note',
    title: ({ field }) => `Only spaces in ${field}`,
    sentence: () => 'These cells look empty and count as empty.',
  },
  commaAtEnd: {
    severity: 'warning',
    title: () => 'Comma at the end',
    sentence: ({ field }) => `Values of ${field} end with a comma or a semicolon, probably from joining columns.`,
  },
  readTwice: {
    severity: 'problem',
    title: ({ field }) => `Damaged letters in ${field}`,
    sentence: () =>
      'Another program read these letters in the wrong encoding before it saved the file, for example Søren as SÃ¸ren. No letter is lost; the repair puts them back.',
  },
  duplicatePhone: {
    severity: 'warning',
    title: () => 'Phone repeats in this file',
    sentence: () =>
      'These rows share a phone in any phone column. Each becomes its own lead, so the same number may be called twice.',
  },
  duplicateEmail: {
    severity: 'warning',
    title: () => 'E-mail repeats in this file',
    sentence: () => 'These rows share an e-mail address. Each becomes a lead of its own.',
  },
  duplicateName: {
    severity: 'warning',
    title: () => 'Name repeats in this file',
    sentence: () =>
      'These rows have no phone and no e-mail address to compare, and the same name. Each becomes a lead of its own.',
  },
  duplicateKey: {
    severity: 'warning',
    title: ({ field }) => `${field} repeats in this file`,
    sentence: ({ field }) => `These rows share a value of ${field}. Each becomes a lead of its own.`,
  },
  sentBefore: {
    severity: 'warning',
    title: () => 'Sent before',
    sentence: () =>
      'This program already sent these phones or e-mail addresses to the campaign. It does not know leads added elsewhere.',
  },
  inQueue: {
    severity: 'warning',
    title: () => 'In an earlier file',
    sentence: () => 'An earlier file of this queue sends these phones or e-mail addresses to the same campaign.',
  },
  sentByTeam: {
    severity: 'warning',
    title: () => 'Sent by colleagues',
    sentence: ({ isByPhone }) =>
      isByPhone === true
        ? 'Another computer of the team has a lead with the phone of these rows, and the team sends one lead per phone number and campaign.'
        : 'Another computer of the team has these leads, the same in every field that is sent.',
  },
  teamContact: {
    severity: 'warning',
    title: () => 'Colleague’s phone or e-mail',
    sentence: () =>
      'Another computer of the team sent another lead with the phone or e-mail address of these rows to the campaign. Look at them, and leave out those that are the same person.',
  },
};

/** What is wrong with the length of phones. `country`: '' when it is not known. */
function lengthWords(country: string, digits: 'few' | 'many'): string {
  if (country === '') return `These numbers have too ${digits} digits for a phone.`;
  const plan = numberingOf(country);
  const [length, ...others] = plan?.lengths ?? [];
  // With a 0 in front of it, a person counts one digit more.
  return length === undefined || others.length > 0 || plan?.hasTrunkZero === true
    ? `These numbers have too ${digits} digits for ${countryName(country)}.`
    : `Phone numbers in ${countryName(country)} have ${length} digits; these have ${digits === 'few' ? 'fewer' : 'more'}.`;
}

function firstWord(dates: DateReading | null): string {
  return dates?.order === 'month-day' ? 'month' : 'day';
}

/** The example in both orders: "03/04/2026 can be 3 April 2026 or 4 March 2026." */
function bothWays({ example }: ReasonFacts): string {
  const dayFirst = dateInWords(example, 'day-month');
  const monthFirst = dateInWords(example, 'month-day');
  return dayFirst === null || monthFirst === null
    ? 'These dates can be read both ways.'
    : `${example} can be ${dayFirst} or ${monthFirst}.`;
}

/** What the other dates of the column show about those that can be read both ways. */
function evidence(dates: DateReading | null): string {
  const { dayFirst, monthFirst } = dates ?? { dayFirst: 0, monthFirst: 0 };
  if (dayFirst === 0 && monthFirst === 0) return 'No other date of the column shows which is right.';
  if (dayFirst > 0 && monthFirst > 0)
    return `${others(dayFirst)} only day first, ${format.number(monthFirst)} only month first, so the column does not show which is right.`;
  const [first, count] = dayFirst > 0 ? ['day', dayFirst] : ['month', monthFirst];
  return `${others(count as number)} only ${first} first, so these are probably ${first} first too.`;
}

function others(count: number): string {
  return count === 1 ? '1 other date fits' : `${format.number(count)} other dates fit`;
}

function mixedWords({ dates, example }: ReasonFacts): string {
  const order = dates?.order ?? null;
  const repair = 'The repair writes each as year-month-day, which reads one way only.';
  if (isOrderChosen(order)) {
    const other = order === 'day-month' ? 'month' : 'day';
    return `The field is read ${firstWord(dates)} first, but dates such as ${example} fit only ${other} first. ${repair}`;
  }
  const { dayFirst, monthFirst } = dates ?? { dayFirst: 0, monthFirst: 0 };
  return `${format.number(dayFirst)} dates fit only day first and ${format.number(monthFirst)} only month first; these are the smaller part. ${repair}`;
}

/** "A, B and 12 more" */
function listWords(values: readonly string[]): string {
  if (values.length === 0) return 'values of an empty list';
  const shown = values.slice(0, 3).map((value) => `“${value.slice(0, 40)}”`);
  if (values.length > 3) return `${shown.join(', ')} and ${format.number(values.length - 3)} more`;
  return format.list(shown);
}

/** Nobody dials a fax, so a problem of a phone is only a warning there. */
export function severityOf(kind: CheckKind, type: CheckedType | null): CheckSeverity {
  const { severity } = words[kind];
  return type === 'fax' && severity === 'problem' && kind !== 'required' ? 'warning' : severity;
}

export function titleOf(kind: CheckKind, facts: TitleFacts): string {
  return words[kind].title(facts);
}

export function sentenceOf(kind: CheckKind, facts: ReasonFacts): string {
  return words[kind].sentence(facts);
}

const labels: Readonly<Record<RepairId, string>> = {
  areaCode: 'Add in front',
  leadingZero: 'Add the leading 0',
  postcodeZero: 'Add the leading 0',
  addPlus: 'Add the +',
  writeOut: 'Write out the digits',
  cutPointZero: 'Remove .0',
  firstNumber: 'Keep the first number',
  numberOnly: 'Keep the number only',
  tidyEmail: 'Clean up',
  addScheme: 'Add https://',
  cutComma: 'Remove the comma',
  readOnce: 'Put the letters back',
  shorten: 'Shorten',
  otherOrder: 'Write as year-month-day',
  makeEmpty: 'Empty the cells',
};

export function repairLabel(repair: RepairId): string {
  return labels[repair];
}
