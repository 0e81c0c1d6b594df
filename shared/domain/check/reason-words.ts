import type { CheckKind, CheckSeverity, DateReading, RepairId } from '../../contract/check/check.ts';
import { countryName } from './country-name.ts';
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
  readonly longest: number;
  /** The values that were listed for the field; empty when there is no list. */
  readonly allowed: readonly string[];
  /** The first value of the reason. */
  readonly example: string;
  /** For reasons about the order of day and month. */
  readonly dates: DateReading | null;
}

interface Words {
  readonly severity: CheckSeverity;
  readonly title: (facts: ReasonFacts) => string;
  readonly sentence: (facts: ReasonFacts) => string;
}

const number = (value: number) => value.toLocaleString('en');

const words: Readonly<Record<CheckKind, Words>> = {
  noPhone: {
    severity: 'problem',
    title: () => 'Phone is empty',
    sentence: () =>
      'No phone column has a number in these rows, so nobody can be called. Type one, or leave the rows out.',
  },
  required: {
    severity: 'problem',
    title: ({ field }) => `${field} is empty`,
    sentence: ({ field }) => `${field} is marked as required. Fill it in, or leave the rows out.`,
  },
  empty: {
    severity: 'note',
    title: ({ field }) => `${field} is empty`,
    sentence: ({ field }) => `${field} is not required: these rows are sent without it.`,
  },
  areaCodeMissing: {
    severity: 'problem',
    title: () => 'Area code is missing',
    sentence: ({ count, filled, city }) =>
      `${number(count)} of ${number(filled)} numbers have no leading 0${
        city === null
          ? '. Give the area code they belong to; where only the 0 itself was lost, give 0.'
          : city.rows === city.postcodes
            ? `, and every post code is in ${city.name}. The dialler needs ${city.areaCode}.`
            : `, and ${number(city.rows)} of ${number(city.postcodes)} post codes are in ${city.name}. Its area code is ${city.areaCode}; rows elsewhere do not get it.`
      }`,
  },
  leadingZeroLost: {
    severity: 'problem',
    title: () => 'Leading 0 is lost',
    sentence: () =>
      'A spreadsheet program took these numbers for amounts and dropped the 0 in front. With the 0 each is a whole number.',
  },
  plusMissing: {
    severity: 'warning',
    title: () => 'Plus is missing',
    sentence: () =>
      'The numbers begin with a country prefix, but the + before it is gone. Without it some diallers read it as part of the number.',
  },
  phoneInvalid: {
    severity: 'problem',
    title: ({ field }) => `${field} is not a number`,
    sentence: ({ field }) => `What stands in ${field} cannot be dialled. Correct it, or leave the rows out.`,
  },
  phoneShort: {
    severity: 'problem',
    title: ({ field }) => `${field} is too short`,
    sentence: ({ country }) =>
      `No number in ${countryName(country)} has so few digits. Digits may be missing; look them up, or leave the rows out.`,
  },
  phoneLong: {
    severity: 'problem',
    title: ({ field }) => `${field} is too long`,
    sentence: ({ country }) =>
      `No number in ${countryName(country)} has so many digits. Perhaps an extension or a second number is in the cell.`,
  },
  phoneSeveral: {
    severity: 'problem',
    title: ({ field }) => `Several numbers in ${field}`,
    sentence: () => 'The cells hold more than one number. Only one can be sent in a field; the repair keeps the first.',
  },
  phoneUnusual: {
    severity: 'warning',
    title: ({ field }) => `${field} looks unusual`,
    sentence: ({ country }) =>
      `The length fits, but numbers like these are not known to be given out in ${countryName(country)} or under their prefix. They are sent as they are.`,
  },
  emailInvalid: {
    severity: 'problem',
    title: ({ field }) => `${field} is not an address`,
    sentence: () =>
      'No mail can arrive at these addresses. The repair takes away blanks and signs around an address; the others need a look.',
  },
  dateInvalid: {
    severity: 'warning',
    title: ({ field }) => `${field} is not a date`,
    sentence: ({ field }) =>
      `${field} is a date, and these values are none. They are sent as they are; correct them or empty them.`,
  },
  dateAmbiguous: {
    severity: 'warning',
    title: ({ field }) => `${field}: day or month first?`,
    sentence: (facts) => `${bothWays(facts)} ${evidence(facts.dates)} They are sent as they stand until you choose.`,
  },
  dateOrder: {
    severity: 'note',
    title: ({ field, dates }) => `${field} is read ${firstWord(dates)} first`,
    sentence: (facts) =>
      `${bothWays(facts)} They are read ${firstWord(facts.dates)} first, because the field is set to that. ${evidence(facts.dates)}`,
  },
  dateMixed: {
    severity: 'problem',
    title: ({ field }) => `${field} mixes day and month`,
    sentence: (facts) => mixedWords(facts),
  },
  postcodeZeroLost: {
    severity: 'problem',
    title: ({ field }) => `Leading 0 is lost in ${field}`,
    sentence: ({ country, postcodeDigits }) =>
      `Post codes in ${countryName(country)} have ${postcodeDigits} digits, these have one fewer. A spreadsheet program dropped the 0 in front.`,
  },
  postcodeInvalid: {
    severity: 'warning',
    title: ({ field }) => `${field} is not a post code`,
    sentence: ({ country }) =>
      `Post codes in ${countryName(country)} look different. They are sent as they are; perhaps these are from abroad.`,
  },
  urlScheme: {
    severity: 'warning',
    title: () => 'Web address without https',
    sentence: () => 'Most programs only open an address that begins with https:// or http://.',
  },
  urlInvalid: {
    severity: 'warning',
    title: ({ field }) => `${field} is not a web address`,
    sentence: () => 'No page can be found under these. They are sent as they are; correct them or empty them.',
  },
  tooLong: {
    severity: 'problem',
    title: ({ field }) => `${field} is too long`,
    sentence: ({ field, longest }) =>
      `${field} may have ${number(longest)} characters at most. Shorten the values, or leave the rows out.`,
  },
  notAllowed: {
    severity: 'problem',
    title: ({ field }) => `${field} has other values`,
    sentence: ({ field, allowed }) =>
      `${field} takes only ${listWords(allowed)}. Put one of them in place of each value, or change the rule.`,
  },
  notUnique: {
    severity: 'problem',
    title: ({ field }) => `${field} repeats`,
    sentence: ({ field }) =>
      `Each value of ${field} may occur once. Correct the values, or leave all rows but one out.`,
  },
  exponent: {
    severity: 'problem',
    title: ({ field }) => `${field} in short form`,
    sentence: () =>
      'A spreadsheet program shortened these numbers, as in 4.530123456E+9. All digits are still there and can be written out.',
  },
  digitsLost: {
    severity: 'problem',
    title: ({ field }) => `Digits of ${field} are lost`,
    sentence: () =>
      'A spreadsheet program rounded these numbers, as in 4.53E+9. The missing digits are not in the file. Take them from the original, or leave the rows out.',
  },
  pointZero: {
    severity: 'problem',
    title: ({ field }) => `.0 at the end of ${field}`,
    sentence: () => 'A program calculated with these numbers and added a point and a 0. All digits are there.',
  },
  dateInPhone: {
    severity: 'problem',
    title: ({ field }) => `A date in ${field}`,
    sentence: () =>
      'A spreadsheet program took these numbers for dates. Which digits they had is not in the file. Take them from the original, or leave the rows out.',
  },
  formulaError: {
    severity: 'problem',
    title: ({ field }) => `Formula error in ${field}`,
    sentence: () =>
      'A formula in the spreadsheet had no result, and its error text would be sent. The repair empties the cells.',
  },
  onlySpaces: {
    severity: 'note',
    title: ({ field }) => `Only spaces in ${field}`,
    sentence: () => 'These cells look empty and are treated as empty.',
  },
  commaAtEnd: {
    severity: 'warning',
    title: () => 'Comma at the end',
    sentence: ({ field }) => `Values of ${field} end with a comma or a semicolon, most likely left over from joining.`,
  },
  duplicatePhone: {
    severity: 'warning',
    title: () => 'Phone repeats in this file',
    sentence: () =>
      'Rows with the same phone in any phone column. Each would become a lead of its own and be called again.',
  },
  duplicateEmail: {
    severity: 'warning',
    title: () => 'E-mail repeats in this file',
    sentence: () => 'Rows with the same e-mail address. Each would become a lead of its own.',
  },
  duplicateKey: {
    severity: 'warning',
    title: ({ field }) => `${field} repeats in this file`,
    sentence: ({ field }) => `Rows with the same ${field}. Each would become a lead of its own.`,
  },
  sentBefore: {
    severity: 'warning',
    title: () => 'Sent before',
    sentence: () =>
      'Rows with a phone or an e-mail that this program already sent to the campaign. Leads added elsewhere are not known here.',
  },
};

