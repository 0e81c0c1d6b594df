import { z } from 'zod';

/**
 * How a spreadsheet was read: what was guessed, why, and what a person may choose instead.
 * Rows are numbered as a spreadsheet program numbers them: every record counts, blank ones and title lines too,
 * and a cell with line breaks inside is still one row.
 */

export const certaintySchema = z.enum(['certain', 'likely', 'guess', 'only', 'follows', 'yours']);

function guessOf<Value extends z.ZodType>(value: Value) {
  return z.object({
    value,
    /** `only`: there was nothing to choose from; `follows`: given by another choice; `yours`: a person chose it. */
    certainty: certaintySchema,
    /** One sentence for the person. */
    reason: z.string(),
    alternatives: z.array(value),
  });
}

/** What a person chose instead of the guesses. Leave a field out to have it guessed. */
export const readingChoicesSchema = z.object({
  /** A name from `encodingChoices` (domain/encodings.ts), for example `windows-1252`. */
  encoding: z.string().min(1).max(40).optional(),
  /** One to eight characters. */
  delimiter: z.string().min(1).max(8).optional(),
  sheet: z.string().max(255).optional(),
  /** Row number of the header; null: the file has none. */
  headerLine: z.number().int().min(1).nullable().optional(),
  firstDataLine: z.number().int().min(1).optional(),
  /** Last row that is data. Left out: notes and totals below the table are found and left out. */
  lastDataLine: z.number().int().min(1).optional(),
  /** `false` removes blanks around every cell. Left out or true: cells stay exactly as they are in the file. */
  keepSpaces: z.boolean().optional(),
});

export const columnKindsSchema = z.object({
  phone: z.number(),
  email: z.number(),
  postcode: z.number(),
  date: z.number(),
  name: z.number(),
  id: z.number(),
  url: z.number(),
  number: z.number(),
});

export const columnProfileSchema = z.object({
  /** From 0, in the order of the file. */
  index: z.number().int(),
  /** As it stands in the file; empty when there is no header. */
  header: z.string(),
  /** Unique in the file, "Column 3" when the header is empty. */
  label: z.string(),
  /** Rows with more than blanks in this column. */
  filled: z.number().int(),
  /** Different values among the rows looked at, counted up to a limit (1,000). */
  distinct: z.number().int(),
  /** Filled cells that `kinds` were counted over; all of the first 1,500, then some of the others. */
  sampled: z.number().int(),
  /** How many of the cells looked at have the shape of a phone, an e-mail address, ... One cell may have several. */
  kinds: columnKindsSchema,
  /** Share (0 to 1) of the different values that are phone numbers of one country; only where the header is empty. */
  phoneShare: z.number().optional(),
  /** Three different values where the column has them: the first one, the longest, one of the rarest shape. */
  first: z.string(),
  longest: z.string(),
  oddest: z.string(),
});

export const problemKindSchema = z.enum([
  'ragged',
  'quote',
  'innerQuote',
  'undecodable',
  'nul',
  'blankRows',
  'titleLines',
  'notesBelow',
  'totals',
  'sectionRows',
  'repeatedHeader',
  'repeatedRows',
  'emptyHeader',
  'duplicateHeader',
  'mixedNewlines',
  'longCell',
  'onlySpaces',
  'invisible',
  'formulaError',
  'formulaUnknown',
  'hiddenRows',
  'hiddenColumns',
  'hiddenSheet',
  'otherSheets',
  'merged',
  'macros',
  'numberAsText',
]);

export const problemSchema = z.object({
  kind: problemKindSchema,
  count: z.number().int(),
  /** `line` is the row number, `column` the column's label (empty when the whole row is meant). At most 20. */
  examples: z.array(z.object({ line: z.number().int(), column: z.string(), text: z.string() })),
  title: z.string(),
  message: z.string(),
});

export const sheetSchema = z.object({
  name: z.string(),
  /** Rows with content; null while it has not been counted. */
  rows: z.number().int().nullable(),
  hidden: z.boolean(),
});

export const readingSchema = z.object({
  format: z.enum(['csv', 'xlsx', 'xls', 'xlsb', 'ods']),
  /** Bytes. */
  size: z.number().int(),
  encoding: guessOf(z.string()),
  /** Empty for workbooks. */
  delimiter: guessOf(z.string()),
  newline: z.enum(['LF', 'CRLF', 'CR', 'mixed', 'none']),
  sheets: z.array(sheetSchema),
  sheet: guessOf(z.string().nullable()),
  headerLine: guessOf(z.number().int().nullable()),
  firstDataLine: guessOf(z.number().int()),
  lastDataLine: guessOf(z.number().int()),
  columns: z.array(columnProfileSchema),
  /** Data rows; in a preview those read so far. */
  rows: z.number().int(),
  /** False for a preview made from the head of the file. */
  complete: z.boolean(),
  problems: z.array(problemSchema),
  /** Looked for and not found. */
  checkedFor: z.array(problemKindSchema),
});

export const previewRowSchema = z.object({
  /** 1 for the first data row. */
  row: z.number().int(),
  /** Row number in the file. */
  line: z.number().int(),
  cells: z.array(z.string()),
});

export type Certainty = z.infer<typeof certaintySchema>;
export interface Guess<Value> {
  value: Value;
  certainty: Certainty;
  reason: string;
  alternatives: Value[];
}
export type ReadingChoices = z.infer<typeof readingChoicesSchema>;
export type ColumnKinds = z.infer<typeof columnKindsSchema>;
export type ColumnProfile = z.infer<typeof columnProfileSchema>;
export type ProblemKind = z.infer<typeof problemKindSchema>;
export type Problem = z.infer<typeof problemSchema>;
export type SheetInfo = z.infer<typeof sheetSchema>;
export type Reading = z.infer<typeof readingSchema>;
export type PreviewRow = z.infer<typeof previewRowSchema>;
