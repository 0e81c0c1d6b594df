import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { countDigits, looksLikeDate, looksLikeEmail } from '../../files/cell-shapes.ts';
import { hasPrefix, holdsPhone, phonesIn } from '../../phones/phone-in-cell.ts';
import { format } from '../../words/format.ts';
import type { ValueShape } from '../words/header-concepts.ts';
import { mostlyOrganisations } from '../words/value-signs.ts';
import { isHeaderWord } from '../words/header-word.ts';

export interface ValueEvidence {
  /** Added to what the name says; negative when the values contradict it. */
  support: number;
  /** Confidence from the values alone, for a column whose name says nothing. */
  alone: number;
  reason: string;
  /** The values are names of companies where people are meant; an equal name alone does not make up for it. */
  isContradicted?: true;
}

export const noEvidence: ValueEvidence = { support: 0, alone: 0, reason: '' };

/** What the values of a column say about a field of the concept, whose values should have `shape`. */
export function shapeEvidence(column: ColumnProfile, shape: ValueShape, concept: string): ValueEvidence {
  if (column.sampled === 0) return noEvidence;
  // "NO" in a column of countries is Norway.
  if (concept !== 'Country' && isAnswer(column)) return besideName(-0.5, 'Its values are yes and no.');
  return evidenceOf[shape](column, concept);
}

const evidenceOf: Readonly<Record<ValueShape, (column: ColumnProfile, concept: string) => ValueEvidence>> = {
  email: emailEvidence,
  url: urlEvidence,
  phone: phoneEvidence,
  date: dateEvidence,
  postcode: postcodeEvidence,
  name: nameEvidence,
  id: idEvidence,
  number: (column) => (share(column, 'number') >= USUAL ? besideName(0.05, '') : besideName(-0.3, '')),
  text: textEvidence,
};

/** Share of the sampled values from which on a column counts as one of this kind. */
const USUAL = 0.5;
/** Values. With fewer, values that do not fit may be exceptions and lower the confidence less. */
const FEWEST_TELLING = 3;

type Kind = keyof ColumnProfile['kinds'];

function share(column: ColumnProfile, kind: Kind): number {
  return column.kinds[kind] / column.sampled;
}

function some(column: ColumnProfile, kind: Kind): string {
  return portion(column, column.kinds[kind]);
}

/** Evidence that only counts together with the name of the column. */
function besideName(support: number, reason: string): ValueEvidence {
  return { support, alone: 0, reason };
}

function isNameless(column: ColumnProfile): boolean {
  return column.header.trim() === '';
}

function emailEvidence(column: ColumnProfile): ValueEvidence {
  const found = share(column, 'email');
  if (found < USUAL && samplesOf(column).every(holdsEmails)) return noEvidence;
  if (found < USUAL)
    return besideName(
      found === 0 && column.sampled >= FEWEST_TELLING ? -0.45 : -0.15,
      unlike(column, 'email', 'e-mail addresses'),
    );
  return {
    support: 0.1,
    alone: emailAlone(column, found),
    reason: isNameless(column)
      ? `${ofValues(column, some(column, 'email'))} are e-mail addresses; the column has no name.`
      : `${some(column, 'email')} are e-mail addresses.`,
  };
}

/** One address, or several, as with phones: a person decides in the check which of them goes. */
function holdsEmails(value: string): boolean {
  return value.split(/[\s,;|/]+/).every((part) => part === '' || looksLikeEmail(part));
}

function urlEvidence(column: ColumnProfile, concept: string): ValueEvidence {
  const found = share(column, 'url');
  // A domain of any country under the name of a web address; on its own it may be a name with a dot.
  if (found < USUAL && samplesOf(column).every((value) => /^[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}(?:\/\S*)?$/u.test(value)))
    return noEvidence;
  if (found < USUAL)
    return besideName(column.sampled >= FEWEST_TELLING ? -0.35 : -0.1, unlike(column, 'url', 'web addresses'));
  return {
    support: 0.1,
    // Links in a column with a name of its own mostly lead to a profile, a picture or a record.
    alone: found >= 0.8 && concept === 'Website' && isNameless(column) ? NAMELESS : 0.3,
    reason: `${some(column, 'url')} are web addresses.`,
  };
}