function firstWord(dates: DateReading | null): string {
  return dates?.order === 'month-day' ? 'month' : 'day';
}

/** The example in both orders: "03/04/2026 can be 3 April 2026 or 4 March 2026." */
function bothWays({ example }: ReasonFacts): string {
  const dayFirst = dateInWords(example, 'day-month');
  const monthFirst = dateInWords(example, 'month-day');
  return dayFirst === null || monthFirst === null
    ? 'These dates fit both ways.'
    : `${example} can be ${dayFirst} or ${monthFirst}.`;
}

/** What the other dates of the column tell about those that fit both ways. */
function evidence(dates: DateReading | null): string {
  const { dayFirst, monthFirst } = dates ?? { dayFirst: 0, monthFirst: 0 };
  if (dayFirst === 0 && monthFirst === 0) return 'No other date of the column tells which.';
  if (dayFirst > 0 && monthFirst > 0)
    return `${others(dayFirst)} only day first, ${number(monthFirst)} only month first: the column does not tell.`;
  const [first, count] = dayFirst > 0 ? ['day', dayFirst] : ['month', monthFirst];
  return `${others(count as number)} only ${first} first, which speaks for it here, too.`;
}

function others(count: number): string {
  return count === 1 ? '1 other date fits' : `${number(count)} other dates fit`;
}

