/** Rows of the head that are looked at. */
const lookedAt = 300;
/** Fewer rows in apostrophes may be chance. */
const fewest = 2;

/** A value in apostrophes, in which one is written twice. */
const wrapped = /'(?:[^']|'')*'/y;

/**
 * The separator of a file in which every value stands between apostrophes ('20304050','O''Brien'), as some databases write
 * text files, or every value with a separator in it; null for any other, where an apostrophe is part of a value. Only the
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
    const read = readMixedRow(text, at, delimiter);
    if (read === null || (read === 'cut' && whole)) return false;
    if (read === 'cut') break;
    at = read.end;
    if (read.cells === 1) continue;
    if (columns === 0) {
      if (read.isWrapped) return false;
      columns = read.cells;
    }
    if (read.cells !== columns && (whole || at < text.length)) return false;
    if (read.isWrapped) wrappedRows += 1;
  }
  return columns >= 2 && wrappedRows >= fewest;
}

/** Null when apostrophes do not stand around a value with a separator; "cut" when the text ends inside of one. */
function readMixedRow(
  text: string,
  start: number,
  delimiter: string,
): { end: number; cells: number; isWrapped: boolean } | 'cut' | null {
  let cells = 0;
  let isWrapped = false;
  for (let at = start; ; at += delimiter.length) {
    if (text[at] === '"') return null;
    if (text[at] === "'") {
      wrapped.lastIndex = at;
      const [value] = wrapped.exec(text) ?? [];
      if (value === undefined) return 'cut';
      if (!value.includes(delimiter) || /[\r\n]/.test(value)) return null;
      at += value.length;
      isWrapped = true;
    } else while (at < text.length && !isEndOfCell(text, at, delimiter)) at += 1;
    cells += 1;
    if (text.startsWith(delimiter, at)) continue;
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') return null;
    return { end: afterLine(text, at), cells, isWrapped };
  }
}

function isEndOfCell(text: string, at: number, delimiter: string): boolean {
  return text[at] === '\n' || text[at] === '\r' || text.startsWith(delimiter, at);
}

function isWrapped(text: string, delimiter: string, whole: boolean): boolean {
  let at = text.startsWith("'") ? 0 : afterLine(text, 0);
  if (text.indexOf("'") < at) return false;
  let rows = 0;
  let columns = 0;
  while (rows < lookedAt) {
    const row = readRow(text, at, delimiter);
    // The last row of a head may be cut anywhere.
    if (row === null || row.end >= text.length)
      return (row !== null || !whole) && isEnough(rows + (whole ? 1 : 0), columns);
    at = row.end;
    if (row.cells === 1 && !row.isFilled) continue;
    if (columns > 0 && row.cells !== columns) return false;
    columns = row.cells;
    rows += 1;
  }
  return isEnough(rows, columns);
}

function isEnough(rows: number, columns: number): boolean {
  return rows >= fewest && columns >= 2;
}

/** Null when a value stands without apostrophes. `end`: where the next row begins. */
function readRow(
  text: string,
  start: number,
  delimiter: string,
): { end: number; cells: number; isFilled: boolean } | null {
  let cells = 0;
  let isFilled = false;
  for (let at = start; ; at += delimiter.length) {
    wrapped.lastIndex = at;
    if (text[at] === "'") {
      if (!wrapped.test(text)) return null;
      at = wrapped.lastIndex;
      isFilled = true;
    }
    cells += 1;
    if (text.startsWith(delimiter, at)) continue;
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') return null;
    return { end: afterLine(text, at), cells, isFilled };
  }
}

/** Behind the line end at `from` or after it. */
function afterLine(text: string, from: number): number {
  const found = /\r\n|\n|\r/g;
  found.lastIndex = from;
  return found.exec(text) === null ? text.length : found.lastIndex;
}
