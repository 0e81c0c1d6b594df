/** Damage that spreadsheet programs do to numbers. What only a guess could undo counts as lost. */

/** With a fraction or a +, as programs write it: "12E3" is a house number. */
const exponentForm = /^([+-]?)(\d+)(?:(?:[.,](\d+))[eE]\+?|[eE]\+)(\d{1,3})$/;

/** Digits. A double keeps 15 of them exactly, so a shortened number with more may be wrong. */
const MOST_DIGITS = 15;

/**
 * A number such as 4.5E+11. `digits`: all of them, when they are all there; null when some were rounded away. Answers
 * null when the text is not such a number.
 */
export function exponentNumber(text: string): { readonly digits: string | null } | null {
  const match = exponentForm.exec(text.trim());
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const exponent = Number(power);
  const digits = whole + fraction;
  const isWhole = sign !== '-' && fraction.length === exponent && whole.length === 1 && whole !== '0';
  return { digits: isWhole && digits.length <= MOST_DIGITS ? digits : null };
}

/** "4530123456.0" → "4530123456": a whole number that was once calculated with. Null for anything else. */
export function withoutPointZero(text: string): string | null {
  const match = /^([+-]?\d{4,})[.,]0{1,2}$/.exec(text.trim());
  return match?.[1] ?? null;
}

const formulaErrors =
  /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|BEZUG!|WERT!|NV|ZAHL!|FELD!|REFERENS!|VÄRDEFEL!|SAKNAS!|ARVO!|VIITTAUS!)$/u;

/** An error that a formula shows in place of a value. */
export function isFormulaError(text: string): boolean {
  return text.charCodeAt(0) === 35 && formulaErrors.test(text);
}

const placeholders = /^(?:NULL|null|\(null\)|<null>|\\N|n\/a|N\/A|-{1,3}|[–—])$/;

/** What programs and people write where there is no value. "Null" and "NA" are not among them: a name, and a country. */
export function isPlaceholder(text: string): boolean {
  return text.length <= 6 && placeholders.test(text);
}

/** Not empty, and nothing but spaces. */
export function isOnlySpaces(text: string): boolean {
  return text !== '' && text.trim() === '';
}
