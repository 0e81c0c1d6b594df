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

/**
 * As Excel shows them in Czech, Danish, Dutch, English, Finnish, French, German, Italian, Norwegian, Polish, Portuguese,
 * Spanish and Swedish, and Google Sheets in English.
 */
const formulaErrors = new Set([
  ...['#REF!', '#BEZUG!', '#REFERENCE!', '#VERW!', '#VIITTAUS!', '#¡REF!', '#RIF!', '#ADR!', '#REFERENS!', '#ODKAZ!'],
  ...['#N/A', '#NV', '#I/T', '#N/B', '#PUUTTUU', '#PUUTTUU!', '#N/D', '#N/D!', '#SAKNAS!', '#NENÍ_K_DISPOZICI'],
  ...['#NAME?', '#NAVN?', '#NAAM?', '#NIMI?', '#NOM?', '#¿NOMBRE?', '#NOME?', '#NAZWA?', '#NAMN?', '#NÁZEV?'],
  ...['#VALUE!', '#WERT!', '#VÆRDI!', '#VERDI!', '#WAARDE!', '#ARVO!', '#VALEUR!', '#¡VALOR!', '#VALORE!', '#VALOR!'],
  ...['#ARG!', '#VÄRDEFEL!', '#HODNOTA!'],
  ...['#DIV/0!', '#DIVISION/0!', '#DEEL/0!', '#JAKO/0!', '#¡DIV/0!', '#DZIEL/0!', '#DĚLENÍ_NULOU!'],
  ...['#NULL!', '#NUL!', '#LEEG!', '#TYHJÄ!', '#¡NULO!', '#NULLO!', '#NULO!', '#ZERO!', '#SKÄRNING!'],
  ...['#NUM!', '#ZAHL!', '#GETAL!', '#LUKU!', '#NOMBRE!', '#¡NUM!', '#NÚM!', '#LICZBA!', '#OGILTIGT!', '#ČÍSLO!'],
  ...['#SPILL!', '#ÜBERLAUF!', '#OVERLØB!', '#CALC!', '#FIELD!', '#FELD!', '#BLOCKED!', '#CONNECT!', '#BUSY!'],
  ...['#UNKNOWN!', '#GETTING_DATA', '#ERROR!'],
]);

/** As LibreOffice shows most errors, in every language. */
const numberedError = /^Err:\d{3}$/;

/** An error that a formula shows in place of a value, as spreadsheet programs write it into a text file. */
export function isFormulaError(text: string): boolean {
  const first = text.charCodeAt(0);
  return first === 35 ? formulaErrors.has(text) : first === 69 && numberedError.test(text);
}

const placeholders =
  /^(?:NULL|null|\(null\)|<null>|\\N|n\/a|N\/A|n\.a\.|N\.A\.|k\. ?A\.|NaN|NaT|<NA>|undefined|-{1,3}|[–—])$/;

/** What programs and people write where there is no value. Not "Null", "Nan" and "None", which may be names, and not "NA", a country. */
export function isPlaceholder(text: string): boolean {
  return text.length <= 9 && placeholders.test(text);
}
