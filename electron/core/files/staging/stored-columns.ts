import { storedCells } from '../../storage/stored-json.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const END = 0x5d;

interface WantedColumn {
  readonly column: number;
  /** JSON of its values. */
  readonly json: string[];
}

/**
 * The values of columns in rows as they are stored, a list a column; what a short row lacks is empty. Null when a line is not a
 * list of texts. Only these cells are taken out of a line, which takes less time than the database needs for one of them.
 *
 * @param stored a line each, the JSON of a list of texts
 */
export function storedColumns(stored: string, columns: readonly number[]): string[][] | null {
  const wanted = columns.map((column): WantedColumn => ({ column, json: [] }));
  const inOrder = wanted.toSorted((one, other) => one.column - other.column);
  let backslash = -1;
  for (let start = 0, end; start < stored.length; start = end + 1) {
    end = placeFrom(stored, '\n', start);
    if (!stored.startsWith('[', start) || !stored.endsWith(']', end)) return null;
    if (backslash < start) backslash = placeFrom(stored, '\\', start);
    // A quotation mark behind a backslash belongs to its value.
    const isList =
      backslash > end ? addPlain(stored, start + 1, inOrder) : addEscaped(stored.slice(start, end), wanted);
    if (!isList) return null;
  }
  const values = wanted.map(({ json }) => storedCells(`[${json.join()}]`));
  return values.every((column) => column !== null) ? values : null;
}

/** The place of this character; the end of the text when it does not come. */
function placeFrom(text: string, character: string, start: number): number {
  const place = text.indexOf(character, start);
  return place === -1 ? text.length : place;
}

function addEscaped(line: string, wanted: readonly WantedColumn[]): boolean {
  const cells = storedCells(line);
  for (const { column, json } of wanted) json.push(JSON.stringify(cells?.[column] ?? ''));
  return cells !== null;
}

/**
 * Adds the cells of a line without a backslash, where every quotation mark begins or ends a value. `start`: of its first value.
 * False where something else than a value stands.
 */
function addPlain(text: string, start: number, inOrder: readonly WantedColumn[]): boolean {
  let column = 0;
  let place = start;
  for (const { column: next, json } of inOrder) {
    for (; column < next && text.charCodeAt(place) === QUOTE; column += 1) {
      const after = text.indexOf('"', place + 1) + 1;
      place = text.charCodeAt(after) === COMMA ? after + 1 : after;
    }
    const isThere = text.charCodeAt(place) === QUOTE;
    if (!isThere && text.charCodeAt(place) !== END) return false;
    json.push(isThere ? text.slice(place, text.indexOf('"', place + 1) + 1) : '""');
  }
  return true;
}