function phoneEvidence(column: ColumnProfile, concept: string): ValueEvidence {
  const found = share(column, 'phone');
  if (found >= USUAL)
    return {
      support: share(column, 'date') > 0.5 && !/^\d{8}$/.test(column.first) ? -0.3 : 0.08,
      alone: concept === 'Phone' ? phoneAlone(column, found) : 0,
      reason: isNameless(column)
        ? `${ofValues(column, some(column, 'phone'))} are phone numbers; the column has no name.`
        : `${some(column, 'phone')} look like phone numbers.`,
    };
  if (samplesOf(column).every((value) => holdsPhone(value) || phonesIn(value).length > 0)) return noEvidence;
  return besideName(
    found < 0.1 && column.sampled >= FEWEST_TELLING ? -0.4 : -0.15,
    unlike(column, 'phone', 'phone numbers'),
  );
}

function dateEvidence(column: ColumnProfile): ValueEvidence {
  if (share(column, 'date') >= USUAL) return besideName(0.08, `${some(column, 'date')} are dates.`);
  if (samplesOf(column).every((value) => looksLikeDate(value.replace(/\.$/, '')))) return noEvidence;
  // A day, a month or a year alone is not a date, however few values there are.
  if (samplesOf(column).every((value) => /^\d{1,4}$/.test(value)))
    return besideName(-0.5, unlike(column, 'date', 'dates'));
  return besideName(column.sampled >= FEWEST_TELLING ? -0.4 : -0.1, unlike(column, 'date', 'dates'));
}

function postcodeEvidence(column: ColumnProfile): ValueEvidence {
  if (share(column, 'postcode') >= USUAL) return besideName(0.08, `${some(column, 'postcode')} look like post codes.`);
  if (samplesOf(column).every((value) => rarePostcode.test(value))) return noEvidence;
  return besideName(column.sampled >= FEWEST_TELLING ? -0.3 : -0.1, unlike(column, 'postcode', 'post codes'));
}

/**
 * "D01 X2P3" in Ireland, "100-0001" in Japan, three digits in Iceland, six in Russia, seven in Israel, nine in the United
 * States: a post code under its name, much else without it.
 */
const rarePostcode = /^(?:[A-Z]\d[\dW] ?[A-Z\d]{4}|\d{3}-\d{4}|\d{3}|\d{6,7}|\d{9})$/i;

const neverNames: readonly Kind[] = ['email', 'number', 'date', 'url'];

function nameEvidence(column: ColumnProfile): ValueEvidence {
  const organisations = column.signs?.organisation ?? 0;
  if (organisations >= mostlyOrganisations)
    return {
      support: -0.45,
      alone: 0,
      reason: `${Math.round(organisations * 100)} % of its values are names of companies, schools or offices.`,
      isContradicted: true,
    };
  if (share(column, 'name') >= USUAL) return besideName(0.05, `${some(column, 'name')} look like names.`);
  if (neverNames.some((kind) => share(column, kind) > 0.5)) return besideName(-0.5, '');
  // "#1001" is not a name; a name in capitals or with a title in front may well be one.
  return besideName(samplesOf(column).some(hasWord) ? -0.03 : -0.5, '');
}

function idEvidence(column: ColumnProfile): ValueEvidence {
  if (share(column, 'email') > 0.5 || share(column, 'url') > 0.5) return besideName(-0.5, '');
  return share(column, 'id') >= USUAL
    ? besideName(0.05, `${some(column, 'id')} look like numbers or codes.`)
    : besideName(-0.15, '');
}

function textEvidence(column: ColumnProfile, concept: string): ValueEvidence {
  const isNotes = concept === 'Notes';
  if (share(column, 'email') > 0.5 || (share(column, 'url') > 0.5 && !isNotes)) return besideName(-0.5, '');
  if (share(column, 'date') > 0.8 || (share(column, 'number') > 0.8 && !isNotes)) return besideName(-0.35, '');
  return conceptEvidence(column, concept);
}

/** How many of the values: "100 %" only when it is all of them, and a count where only some values were sampled. */
function portion({ sampled, filled }: ColumnProfile, found: number): string {
  if (sampled < filled) {
    const looked = `${format.number(sampled)} sampled values`;
    return found >= sampled ? `All of ${looked}` : `${format.number(found)} of ${looked}`;
  }
  return found >= sampled ? '100 %' : `${Math.max(1, Math.min(99, Math.round((found / sampled) * 100)))} %`;
}

