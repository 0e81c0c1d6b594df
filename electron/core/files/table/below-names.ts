import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import type { SheetRow } from './sheet-row.ts';

/** Cells that a row about the columns has at least. One alone may be a value. */
const FEWEST = 2;
/** Rows of data that must not be alike. */
const COMPARED = 30;
/** Rows about the columns that may follow the first. */
const MORE = 2;
/** Share of the filled cells that repeat the name of their column. */
const REPEATED = 0.8;

/** What a template says of a column: whether it must be filled, the kind of its values, their length. */
const rule = new RegExp(
  `^[(\\[<{*]?\\s*(?:${[
    'required|mandatory|optional|required field|optional field',
    'pflicht(?:feld|angabe)?|erforderlich|freiwillig|notwendig|obligatorisch|optionale?s? (?:feld|angabe)',
    'obligatorisk|påkrevd|påkrævet|skal udfyldes|valgfri(?:tt)?|frivillig(?:t)?|valfri(?:tt)?|krävs|pakollinen|valinnainen',
    'obligatoire|facultati(?:f|ve)|optionnel(?:le)?|requis|obligatori[oa]|opcional|obbligatori[oa]|facoltativ[oa]|opzionale',
    'obrigat[oó]ri[oa]|verplicht|optioneel|wymagane|opcjonalne|povinn[eéý]|nepovinn[eéý]|voliteln[eéý]|kötelező|opcionális',
    'zorunlu|isteğe bağlı|обязательно(?:е поле)?|необязательно|必須|任意|必填|选填|選填|필수|선택',
    'text|string|str|number|numeric|integer|int|float|double|date|datetime|timestamp|boolean|bool|phone|e-?mail|url|object',
    'alphanumeric|free text|texto?|tekst|testo|texte|zahl|datum|date|nombre|número|numero',
    'n?var(?:char2?|yin[g])?\\s*\\(\\s*(?:\\d+|max)\\s*\\)|n?char\\s*\\(\\s*\\d+\\s*\\)|(?:string|text|decimal|numeric)\\s*\\(\\s*\\d+(?:\\s*,\\s*\\d+)?\\s*\\)',
    // What Qualtrics and SurveyMonkey write below the questions.
    '"ImportId":.*|(?:open-ended )?response',
    '(?:max\\.?|up to|at most|maximum|höchstens)\\s*\\d+(?:\\s*(?:characters?|chars?|digits?|zeichen|stellen|tegn|tecken))?',
  ].join('|')})\\s*[)\\]>}*]?$`,
  'iu',
);
const example =
  /^(?:e\.?\s?g\.|z\.\s?b\.|f\.\s?eks\.|t\.\s?ex\.|p\.\s?ex\.|bijv\.|np\.|např\.|примеры?:|например|例[:：])\s*\S/iu;

/**
 * Whether a row says what belongs into the columns and is not data: "(required)", "text", "max. 50" or "e.g. Anna" in each of
 * its cells, or the names again in another writing ("first_name" below "First name"). `below`: the rows behind it.
 */
export function isAboutColumns(
  cells: readonly string[],
  names: readonly string[],
  below: readonly Pick<SheetRow, 'cells'>[],
): boolean {
  return repeats(cells, names) || saysKinds(cells, below);
}

/** Whether a row says what belongs into the columns, in words that the rows below it do not have. `below`: those rows. */
export function saysKinds(cells: readonly string[], below: readonly Pick<SheetRow, 'cells'>[]): boolean {
  return [rule, example].some((pattern) => isAll(cells, pattern) && !isAmong(below, pattern));
}

/** Whether such cells are values of the table, too: rows below have them, but for those that also stand below the names. */
function isAmong(below: readonly Pick<SheetRow, 'cells'>[], pattern: RegExp): boolean {
  const alike = below.slice(0, COMPARED).map(({ cells }) => isAll(cells, pattern));
  const data = alike.slice(alike.slice(0, MORE).lastIndexOf(true) + 1);
  return data.length === 0 || data.includes(true);
}

function isAll(cells: readonly string[], pattern: RegExp): boolean {
  let filled = 0;
  for (const cell of cells) {
    if (isBlank(cell)) continue;
    if (!pattern.test(cell.trim())) return false;
    filled += 1;
  }
  return filled >= FEWEST;
}

function repeats(cells: readonly string[], names: readonly string[]): boolean {
  const filled = cells.flatMap((cell, column) => (isBlank(cell) ? [] : [{ cell, column }]));
  const same = filled.filter(({ cell, column }) => bare(cell) !== '' && bare(cell) === bare(names[column] ?? ''));
  return same.length >= FEWEST && same.length >= filled.length * REPEATED;
}

/** Only letters and digits, so that "first_name", "First Name" and "firstName" are one. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
