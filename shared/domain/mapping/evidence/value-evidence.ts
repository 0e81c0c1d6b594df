import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { countDigits } from '../../files/cell-shapes.ts';
import type { ValueShape } from '../words/header-concepts.ts';
import { isHeaderWord } from '../words/header-word.ts';

export interface ValueEvidence {
  /** Added to what the name says; negative when the values contradict it. */
  support: number;
  /** Confidence from the values alone, for a column whose name says nothing. */
  alone: number;
  reason: string;
}

export const noEvidence: ValueEvidence = { support: 0, alone: 0, reason: '' };

/** What the values of a column say about a field whose values should have `shape`. */
export function shapeEvidence(column: ColumnProfile, shape: ValueShape, concept: string): ValueEvidence {
  const sampled = column.sampled;
  if (sampled === 0) return noEvidence;
  // Norway's code is NO.
  if (concept !== 'Country' && isAnswer(column))
    return { support: -0.5, alone: 0, reason: 'Its values are yes and no.' };
  const share = (kind: keyof ColumnProfile['kinds']) => column.kinds[kind] / sampled;
  const some = (kind: keyof ColumnProfile['kinds']) => portion(column, column.kinds[kind]);
  const isNameless = column.header.trim() === '';
  switch (shape) {
    case 'email': {
      const found = share('email');
      if (found >= 0.5)
        return {
          support: 0.1,
          alone: emailAlone(column, found, isNameless),
          reason: isNameless
            ? `${ofValues(column, some('email'))} are e-mail addresses; the column has no name.`
            : `${some('email')} are e-mail addresses.`,
        };
      return {
        support: found === 0 && sampled >= 3 ? -0.45 : -0.15,
        alone: 0,
        reason: unlike(column, 'email', 'e-mail addresses'),
      };
    }
    case 'url': {
      const found = share('url');
      if (found >= 0.5)
        return {
          support: 0.1,
          // A column of links with a name of its own is mostly a profile, a picture or a record.
          alone: found >= 0.8 && concept === 'Website' && isNameless ? NAMELESS : 0.3,
          reason: `${some('url')} are web addresses.`,
        };
      return { support: sampled >= 3 ? -0.35 : -0.1, alone: 0, reason: unlike(column, 'url', 'web addresses') };
    }
    case 'phone': {
      const found = share('phone');
      if (found >= 0.5)
        return {
          support: share('date') > 0.5 && !/^\d{8}$/.test(column.first) ? -0.3 : 0.08,
          alone: concept === 'Phone' ? phoneAlone(column, found) : 0,
          reason: isNameless
            ? `${ofValues(column, some('phone'))} are phone numbers; the column has no name.`
            : `${some('phone')} look like phone numbers.`,
        };
      if (samplesOf(column).every(isMarkedPhone)) return noEvidence;
      return {
        support: found < 0.1 && sampled >= 3 ? -0.4 : -0.15,
        alone: 0,
        reason: unlike(column, 'phone', 'phone numbers'),
      };
    }
    case 'date': {
      const found = share('date');
      return found >= 0.5
        ? { support: 0.08, alone: 0, reason: `${some('date')} are dates.` }
        : { support: sampled >= 3 ? -0.4 : -0.1, alone: 0, reason: unlike(column, 'date', 'dates') };
    }
    case 'postcode': {
      const found = share('postcode');
      if (found >= 0.5) return { support: 0.08, alone: 0, reason: `${some('postcode')} look like post codes.` };
      return { support: sampled >= 3 ? -0.3 : -0.1, alone: 0, reason: unlike(column, 'postcode', 'post codes') };
    }
    case 'name': {
      const found = share('name');
      if (found >= 0.5) return { support: 0.05, alone: 0, reason: `${some('name')} look like names.` };
      if (share('email') > 0.5 || share('number') > 0.5 || share('date') > 0.5 || share('url') > 0.5)
        return { support: -0.5, alone: 0, reason: '' };
      // "#1001" is no name; a name that is written in capitals or with a title in front may well be one.
      return { support: samplesOf(column).some(hasWord) ? -0.03 : -0.5, alone: 0, reason: '' };
    }
    case 'id': {
      if (share('email') > 0.5 || share('url') > 0.5) return { support: -0.5, alone: 0, reason: '' };
      return share('id') >= 0.5
        ? { support: 0.05, alone: 0, reason: `${some('id')} look like numbers or codes.` }
        : { support: -0.15, alone: 0, reason: '' };
    }
    case 'number':
      return share('number') >= 0.5 ? { support: 0.05, alone: 0, reason: '' } : { support: -0.3, alone: 0, reason: '' };
    case 'text': {
      if (share('email') > 0.5 || (share('url') > 0.5 && concept !== 'Notes'))
        return { support: -0.5, alone: 0, reason: '' };
      if (share('date') > 0.8 || (share('number') > 0.8 && concept !== 'Notes'))
        return { support: -0.35, alone: 0, reason: '' };
      return textEvidence(column, concept);
    }
  }
}

