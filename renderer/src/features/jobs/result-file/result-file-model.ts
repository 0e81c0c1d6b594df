/**
 * The separator that Excel most likely expects on this computer: where a comma separates decimals, it cannot separate cells.
 * The page cannot ask Windows for the list separator itself.
 */
export function excelDelimiter(language: string = navigator.language): ',' | ';' {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}
