/** What is refused, and stated: beyond this a file is not a table of leads, or would take the computer down. */
export const spreadsheetLimits = {
  /** Data rows of one file or sheet. */
  rows: 5_000_000,
  /** As many as a spreadsheet program allows. */
  columns: 16_384,
  /** Characters of one cell of a text file. */
  cellCharacters: 1_000_000,
  /** Bytes of a workbook in one of the old binary formats, which must be held in memory. */
  oldWorkbookBytes: 64 * 1024 * 1024,
  /** Bytes that a binary workbook (XLSB) unpacks to, all of them in memory. */
  oldWorkbookUnpackedBytes: 256 * 1024 * 1024,
  /** Unpacked bytes for each packed one, beyond `harmlessUnpackedBytes`. Sheets of repeated cells reach 60. */
  unpackedRatio: 200,
  harmlessUnpackedBytes: 64 * 1024 * 1024,
  unpackedBytes: 6 * 1024 * 1024 * 1024,
  /** Bytes of all different texts of a workbook. */
  sharedTextBytes: 512 * 1024 * 1024,
} as const;