function ofValues({ sampled, filled }: ColumnProfile, portion: string): string {
  return sampled < filled ? portion : `${portion} of the values`;
}

function unlike(column: ColumnProfile, kind: keyof ColumnProfile['kinds'], what: string): string {
  const found = column.kinds[kind];
  return found === 0 ? `None of its values are ${what}.` : `Only ${portion(column, found)} are ${what}.`;
}

const salutations =
  /^(?:mrs?|ms|miss|mx|mister|madam|sir|dr|prof|ing|mag|di|dipl|herrn?|frau|fr|familie|hr|fru|frk|frøken|herra|rouva|mme|mlle|m|madame|monsieur|sra?|srta|don|doña|dhr|mevr|mw|de heer|mevrouw|fam|bc|mgr|mga|mudr|mvdr|judr|phdr|rndr|paeddr|doc|pan|pani|paní|pán|mgr inż|inż|sig|sigra|dott|avv|arch|eng|exmo|exma|dra|firma|firm|société|soc|entreprise|company|empresa|ditta|azienda|företag|bay|bayan|signor|signora|señora?|shri|smt)(?!\p{L})/iu;
const placeConcepts = new Set(['City', 'Region', 'Country', 'Department', 'JobTitle']);

/** Some text fields show in their values: "Mr." is not a job, "8000 Aarhus C" is not only a town. */
function conceptEvidence(column: ColumnProfile, concept: string): ValueEvidence {
  const samples = samplesOf(column);
  const isSalutation = samples.every((value) => salutations.test(value));
  if (concept === 'Title')
    return isSalutation
      ? besideName(0.08, `Its values are titles such as "${column.first.trim()}".`)
      : besideName(column.sampled >= 3 ? -0.45 : -0.15, '');
  if (concept === 'JobTitle' && isSalutation) return besideName(-0.45, '');
  const isNumber = placeConcepts.has(concept) && samples.every((value) => /\d{3}/.test(value));
  return isNumber ? besideName(-0.3, '') : noEvidence;
}

const answers = new Set(
  'yes no y n true false ja nein nej nei nee oui non si sí kyllä ei j x on off checked unchecked unknown ukendt'.split(
    ' ',
  ),
);

/** Yes or no, whatever the column is called: "Email: Yes" is a consent, not an address. */
function isAnswer(column: ColumnProfile): boolean {
  return column.distinct <= 3 && samplesOf(column).every((value) => answers.has(value.toLowerCase()));
}

function isVaried(column: ColumnProfile): boolean {
  return column.sampled < 5 || column.distinct * 2 >= column.sampled || column.distinct >= MANY;
}

/** Different values. Many, whatever their share: the profile counts at most 1,000 of them. */
const MANY = 500;
/** Confidence from the values alone, just above the threshold of suggestions. */
const NAMELESS = 0.62;
/** Share of the values. A column without a name is suggested only when hardly a value is something else. */
const NEARLY_ALL = 0.97;

/** A few addresses that repeat belong to the people who work with the list. */
function emailAlone(column: ColumnProfile, found: number): number {
  if (!isVaried(column) || found < (isNameless(column) ? NEARLY_ALL : 0.8)) return 0.4;
  return isNameless(column) ? NAMELESS : 0.78;
}

function samplesOf(column: ColumnProfile): string[] {
  return [column.first, column.longest, column.oddest].map((value) => value.trim()).filter((value) => value !== '');
}

/** One character is a word in Chinese and Korean, as most last names there are. */
function hasWord(value: string): boolean {
  return /\p{L}{2}|\p{Script=Han}|\p{Script=Hangul}/u.test(value);
}

/** Numbers with a prefix are phones where the name of the column means nothing; digits alone are not. */
function phoneAlone(column: ColumnProfile, found: number): number {
  if (isHeaderWord(column.header)) return 0;
  // In a column without a name, digits that may be anything are not even a guess.
  if (column.header.trim() === '') return (column.phoneShare ?? 0) >= NEARLY_ALL && isVaried(column) ? NAMELESS : 0;
  if (!isVaried(column)) return 0.35;
  const values = [column.first, column.longest, column.oddest];
  // No country code begins with 0: "00003000" is a number that was filled up.
  const clear = values.every((value) => hasPrefix(value) && countDigits(value) >= 8 && !value.startsWith('000'));
  return clear && found >= 0.85 ? 0.66 : 0.35;
}
