import { currency, plainNumber } from './number-formats.ts';
import { attribute } from './xml-scanner.ts';

/** The value of a cell. `tag`: its element with the stored value; `text`: of its paragraphs, null when it has none. */
export function odsCellText(tag: string, text: string | null): string {
  const shown = text ?? '';
  switch (attribute(tag, 'office:value-type')) {
    case 'float': {
      const value = attribute(tag, 'office:value') ?? '';
      if (isShownCode(shown, value)) return shown;
      // A formula with the result yes or no is stored as a number.
      if (shown === 'TRUE' || shown === 'FALSE') return shown;
      return /^(?:#|Err:)/.test(shown) ? shown : numberText(value, shown);
    }
    case 'percentage':
    case 'currency':
      return numberText(attribute(tag, 'office:value') ?? shown, shown);
    case 'date':
      return (attribute(tag, 'office:date-value') ?? shown)
        .replace('T', ' ')
        .replace(/ 00:00:00(?:\.0+)?$/, '')
        .replace(/\.\d+$/, '');
    case 'time':
      return clockTime(attribute(tag, 'office:time-value') ?? '') ?? shown;
    case 'boolean':
      return attribute(tag, 'office:boolean-value') === 'true' ? 'TRUE' : 'FALSE';
    default:
      return text ?? attribute(tag, 'office:string-value') ?? '';
  }
}

/** The stored number; what the sheet shows, where the file holds something else. */
function numberText(value: string, shown: string): string {
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number) ? shown : plainNumber(number);
}

/**
 * Whether the sheet shows more than the stored number: leading zeros, separators, a plus with a country code, or letters
 * in front ("DK-0800"). Then it is a phone, a post code or an identifier, and the number is only a part of it.
 */
function isShownCode(shown: string, value: string): boolean {
  const digits = shown.replace(/\D/g, '').replace(/^0+/, '');
  const own = value.replace(/^0+/, '');
  if (shown === value || !/^\d+$/.test(value) || thousands.test(shown)) return false;
  if (/^\+?[\d\s()/-]+$/.test(shown)) return digits === own || (shown.startsWith('+') && digits.endsWith(own));
  const coded = /^([\p{L}#][\p{L}\s.#-]*)(\d+)$/u.exec(shown);
  return coded !== null && digits === own && !currency.test(coded[1] ?? '') && (coded[2] ?? '').startsWith('0');
}

/** Many languages divide the digits of an amount by blanks. A phone written so loses nothing but these. */
const thousands = /^[1-9]\d{0,2}(?:\s\d{3})+$/;

/** PT12H30M00S → 12:30:00 */
function clockTime(duration: string): string | null {
  const match = /^PT(\d+)H(\d+)M(\d+)/.exec(duration);
  return match === null ? null : [match[1], match[2], match[3]].map((part) => (part ?? '').padStart(2, '0')).join(':');
}
