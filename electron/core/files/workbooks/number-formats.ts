import { readFormatCode, type FormatCondition, type FormatPart, type FormatSection } from './format-code.ts';

/**
 * What a number format does to the meaning of a value. Formats are applied where they change it: dates and times (as ISO
 * text), leading zeros, the separators of phones and codes, words that stand for a number. Else the value is the plain
 * number, so that nothing is rounded or cut to #####.
 */
export type CellFormat =
  | SectionFormat
  /** Which section holds depends on the number; null: the sheet shows #####, so the plain number is taken. */
  | { kind: 'sections'; choose: (value: number) => SectionFormat | null };

type SectionFormat =
  | { kind: 'plain' }
  | { kind: 'date'; withDate: boolean; withTime: boolean }
  | { kind: 'duration' }
  | { kind: 'digits'; pattern: DigitPattern }
  /** The section shows this text whatever the number is. */
  | { kind: 'words'; text: string }
  /** The code is not understood: the plain number is taken, and the reader says so. */
  | { kind: 'unknown' };

interface DigitPattern {
  /** What is written before and between the digits; a digit's place is its fill. */
  parts: readonly (Extract<FormatPart, { kind: 'digit' }> | { kind: 'literal'; text: string })[];
  /** The section is for negative numbers, so it writes its own sign. */
  writesSign: boolean;
}

export const plainFormat: CellFormat = { kind: 'plain' };
const unknownFormat: SectionFormat = { kind: 'unknown' };

/** Formats that a workbook names only by number (ECMA-376, 18.8.30, and the East Asian dates). */
export function builtInFormat(id: number): CellFormat {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || (id >= 57 && id <= 58))
    return { kind: 'date', withDate: true, withTime: false };
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 55 && id <= 56) || id === 45 || id === 47)
    return { kind: 'date', withDate: false, withTime: true };
  if (id === 22) return { kind: 'date', withDate: true, withTime: true };
  if (id === 46) return { kind: 'duration' };
  return plainFormat;
}

/** Characters of a format. Excel takes as many; a longer one is made to turn every digit of a sheet into a page. */
const longestCode = 255;

/** Reads a format as it is written in a workbook, for example `dd\\.mm\\.yyyy`, `00000`, `[<=9999999]###-####;(###) ###-####`. */
export function parseFormat(code: string): CellFormat {
  const sections = code.length > longestCode ? null : readFormatCode(code);
  if (sections === null) return unknownFormat;
  // The last section is for cells with text, where it says so or where it is the fourth.
  const isForText = (section: FormatSection) => section.parts.some(({ kind }) => kind === 'text');
  const last = sections[sections.length - 1];
  const forNumbers =
    sections.length === 4 || (sections.length > 1 && last !== undefined && isForText(last))
      ? sections.slice(0, -1)
      : sections;
  const formats = forNumbers.map((section, at) =>
    sectionFormat(section.parts, at === 1 && section.condition === null && forNumbers[0]?.condition === null),
  );
  const [only] = formats;
  if (only === undefined) return plainFormat;
  if (formats.every(({ kind }) => kind === 'plain')) return plainFormat;
  if (formats.length === 1 && forNumbers[0]?.condition === null) return only;
  const chooser = sectionChooser(forNumbers.map(({ condition }) => condition));
  if (chooser === null) return unknownFormat;
  return {
    kind: 'sections',
    choose: (value) => {
      const at = chooser(value);
      return at === -1 ? null : (formats[at] ?? null);
    },
  };
}

/**
 * Which section a number takes, as spreadsheet programs do: by the conditions where the first section has one, else by the
 * sign. -1: none. Null when only a later section has a condition, because programs differ in what the first one is for then.
 */
function sectionChooser(conditions: readonly (FormatCondition | null)[]): ((value: number) => number) | null {
  const [first, second] = conditions;
  if (first === undefined) return null;
  if (first === null) {
    if (conditions.some((condition) => condition !== null)) return null;
    if (conditions.length === 1) return () => 0;
    if (conditions.length === 2) return (value) => (value < 0 ? 1 : 0);
    return (value) => (value > 0 ? 0 : value < 0 ? 1 : 2);
  }
  if (conditions.length === 1) return (value) => (holds(value, first) ? 0 : -1);
  if (second === null || second === undefined) {
    // With a third section the second one is for the negative numbers that the first does not take.
    if (conditions.length === 2) return (value) => (holds(value, first) ? 0 : 1);
    return (value) => (holds(value, first) ? 0 : value < 0 ? 1 : 2);
  }
  const rest = conditions.length > 2 ? 2 : -1;
  return (value) => (holds(value, first) ? 0 : holds(value, second) ? 1 : rest);
}

