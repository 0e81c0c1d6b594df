import { looksLikeEmail } from '../../../../shared/domain/files/cell-shapes.ts';
import { holdsPhone } from '../../../../shared/domain/phones/phone-in-cell.ts';
import { isColumnName } from '../table/column-names.ts';
import { median, typeOf } from '../table/sheet-row.ts';

/** Words of a cell. Names, towns and streets have fewer; a sentence has more. */
const sentence = 4;
/** Words of the second of two cells that explains the first. */
const explanation = 3;
/** Share of the rows. */
const most = 0.5;
/** Rows in which a table may begin below titles. */
const titleRows = 5;

/**
 * Whether the first rows of a sheet are a text or a form before the table: sentences, explained words, or labels where a
 * table has values. `rows`: rows with content.
 */
export function isFrontMatter(rows: readonly (readonly string[])[]): boolean {
  const filled = rows.map((cells) => cells.map((cell) => cell.trim()).filter((cell) => cell !== ''));
  const widest = Math.max(...filled.map((cells) => cells.length));
  if (isForm(filled)) return true;
  if (widest >= 3) return filled.length >= 3 && shareOf(filled, ([first = '']) => isLabel(first)) >= most;
  const pairs = filled.filter((cells) => cells.length === 2);
  if (shareOf(filled, ([first = '']) => first.endsWith(':')) >= most) return true;
  if (pairs.length < filled.length * most)
    return medianWords(filled.map((cells) => cells.join(' '))) >= sentence && !listsContacts(filled);
  if (namesTwoColumns(filled)) return false;
  const seconds = pairs.map(([, second = '']) => second);
  return medianWords(seconds) >= explanation && shareOf(seconds, (cell) => typeOf(cell) === 'text') >= most;
}

/** Whether more than half of the rows hold a phone, or an e-mail address: a list, however few they are. */
export function listsContacts(rows: readonly (readonly string[])[]): boolean {
  return [holdsPhone, looksLikeEmail].some(
    (holds) => shareOf(rows, (cells) => cells.some((cell) => holds(cell.trim()))) > most,
  );
}

/** Whether one of the first rows has the names of two columns and nothing else. */
export function namesTwoColumns(rows: readonly (readonly string[])[]): boolean {
  return rows.slice(0, titleRows).some((cells) => {
    const filled = cells.filter((cell) => cell.trim() !== '');
    return filled.length === 2 && filled.every((cell) => isColumnName(cell));
  });
}

/** Cells above a list of sheets: its title and the name of its column. */
const aboveList = 2;

/**
 * Whether a column of the first rows names every one of the other sheets, each once and nothing else below its name: a table of
 * contents, as Numbers puts before the tables that it exports.
 */
export function isListOfSheets(rows: readonly (readonly string[])[], others: readonly string[]): boolean {
  const width = Math.max(...rows.map((cells) => cells.length));
  for (let column = 0; column < width; column += 1) {
    const values = rows.map((cells) => (cells[column] ?? '').trim()).filter((cell) => cell !== '');
    const listed = values.slice(values.findIndex((value) => others.includes(value)));
    if (values.length - listed.length > aboveList || listed.length !== others.length) continue;
    if (others.every((name) => listed.includes(name))) return true;
  }
  return false;
}

/** Rows that say enough of what stands in the second place. */
const formRows = 6;
/** Share of the rows. A column of a table holds one kind of value, but for a few. */
const mixed = 0.1;

/** What stands behind the labels of a form is of several kinds: a name, then a date, then a version. */
function isForm(filled: readonly (readonly string[])[]): boolean {
  const narrow = filled.filter((cells) => cells.length <= 2).length;
  const behind = filled.flatMap((cells) => (cells.length > 1 ? [cells[1] ?? ''] : []));
  if (narrow < filled.length * most || behind.length < formRows) return false;
  if (filled.slice(0, titleRows).some((cells) => cells.length > 1 && cells.every((cell) => isColumnName(cell))))
    return false;
  const isText = (cell: string) => typeOf(cell) === 'text';
  const labels = shareOf(filled, ([first = '']) => isText(first));
  const texts = shareOf(behind, isText);
  return labels > 1 - mixed && texts > mixed && texts < 1 - mixed;
}

function isLabel(cell: string): boolean {
  return cell.endsWith(':') || isColumnName(cell);
}

function shareOf<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(test).length / items.length;
}

function medianWords(cells: readonly string[]): number {
  return median(cells.map((cell) => cell.split(/\s+/).length));
}
