/**
 * How a number of a workbook is written. Only formats that change the meaning are applied: dates and times (as ISO text),
 * leading zeros and phone separators. Else it is the plain number, so that nothing is rounded or cut to #####.
 */
export type CellFormat =
  | { kind: 'plain' }
  | { kind: 'date'; withDate: boolean; withTime: boolean }
  | { kind: 'duration' }
  | { kind: 'digits'; sections: readonly DigitSection[] };

interface DigitSection {
  /** The numbers that the section is for; null: all. */
  condition: { operator: string; value: number } | null;
  pattern: string;
}

export const plainFormat: CellFormat = { kind: 'plain' };

/** Formats that a workbook names only by number (ECMA-376, 18.8.30, and the East Asian dates). */
export function builtInFormat(id: number): CellFormat {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || (id >= 57 && id <= 58))
    return { kind: 'date', withDate: true, withTime: false };
  if (id >= 18 && id <= 21) return { kind: 'date', withDate: false, withTime: true };
  if ((id >= 32 && id <= 35) || (id >= 55 && id <= 56)) return { kind: 'date', withDate: false, withTime: true };
  if (id === 22) return { kind: 'date', withDate: true, withTime: true };
  if (id === 45 || id === 47) return { kind: 'date', withDate: false, withTime: true };
  if (id === 46) return { kind: 'duration' };
  return plainFormat;
}

/** Reads a format as it is written in a workbook, for example `dd\.mm\.yyyy`, `00000`, `[<=9999999]###-####;(###) ###-####`. */
export function parseFormat(code: string): CellFormat {
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?:\$[^\]]*|[A-Za-z]{3,}\d*|[<>=][^\]]*|DBNum\d)\]/gi, '');
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return { kind: 'duration' };
  const section = (bare.split(';')[0] ?? '').replace(/general|standard/gi, '').replace(/am\/pm|a\/p/gi, 'h');
  const hasTime = /[hs]/i.test(section);
  const hasDate = /[ydeg]/i.test(section) || (/m/i.test(section) && !hasTime) || /mmm/i.test(section);
  if (hasDate || hasTime)
    return /[0#?]/.test(section.replace(/\.0+/g, ''))
      ? plainFormat
      : { kind: 'date', withDate: hasDate, withTime: hasTime };
  return digitFormat(code);
}

function digitFormat(code: string): CellFormat {
  const sections = code.split(';').map((section) => {
    const condition = /\[(<=|>=|<|>|=)(-?[\d.]+)\]/.exec(section);
    const pattern = section
      .replace(/\[[^\]]*\]/g, '')
      .replace(/_.|\*./g, '')
      .replace(/"([^"]*)"/g, (_, literal: string) => [...literal].map((character) => `\\${character}`).join(''));
    return {
      condition: condition === null ? null : { operator: condition[1] ?? '', value: Number(condition[2]) },
      pattern,
    };
  });
  const shown = sections.filter(
    (section, index) => index === 0 || section.condition !== null || sections[0]?.condition !== null,
  );
  const usable = shown.every(({ pattern }) => {
    const { prefix, body } = atFirstDigit(pattern);
    const placeholders = body.replace(/\\./g, '').replace(/[^0#?]/g, '');
    const literals = body.replace(/\\(.)/g, '$1').replace(/[0#?]/g, '');
    const separators = body.replace(/\\./g, '').replace(/[0#?\s()+/-]/g, '');
    return (
      (placeholders.length >= 2 || prefix.startsWith('+')) &&
      (/0[0#]/.test(placeholders) || literals !== '' || prefix !== '') &&
      separators === '' &&
      /^[\s()+./-]*$/.test(literals) &&
      !currency.test(prefix) &&
      /[0#]/.test(body)
    );
  });
  const meaningful = shown.some(
    ({ pattern }) =>
      /0[0#]/.test(atFirstDigit(pattern).body.replace(/\\./g, '')) || /[0#][\s()\\/-]+[0#]|^\\?\+|\(/.test(pattern),
  );
  return usable && meaningful ? { kind: 'digits', sections: shown } : plainFormat;
}

/** A currency does not belong to a number; other signs before digits ("DK-", "+45 ", "Nr. ") are part of a code. */
export const currency = /[€$£¥]|\b(?:kr|eur|usd|gbp|chf|dkk|sek|nok|pln|czk)\b/i;

/** The signs of the pattern before its first digit, and the rest. */
function atFirstDigit(pattern: string): { prefix: string; body: string } {
  const tokens = pattern.match(/\\.|./gs) ?? [];
  const first = tokens.findIndex((token) => /^[0#?]$/.test(token));
  const at = first === -1 ? tokens.length : first;
  const prefix = tokens.slice(0, at).map((token) => (token.length === 2 ? token.slice(1) : token));
  return { prefix: prefix.join(''), body: tokens.slice(at).join('') };
}

/** The text of a numeric cell. `raw`: the number as in the file. */
export function formatNumber(raw: string, format: CellFormat, date1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  switch (format.kind) {
    case 'plain':
      return plainNumber(value);
    case 'date':
      return dateText(value, format.withDate, format.withTime, date1904) ?? plainNumber(value);
    case 'duration':
      return value < 0 ? plainNumber(value) : timeText(Math.round(value * 86_400));
    case 'digits':
      return Number.isInteger(value) && value >= 0 ? digitText(value, format.sections) : plainNumber(value);
  }
}

/** The number with at most 15 digits, as a spreadsheet keeps, and without an exponent (not 4.47E+11). */
export function plainNumber(value: number): string {
  const rounded = Number.isInteger(value) && Math.abs(value) < 2 ** 53 ? value : Number(value.toPrecision(15));
  if (Math.abs(rounded) >= 1e21) return BigInt(rounded).toString();
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/0+$/, '') : text;
}

function digitText(value: number, sections: readonly DigitSection[]): string {
  const section =
    sections.find(({ condition }) => condition === null || holds(value, condition)) ?? sections[sections.length - 1];
  if (section === undefined) return plainNumber(value);
  const tokens = section.pattern.match(/\\.|./gs) ?? [];
  const digits = [...plainNumber(value)];
  const first = tokens.findIndex((token) => /^[0#?]$/.test(token));
  let text = '';
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const token = tokens[index] as string;
    if (!/^[0#?]$/.test(token)) {
      text = (token.length === 2 ? token.slice(1) : token) + text;
      continue;
    }
    text = (digits.pop() ?? (token === '0' ? '0' : '')) + text;
    if (index === first) while (digits.length > 0) text = (digits.pop() as string) + text;
  }
  return text;
}

function holds(value: number, condition: { operator: string; value: number }): boolean {
  switch (condition.operator) {
    case '<=':
      return value <= condition.value;
    case '>=':
      return value >= condition.value;
    case '<':
      return value < condition.value;
    case '>':
      return value > condition.value;
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
