/** Rows of the head that are looked at. */
const lookedAt = 300;
/** Fewer rows in apostrophes may be chance. */
const fewest = 2;

/** A value in apostrophes, in which one is written twice. */
const wrapped = /'(?:[^']|'')*'/y;

/**
 * The separator of a file in which every value stands between apostrophes ('20304050','O''Brien'), as some databases write
 * text files; null for any other, where an apostrophe is part of a value. Only the first row, the header, may have none.
 * `text`: the decoded head. `whole`: it is the entire file.
 */
export function apostropheDelimiter(text: string, delimiters: readonly string[], whole: boolean): string | null {
  if (!text.includes("'")) return null;
  return delimiters.find((delimiter) => isWrapped(text, delimiter, whole)) ?? null;
}

function isWrapped(text: string, delimiter: string, whole: boolean): boolean {
  let at = text.startsWith("'") ? 0 : afterLine(text, 0);
  if (at > 0 && text.slice(0, at).includes("'")) return false;
  let rows = 0;
  let columns = 0;
  while (at < text.length && rows < lookedAt) {
    const row = readRow(text, at, delimiter);
    // The last row of a head may be cut anywhere.
    if (row === null || row.end >= text.length)
      return (row !== null || !whole) && isEnough(rows + (whole ? 1 : 0), columns);
    at = row.end;
    if (row.cells === 1 && row.filled === 0) continue;
    if (rows > 0 && row.cells !== columns) return false;
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
): { end: number; cells: number; filled: number } | null {
  let cells = 0;
  let filled = 0;
  for (let at = start; ; at += delimiter.length) {
    wrapped.lastIndex = at;
    if (text[at] === "'") {
      if (!wrapped.test(text)) return null;
      at = wrapped.lastIndex;
      filled += 1;
    }
    cells += 1;
    if (text.startsWith(delimiter, at)) continue;
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') return null;
    return { end: afterLine(text, at), cells, filled };
  }
}

/** Behind the line end at `from` or after it. */
function afterLine(text: string, from: number): number {
  const found = /\r\n|\n|\r/g;
  found.lastIndex = from;
  return found.exec(text) === null ? text.length : found.lastIndex;
}
