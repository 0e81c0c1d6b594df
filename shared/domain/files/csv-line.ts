/** Phones and numbers: a formula of digits and the signs inside numbers can do no more than a sum. */
const HARMLESS = /^[+\-\uff0b\uff0d][\d\s().,/\u00a0\u2010-\u2015-]*(?:[eE][+-]?\d+)?%?$/;

/**
 * Whether a spreadsheet would run the text as a formula: it begins with `=`, `@`, a tab or a line end, or with `+` or `-`
 * and is neither a phone nor a number. The same signs in full width count, because programs in Chinese, Japanese and Korean
 * run those, too. `+49 30 123`, `+45-12`, `-12.5` and `+1 (555) 01` are not run.
 */
export function isFormula(text: string): boolean {
  return /^[=@\t\r\n\uff1d\uff20]/.test(text) || (/^[+\-\uff0b\uff0d]/.test(text) && !HARMLESS.test(text));
}

/** The text, with an apostrophe in front when a spreadsheet would run it. */
export function guarded(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

export type Cell = string | number | null;

/** Null is an empty cell, and no text is run as a formula. */
function cellText(cell: Cell): string {
  return typeof cell === 'string' ? guarded(cell) : String(cell ?? '');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** One line of a CSV file with commas, for spreadsheet programs. */
export function csvLine(cells: readonly Cell[]): string {
  return plainCsvLine(cells.map(cellText));
}

/** The same for a program that reads the texts as they are. */
export function plainCsvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? quoted(cell) : cell)).join(',')}\r\n`;
}

/** Every cell in quotes: nothing in it is read as a separator, and no line is empty. */
export function quotedCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/**
 * Tab-separated text with a header line, as spreadsheet programs take it from the clipboard: a quotation mark at the beginning
 * of a cell would join it with those behind it.
 */
export function tabTable(titles: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const text = (cell: Cell) => {
    const line = cellText(cell).replace(/[\t\r\n]+/g, ' ');
    return line.startsWith('"') ? quoted(line) : line;
  };
  return [titles, ...rows].map((row) => row.map(text).join('\t')).join('\n');
}