function sectionFormat(parts: readonly FormatPart[], writesSign: boolean): SectionFormat {
  const has = (kind: FormatPart['kind']) => parts.some((part) => part.kind === kind);
  if (has('elapsed')) return { kind: 'duration' };
  if (has('date')) return dateFormat(parts);
  if (has('percent') || has('exponent') || has('text')) return { kind: 'plain' };
  const digits = parts.map((part) => (part.kind === 'general' ? ({ kind: 'digit', fill: '#' } as const) : part));
  if (!digits.some(({ kind }) => kind === 'digit')) return wordsFormat(parts);
  return digitFormat(digits, writesSign);
}

/** Minutes are written like months: they are minutes beside hours or seconds. */
function dateFormat(parts: readonly FormatPart[]): SectionFormat {
  const letters = parts.flatMap((part) => (part.kind === 'date' ? [part.letters] : []));
  const digits = parts.filter(({ kind }, at) => kind === 'digit' && !isAfterSeconds(parts, at));
  if (digits.length > 0) return unknownFormat;
  const withTime = letters.some((word) => /^(?:h|s|am?\/)/.test(word));
  const withDate = letters.some((word) => /^[ydgeb]/.test(word) || /^mmm/.test(word) || (/^m/.test(word) && !withTime));
  return { kind: 'date', withDate, withTime };
}

/** The digits of `ss.000`. */
function isAfterSeconds(parts: readonly FormatPart[], at: number): boolean {
  let before = at - 1;
  while (parts[before]?.kind === 'digit') before -= 1;
  return parts[before]?.kind === 'point';
}

/** `"Yes"` of `[=1]"Yes";[=0]"No"`. A dash or nothing at all only hides the number, and the number is what is meant. */
function wordsFormat(parts: readonly FormatPart[]): SectionFormat {
  const text = parts.map((part) => (part.kind === 'literal' ? part.text : part.kind === 'slash' ? '/' : '')).join('');
  return /[\p{L}\p{N}]/u.test(text) ? { kind: 'words', text: text.trim() } : { kind: 'plain' };
}

/**
 * A pattern of digits is applied when it makes a code of the number: it fills with zeros, separates groups of digits as
 * phones and identifiers do, or writes a plus, a zero or a prefix before them. Amounts stay the number.
 */
function digitFormat(parts: readonly FormatPart[], writesSign: boolean): SectionFormat {
  const fills = parts.flatMap((part) => (part.kind === 'digit' ? [part.fill] : []));
  const firstZero = fills.indexOf('0');
  const fillsWithZeros = firstZero !== -1 && firstZero < fills.length - 1;
  const isAmount = parts.some(
    ({ kind }, at) => kind === 'point' || kind === 'group' || (kind === 'slash' && isBetweenDigits(parts, at)),
  );
  if (isAmount) return fillsBeforePoint(parts) ? unknownFormat : { kind: 'plain' };
  const pattern = parts.map((part) =>
    part.kind === 'digit' ? part : { kind: 'literal' as const, text: part.kind === 'literal' ? part.text : '/' },
  );
  const first = pattern.findIndex(({ kind }) => kind === 'digit');
  const textOf = (some: typeof pattern) => some.map((part) => (part.kind === 'literal' ? part.text : '')).join('');
  const prefix = textOf(pattern.slice(0, first));
  const between = textOf(pattern.slice(first));
  const separates = pattern.some(
    (part, at) => at > first && part.kind === 'literal' && pattern.slice(at).some(({ kind }) => kind === 'digit'),
  );
  if (currency.test(prefix) || currency.test(between) || !/^[\s()+./-]*$/.test(between)) return { kind: 'plain' };
  if (fills.length < 2 && !dialled.test(prefix)) return { kind: 'plain' };
  const isCode = fillsWithZeros || separates || dialled.test(prefix) || prefix.includes('(');
  return isCode ? { kind: 'digits', pattern: { parts: pattern, writesSign } } : { kind: 'plain' };
}

/** `00,000` or `000.0`: zeros that belong to a code, in a pattern that belongs to an amount. */
function fillsBeforePoint(parts: readonly FormatPart[]): boolean {
  const point = parts.findIndex(({ kind }) => kind === 'point' || kind === 'slash');
  const whole = (point === -1 ? parts : parts.slice(0, point)).filter(
    ({ kind }) => kind === 'digit' || kind === 'group',
  );
  const zeros = whole.findIndex((part) => part.kind === 'digit' && part.fill === '0');
  return zeros !== -1 && whole.slice(zeros).filter(({ kind }) => kind === 'digit').length >= 2;
}

