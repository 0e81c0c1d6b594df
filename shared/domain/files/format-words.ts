/** What a file is, where its name or its cells do not say so; null for a text file and the workbooks that everyone knows. */
export function formatWords(format: string): string | null {
  switch (format) {
    case 'html':
      return 'a web page with a table, as some systems export it';
    case 'xml':
      return 'a workbook of Excel 2003 in XML';
    case 'fods':
      return 'an OpenDocument spreadsheet in XML';
    default:
      return null;
  }
}
