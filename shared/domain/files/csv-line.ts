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

/** One line of a CSV file with commas, for spreadsheet programs; null is an empty cell, and no text in it is run as a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const texts = cells.map((cell) => {
    const text = typeof cell === 'string' ? guarded(cell) : String(cell ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\r\n`;
}