/** How many of the values: never all of them unless all of them do, and as a count where only some were looked at. */
function portion({ sampled, filled }: ColumnProfile, found: number): string {
  if (sampled < filled) {
    const looked = `${sampled.toLocaleString('en')} sampled values`;
    return found >= sampled ? `All of ${looked}` : `${found.toLocaleString('en')} of ${looked}`;
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
  /^(?:mrs?|ms|miss|mx|mister|madam|sir|dr|prof|ing|mag|dipl|herr|frau|familie|hr|fru|frk|frøken|herra|rouva|mme|mlle|m|madame|monsieur|sra?|srta|don|doña|dhr|mevr|mw|de heer|mevrouw|fam)\b/i;
const placeConcepts = new Set(['City', 'Region', 'Country', 'Department', 'JobTitle']);

/** Some text fields are told by what stands in them: "Mr." is no job, "8000 Aarhus C" no town of its own. */
function textEvidence(column: ColumnProfile, concept: string): ValueEvidence {
  const samples = samplesOf(column);
  const isSalutation = samples.every((value) => salutations.test(value));
  if (concept === 'Title')
    return isSalutation
      ? { support: 0.08, alone: 0, reason: `Its values are titles such as "${column.first.trim()}".` }
      : { support: column.sampled >= 3 ? -0.45 : -0.15, alone: 0, reason: '' };
  if (concept === 'JobTitle' && isSalutation) return { support: -0.45, alone: 0, reason: '' };
  if (placeConcepts.has(concept) && samples.every((value) => /\d{3}/.test(value)))
    return { support: -0.3, alone: 0, reason: '' };
  return noEvidence;
}

const answers = new Set(
  'yes no y n true false ja nein nej nei nee oui non si sí kyllä ei j x on off checked unchecked unknown ukendt'.split(
    ' ',
  ),
);

/** Yes or no, whatever the column is called: "Email: Yes" is a consent and no address. */
function isAnswer(column: ColumnProfile): boolean {
  return column.distinct <= 3 && samplesOf(column).every((value) => answers.has(value.toLowerCase()));
}

function isVaried(column: ColumnProfile): boolean {
  return column.sampled < 5 || column.distinct * 2 >= column.sampled || column.distinct >= MANY;
}

/** Different values are counted up to 1,000, however many rows there are. */
const MANY = 500;
/** Enough to be suggested, and no more: nothing but the values speaks for the field. */
const NAMELESS = 0.62;
const NEARLY_ALL = 0.97;

/** A few addresses again and again are those of the people who work with the list. */
function emailAlone(column: ColumnProfile, found: number, isNameless: boolean): number {
  if (!isVaried(column) || found < (isNameless ? NEARLY_ALL : 0.8)) return 0.4;
  return isNameless ? NAMELESS : 0.78;
}

function samplesOf(column: ColumnProfile): string[] {
  return [column.first, column.longest, column.oddest].map((value) => value.trim()).filter((value) => value !== '');
}

/** "p:+4520112233", as lead forms write it. */
function isMarkedPhone(value: string): boolean {
  return /^\p{L}{1,4}:\s*\+?[\d\s()-]{8,20}$/u.test(value) && !/^\+?\d/.test(value);
}

function hasWord(value: string): boolean {
  return /\p{L}{2}/u.test(value);
}

/** Numbers written with a prefix are phones where the column has no name of its own; bare digits are not. */
function phoneAlone(column: ColumnProfile, found: number): number {
  if (isHeaderWord(column.header)) return 0;
  // Without a name, digits that may be anything are not even a guess.
  if (column.header.trim() === '') return (column.phoneShare ?? 0) >= NEARLY_ALL && isVaried(column) ? NAMELESS : 0;
  if (!isVaried(column)) return 0.35;
  const values = [column.first, column.longest, column.oddest];
  const clear = values.every((value) => /^(?:\+|00)[1-9]/.test(value.trim()) && countDigits(value) >= 8);
  return clear && found >= 0.85 ? 0.66 : 0.35;
}
