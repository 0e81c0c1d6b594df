/** Rows of the head that are looked at. */
const lookedAt = 300;
/** Fewer rows in apostrophes may be chance. */
const fewest = 2;

/** A value in apostrophes, in which one is written twice. */
const wrapped = /'(?:[^']|'')*'/y;

/** A number, a date or a word of databases: what may stand without apostrophes where every text has them. */
const bare = /^(?:[^'"\p{L}]+|true|false|null)$/iu;

/**
 * The separator of a file in which every value stands between apostrophes ('20304050','O''Brien'), as some databases write
 * text files, or every text, or every value with a separator in it; null for any other, where an apostrophe is part of a value. Only the
 * first row, the header, may have none.
 * `text`: the decoded head. `whole`: it is the entire file.
 */
export function apostropheDelimiter(text: string, delimiters: readonly string[], whole: boolean): string | null {
  if (!text.includes("'")) return null;
  return (
    delimiters.find((delimiter) => isWrapped(text, delimiter, whole)) ??
    delimiters.find((delimiter) => isWrappedWhereNeeded(text, delimiter, whole)) ??
    null
  );
}

/**
 * Apostrophes only around values with a separator in them ("Rossi,'Via Roma, 4',Milano"): all rows then have as many cells as
 * the header, and without apostrophes they would have more. Nothing else may begin with an apostrophe.
 */
function isWrappedWhereNeeded(text: string, delimiter: string, whole: boolean): boolean {
  let columns = 0;
  let wrappedRows = 0;
  let at = 0;
  for (let row = 0; row < lookedAt && at < text.length; row += 1) {
    const read = readRow(text, at, delimiter);
    if (read === null || read.cells.some((cell) => isOdd(cell, delimiter)) || (read.isCut && whole)) return false;
    if (read.isCut) break;
    at = read.end;
    if (read.cells.length === 1) continue;
    const hasWrapped = read.cells.some((cell) => cell.startsWith("'"));
    if (columns === 0 && hasWrapped) return false;
    columns ||= read.cells.length;
    if (read.cells.length !== columns && (whole || at < text.length)) return false;
    if (hasWrapped) wrappedRows += 1;
  }
  return columns >= 2 && wrappedRows >= fewest;
}

/** A quotation mark, or apostrophes around a value that needs none, or that goes on in the next line. */
function isOdd(cell: string, delimiter: string): boolean {
  return cell.startsWith('"') || (cell.startsWith("'") && (!cell.includes(delimiter) || /[\r\n]/.test(cell)));
}

function isEndOfCell(text: string, at: number, delimiter: string): boolean {
  return text[at] === '\n' || text[at] === '\r' || text.startsWith(delimiter, at);
}

function isWrapped(text: string, delimiter: string, whole: boolean): boolean {
  let at = text.startsWith("'") ? 0 : afterLine(text, 0);
  if (text.indexOf("'") < at) return false;
  let rows = 0;
  let columns = 0;
  const texts = new Set<number>();
  const numbers = new Set<number>();
  while (rows < lookedAt && at < text.length) {
    const row = readRow(text, at, delimiter);
    const kinds = row?.cells.map((cell) => kindOf(cell, delimiter)) ?? [];
    const isPart = row === null || row.isCut || kinds.includes(null);
    // The last row of a head may be cut anywhere.
    if (isPart || (row.end >= text.length && !whole)) return !whole && isEnough(rows, columns);
    const isFirst = at === 0;
    at = row.end;
    if (kinds.length === 1 && kinds[0] === 'empty') continue;
    if (columns > 0 && kinds.length !== columns) return false;
    columns = kinds.length;
    rows += 1;
    if (isFirst) continue;
    kinds.forEach((kind, column) => {
      if (kind === 'text') texts.add(column);
      else if (kind === 'number') numbers.add(column);
    });
    // In one column all or none are texts.
    if (texts.size === 0 || [...texts].some((column) => numbers.has(column))) return false;
  }
  return isEnough(rows, columns);
}

function isEnough(rows: number, columns: number): boolean {
  return rows >= fewest && columns >= 2;
}

/** `separated`: in apostrophes because it holds a separator or a line end, so it may be a number. */
type CellKind = 'text' | 'separated' | 'number' | 'empty';

/** Null for a text without apostrophes. */
function kindOf(cell: string, delimiter: string): CellKind | null {
  if (cell === '') return 'empty';
  if (cell.startsWith("'")) return cell.includes(delimiter) || /[\r\n]/.test(cell) ? 'separated' : 'text';
  return bare.test(cell) ? 'number' : null;
}

/**
 * The cells of a row as they are written, and where the next row begins. `isCut`: the text ends inside of a value, which is
 * missing then. Null when something else than a separator stands behind a value in apostrophes.
 */
function readRow(
  text: string,
  start: number,
  delimiter: string,
): { end: number; cells: readonly string[]; isCut: boolean } | null {
  const cells: string[] = [];
  for (let at = start; ; at += delimiter.length) {
    const begin = at;
    if (text[at] === "'") {
      wrapped.lastIndex = at;
      if (!wrapped.test(text)) return { end: text.length, cells, isCut: true };
      at = wrapped.lastIndex;
    } else while (at < text.length && !isEndOfCell(text, at, delimiter)) at += 1;
    cells.push(text.slice(begin, at));
    if (text.startsWith(delimiter, at)) continue;
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') return null;
    return { end: afterLine(text, at), cells, isCut: false };
  }
}

/** Behind the line end at `from` or after it. */
function afterLine(text: string, from: number): number {
  const found = /\r\n|\n|\r/g;
  found.lastIndex = from;
  return found.exec(text) === null ? text.length : found.lastIndex;
}