function mixedWords({ dates, example }: ReasonFacts): string {
  const order = dates?.order ?? null;
  const repair = 'The repair writes each as year-month-day, which leaves no doubt.';
  if (isOrderChosen(order)) {
    const other = order === 'day-month' ? 'month' : 'day';
    return `The field is read ${firstWord(dates)} first, but dates such as ${example} fit only ${other} first. They would be sent as they stand. ${repair}`;
  }
  const { dayFirst, monthFirst } = dates ?? { dayFirst: 0, monthFirst: 0 };
  return `${number(dayFirst)} dates fit only day first and ${number(monthFirst)} only month first; these are the fewer. ${repair}`;
}

/** "A, B and 12 more" */
function listWords(values: readonly string[]): string {
  if (values.length === 0) return 'values of an empty list';
  const shown = values.slice(0, 3).map((value) => `“${value.slice(0, 40)}”`);
  if (values.length > 3) return `${shown.join(', ')} and ${number(values.length - 3)} more`;
  return shown.length === 1 ? (shown[0] as string) : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** Nobody is called on a fax: what would keep a phone from being dialled is only worth a look there. */
export function severityOf(kind: CheckKind, type: CheckedType | null): CheckSeverity {
  const { severity } = words[kind];
  return type === 'fax' && severity === 'problem' && kind !== 'required' ? 'warning' : severity;
}

export function titleOf(kind: CheckKind, facts: ReasonFacts): string {
  return words[kind].title(facts);
}

export function sentenceOf(kind: CheckKind, facts: ReasonFacts): string {
  return words[kind].sentence(facts);
}

const labels: Readonly<Record<RepairId, string>> = {
  areaCode: 'Put in front',
  leadingZero: 'Put the 0 back',
  postcodeZero: 'Put the 0 back',
  addPlus: 'Put the + back',
  writeOut: 'Write the digits out',
  cutPointZero: 'Cut .0 off',
  firstNumber: 'Keep the first number',
  tidyEmail: 'Tidy up',
  addScheme: 'Put https:// in front',
  cutComma: 'Cut the comma off',
  otherOrder: 'Write year-month-day',
  makeEmpty: 'Empty the cells',
};

export function repairLabel(repair: RepairId): string {
  return labels[repair];
}
