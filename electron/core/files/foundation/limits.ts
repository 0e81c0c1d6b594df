/** A larger file is refused, with the limit in the message: it is not a table of leads, or would exhaust the computer's memory. */
export const spreadsheetLimits = {
  /** Data rows of one file or sheet. */
  rows: 5_000_000,
  /** Sheets of a workbook, or tables of a web page: as many as LibreOffice allows. */
  sheets: 10_000,
  /** Columns of a table: as many as a spreadsheet program allows. */
  columns: 16_384,
  /** Characters of one cell of a text file. More mean a missing quotation mark. */
  cellCharacters: 1_000_000,
  /** Bytes of a workbook in one of the old binary formats, which are read into memory as a whole. */
  oldWorkbookBytes: 64 * 1024 * 1024,
  /** Bytes of an unpacked binary workbook (XLSB), which is held in memory as a whole. */
  oldWorkbookUnpackedBytes: 256 * 1024 * 1024,
  /** Unpacked bytes for each packed byte, checked beyond `harmlessUnpackedBytes`. Sheets of repeated cells reach 60. */
  unpackedRatio: 200,
  /** Unpacked bytes of one entry that any ratio may have. */
  harmlessUnpackedBytes: 64 * 1024 * 1024,
  /** Unpacked bytes of one entry, whatever its ratio. */
  unpackedBytes: 6 * 1024 * 1024 * 1024,
  /** Bytes of all distinct texts of a workbook, which are held in memory. */
  sharedTextBytes: 512 * 1024 * 1024,
} as const;
