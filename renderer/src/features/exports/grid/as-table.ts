/** Tab-separated text with a header line, as spreadsheet programs take it from the clipboard. */
export function asTable(titles: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const cell = (value: string | null) => (value ?? '').replace(/[\t\r\n]+/g, ' ');
  return [titles, ...rows].map((row) => row.map((value) => cell(value)).join('\t')).join('\n');
}