function isBetweenDigits(parts: readonly FormatPart[], at: number): boolean {
  const after = parts[at + 1];
  return (
    parts.slice(0, at).some(({ kind }) => kind === 'digit') &&
    (after?.kind === 'digit' || (after?.kind === 'literal' && /^\d/.test(after.text)))
  );
}

/** What is dialled before the digits: "+45 ", "0" as people keep the zero of an area code, "0045". */
const dialled = /^(?:\s*\+|[\s(]*\d[\d\s()/-]*$)/;

/** A currency does not belong to a number; other signs before digits ("DK-", "+45 ", "Nr. ") are part of a code. */
export const currency = /[€$£¥]|\b(?:kr|eur|usd|gbp|chf|dkk|sek|nok|pln|czk)\b/i;

/**
 * The text of a numeric cell. `raw`: the number as in the file. `onUnknown` is called when the format is not understood
 * and the plain number stands in.
 */
export function formatNumber(raw: string, format: CellFormat, date1904: boolean, onUnknown?: () => void): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  const own = format.kind === 'sections' ? (format.choose(value) ?? plainFormat) : format;
  switch (own.kind) {
    case 'date':
      return dateText(value, own.withDate, own.withTime, date1904) ?? plainNumber(value);
    case 'duration':
      return value < 0 ? plainNumber(value) : timeText(Math.round(value * 86_400));
    case 'digits':
      return Number.isInteger(value) ? digitText(value, own.pattern) : plainNumber(value);
    case 'words':
      return own.text;
    case 'unknown':
      onUnknown?.();
      return plainNumber(value);
    default:
      return plainNumber(value);
  }
}

/** The number with at most 15 digits, as a spreadsheet keeps, and without an exponent (not 4.47E+11). */
export function plainNumber(value: number): string {
  const rounded = Number.isInteger(value) && Math.abs(value) < 2 ** 53 ? value : Number(value.toPrecision(15));
  const text = String(rounded);
  const [digits = '', power] = text.split('e+');
  if (power !== undefined) {
    const [whole = '', fraction = ''] = digits.split('.');
    return whole + fraction.padEnd(Number(power), '0');
  }
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** Whether a whole number has more than the 15 digits that a spreadsheet keeps, so that the last ones may be wrong. */
export function isInexact(text: string): boolean {
  return text.length > 15 && /^\d+$/.test(text);
}

function digitText(value: number, { parts, writesSign }: DigitPattern): string {
  const digits = [...plainNumber(Math.abs(value))];
  const first = parts.findIndex(({ kind }) => kind === 'digit');
  let text = '';
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index] as DigitPattern['parts'][number];
    if (part.kind === 'literal') {
      text = part.text + text;
      continue;
    }
    text = (digits.pop() ?? (part.fill === '0' ? '0' : '')) + text;
    if (index === first) while (digits.length > 0) text = (digits.pop() as string) + text;
  }
  return value < 0 && !writesSign ? `-${text}` : text;
}

function holds(value: number, condition: FormatCondition): boolean {
  switch (condition.operator) {
    case '<=':
      return value <= condition.value;
    case '>=':
      return value >= condition.value;
    case '<':
      return value < condition.value;
    case '>':
      return value > condition.value;
    case '<>':
      return value !== condition.value;
    default:
      return value === condition.value;
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function timeText(seconds: number): string {
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** ISO text of a serial day number; null when out of range. Day 60 of the 1900 system is 29 February, which never existed. */
export function dateText(serial: number, withDate: boolean, withTime: boolean, date1904: boolean): string | null {
  if (serial < 0 || serial >= 2_958_466) return null;
  let days = Math.floor(serial);
  let seconds = Math.round((serial - days) * 86_400);
  if (seconds === 86_400) {
    seconds = 0;
    days += 1;
  }
  if (!withDate && withTime && days === 0) return timeText(seconds);
  if (!date1904 && days === 0) return withTime ? timeText(seconds) : null;
  const date =
    !date1904 && days === 60 ? '1900-02-29' : civilDate(days - (date1904 ? 24_107 : days < 60 ? 25_568 : 25_569));
  if (!withTime) return date;
  return `${date} ${timeText(seconds)}`;
}

/** yyyy-mm-dd of a day counted from 1970-01-01, in the Gregorian calendar. */
function civilDate(daysSinceEpoch: number): string {
  const shifted = daysSinceEpoch + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1;
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}
