/** What the text of a cell looks like. Shapes are hints; they never change a value. */

const emailShape = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[\p{L}]{2,}$/u;
const urlShape =
  /^(?:https?:\/\/|www\.)\S+$|^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|net|org|info|biz|eu|io|de|dk|se|no|nl|fi|fr|es|at|ch|be|uk|pl|it|br)(?:\/\S*)?$/i;
const numberShape =
  /^[-+]?(?:[€$£¥]\s?)?\(?[-+]?(?:\d{1,3}(?:[.,'\s]\d{3})+|\d+)(?:[.,]\d+)?(?:[eE][-+]?\d+)?\)?(?:\s?(?:%|€|\$|£|kr\.?|EUR|DKK|SEK|NOK|USD))?$/;
const phoneCharacters =
  /^(?:(?:tel|tlf|phone|mob|fax)\.?:?\s*)?(?:\(?\s*\+)?[\d\s()./\u2010-\u2015-]{5,28}(?:\s*(?:ext|x|-)\.?\s*\d{1,6})?$/i;
const postcodeShapes = [
  /^\d{4,5}$/,
  /^\d{3}\s\d{2}$/,
  /^[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}$/i,
  /^\d{4}\s?[A-Z]{2}$/i,
  /^\d{5}-\d{4}$/,
  /^(?:[A-Z]{1,3})-?\s?\d{3}\s?\d{1,2}$/,
  /^\d{2}-\d{3}$/,
  /^\d{4}-\d{3}$/,
  /^\d{5}-\d{3}$/,
  /^[A-Z]\d[A-Z]\s?\d[A-Z]\d$/i,
];
const monthWord =
  '(?:jan|feb|mar|mär|maa|apr|may|mai|maj|mei|jun|jul|aug|sep|oct|okt|nov|dec|dez|des|dic|ene|abr|ago|janv|févr|avr|juin|juil|août|déc)[\\p{L}]*\\.?';
/** The time behind a date, or nothing. */
export const timeTail =
  '(?:[T\\s,]+\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2}(?:[.,]\\d+)?)?\\s?(?:Z|[AaPp]\\.?[Mm]\\.?|[+-]\\d{2}:?\\d{2})?)?';
const dateShapes = [
  new RegExp(`^(?:19|20)\\d{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\\d|3[01])${timeTail}$`),
  // Day and month in either order; 13/13/1980 is neither.
  new RegExp(
    `^(?:(?:0?[1-9]|[12]\\d|3[01])[-/.]\\s?(?:0?[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[-/.]\\s?(?:1[3-9]|2\\d|3[01]))[-/.]\\s?(?:\\d{2}|\\d{4})${timeTail}$`,
  ),
  new RegExp(
    `^(?:\\p{L}{2,10}\\.?,?\\s+)?\\d{1,2}(?:st|nd|rd|th|\\.)?[\\s-]+${monthWord}[\\s,-]+\\d{2,4}${timeTail}$`,
    'iu',
  ),
  new RegExp(`^${monthWord}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}${timeTail}$`, 'iu'),
  /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
];
const nameWord = /^(?:\p{Lu}[\p{L}\p{M}'’.-]*|(?:von|van|der|den|de|da|di|la|le|af|zu|och|og|und|and|&|y|e|the|of)$)/u;
const identifierShape = /^[\p{L}\d][\p{L}\d_./#-]{1,39}$/u;

export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first > 32 && first < 128) return false;
  return text === '' || text.trim() === '';
}

export function looksLikeEmail(text: string): boolean {
  return text.length <= 254 && text.includes('@') && emailShape.test(text);
}

export function looksLikeUrl(text: string): boolean {
  return text.length <= 2000 && text.includes('.') && !text.includes('@') && urlShape.test(text);
}

export function looksLikeNumber(text: string): boolean {
  return text.length <= 40 && hasDigit(text) && numberShape.test(text);
}

export function looksLikeDate(text: string): boolean {
  return text.length >= 6 && text.length <= 40 && hasDigit(text) && dateShapes.some((shape) => shape.test(text));
}

/** Every shape but those of names and addresses has a digit, and this is asked of each cell before any shape. */
function hasDigit(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

export function countDigits(text: string): number {
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) digits += 1;
  }
  return digits;
}

/** 6 to 15 digits with only the signs that people write around them. A plain number of that length counts too. */
export function looksLikePhone(text: string): boolean {
  if (text.length > 40) return false;
  const digits = countDigits(text);
  if (digits < 6 || digits > 15 || !phoneCharacters.test(text)) return false;
  if (/\d\.\d{2}$/.test(text) && (text.match(/\./g) ?? []).length === 1) return false;
  return !looksLikeDate(text) || /^\d{8}$/.test(text);
}

/** As long as a phone with its country, written in short by a spreadsheet program: 4.17E+10. */
export function looksLikeShortenedPhone(text: string): boolean {
  return text.length <= 20 && /^[1-9](?:[.,]\d+)?E\+(?:0?[7-9]|1[0-3])$/.test(text);
}

/** A phone that cannot be a plain number: with a prefix, separators or a leading zero. */
export function isClearlyPhone(text: string): boolean {
  return looksLikePhone(text) && !/^[1-9]\d*$/.test(text);
}

export function looksLikePostcode(text: string): boolean {
  return text.length <= 10 && hasDigit(text) && postcodeShapes.some((shape) => shape.test(text));
}

export function looksLikeName(text: string): boolean {
  if (text.length < 2 || text.length > 60 || /\d|@|:|\/|_/.test(text)) return false;
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.length >= 1 && words.length <= 5 && words.every((word) => nameWord.test(word));
}

export function looksLikeIdentifier(text: string): boolean {
  return hasDigit(text) && identifierShape.test(text);
}

/** Digits become 9, letters a or A, and runs one character: "+45 12 34" and "+46 98 76" have the same shape. */
export function shapeOf(text: string): string {
  let shape = '';
  let last = '';
  for (const character of text.length > shapedLength ? text.slice(0, shapedLength) : text) {
    const sign = signOf(character);
    // A run of one kind becomes one sign; signs that stand for themselves stay as they are.
    if (sign === last && (sign === 'A' || sign === 'a' || sign === '9' || sign === ' ')) continue;
    shape += sign;
    last = sign;
  }
  return shape;
}

/** UTF-16 units of a cell that its shape is taken from. */
const shapedLength = 60;

/** A loop over the codes: each of these expressions for whole texts takes longer to prepare than a preview to read. */
function signOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 128) {
    if (code >= 97 && code <= 122) return 'a';
    if (code >= 65 && code <= 90) return 'A';
    if (code >= 48 && code <= 57) return '9';
    return code === 32 || (code >= 9 && code <= 13) ? ' ' : character;
  }
  if (/\p{Ll}/u.test(character)) return 'a';
  if (/\p{Lu}/u.test(character)) return 'A';
  return /\s/.test(character) ? ' ' : character;
}
