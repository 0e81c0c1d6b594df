import { z } from 'zod';

/**
 * How a file was read: what was guessed, why, and what a person may choose instead.
 * Row numbers of the file are those of a spreadsheet program: blank rows and title lines count, and a row with line breaks
 * in a cell is one row.
 */

export const certaintySchema = z.enum(['certain', 'likely', 'guess', 'only', 'follows', 'yours']);

function guessOf<Value extends z.ZodType>(value: Value) {
  return z.object({
    value,
    /** `only`: there is no alternative; `follows`: it follows from another choice; `yours`: a person chose it. */
    certainty: certaintySchema,
    /** One sentence for the screen. */
    reason: z.string(),
    alternatives: z.array(value),
  });
}

/** Where columns of fixed width begin, in characters from 1, ascending. */
const cutsSchema = z
  .array(z.number().int().min(1).max(1_000_000))
  .min(1)
  .max(1000)
  .refine((cuts) => cuts.every((cut, at) => at === 0 || cut > (cuts[at - 1] ?? 0)));

/** What a person chose instead of the guesses. Missing choices are guessed. */
export const readingChoicesSchema = z.object({
  /** A name from `encodingChoices` (domain/encodings.ts), for example `windows-1252`. */
  encoding: z.string().min(1).max(40).optional(),
  /** One to eight characters. */
  delimiter: z.string().min(1).max(8).optional(),
  /** The lines have no separator: columns begin at these places. It counts before `delimiter`. */
  cuts: cutsSchema.optional(),
  sheet: z.string().max(255).optional(),
  /** Row number of the header; null: the file has none. */
  headerLine: z.number().int().min(1).nullable().optional(),
  firstDataLine: z.number().int().min(1).optional(),
  /** Last data row. When it is missing, notes and totals below the table are recognised and are not data. */
  lastDataLine: z.number().int().min(1).optional(),
  /** `false` removes the blanks around every value. True or missing: values stay exactly as they are in the file. */
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
  /** As it is in the file; empty when there is no header. */
  header: z.string(),
  /** Unique in the file, "Column 3" when the header is empty. */
  label: z.string(),
  /** Rows with a value in this column that is not blank. */
  filled: z.number().int(),
  /** Different values in the rows that were examined, counted up to 1,000. */
  distinct: z.number().int(),
  /** Filled cells that `kinds` counts: the first 1,500, then a sample of the others. */
  sampled: z.number().int(),
  /** How many of these cells look like a phone number, an e-mail address and so on. A cell may count several times. */
  kinds: columnKindsSchema,
  /** Share (0 to 1) of the different values that are phone numbers of one country; only when the header is empty. */
  phoneShare: z.number().optional(),
  /** What the words in the values tell, as shares (0 to 1) of at most 100 different values; absent in older drafts. */
  signs: z
    .object({
      /** Names of companies, schools, offices. */
      organisation: z.number(),
      /** Begin with a common first name, or have one behind a comma. */
      givenName: z.number(),
      /** Two to five words that could be a person's name. */
      wholeName: z.number(),
      /** A street with a number. */
      street: z.number(),
      /** A state or province of North America, as its code. */
      state: z.number(),
      /** Eight digits as in Denmark and Norway, or ten as in North America, that lie too far apart to be counted numbers. */
      plainPhone: z.number(),
      /** Of places that are known, by their names; absent in drafts of earlier versions. */
      city: z.number().default(0),
      region: z.number().default(0),
      country: z.number().default(0),
    })
    .optional(),
  /** Three different values if the column has them: the first, the longest, and one of the rarest form. */
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
  'mixedEncoding',
  'apostrophes',
  'wholeRows',
  'textFormula',
  'crossesCut',
  'blankRows',
  'unticked',
  'titleLines',
  'notesBelow',
  'totals',
  'sectionRows',
  'pageFeet',
  'repeatedHeader',
  'repeatedRows',
  'emptyHeader',
  'duplicateHeader',
  'mixedNewlines',
  'longCell',
  'shortened',
  'onlySpaces',
  'invisible',
  'formulaError',
  'formulaUnknown',
  'formatUnknown',
  'hiddenRows',
  'hiddenColumns',
  'hiddenSheet',
  'otherSheets',
  'merged',
  'macros',
  'numberAsText',
  'cutOff',
]);

export const problemSchema = z.object({
  kind: problemKindSchema,
  count: z.number().int(),
  /** At most 20. `line`: row number in the file; `column`: label of the column, empty for the whole row. */
  examples: z.array(z.object({ line: z.number().int(), column: z.string(), text: z.string() })),
  title: z.string(),
  message: z.string(),
});

export const sheetSchema = z.object({
  name: z.string(),
  /** Rows with content; null: not counted yet. */
  rows: z.number().int().nullable(),
  hidden: z.boolean(),
});

export const readingSchema = z.object({
  /** `xml`: a workbook of Excel 2003 in XML; `fods`: an OpenDocument spreadsheet that is one XML file. */
  format: z.enum(['csv', 'xlsx', 'xls', 'xlsb', 'ods', 'html', 'xml', 'fods']),
  /** Bytes. */
  size: z.number().int(),
  encoding: guessOf(z.string()),
  /** Empty for workbooks, and for text files with columns of fixed width. */
  delimiter: guessOf(z.string()),
  /** The sign around values; missing where it is the quotation mark. */
  quote: z.string().optional(),
  /** Only where columns have a fixed width. */
  cuts: cutsSchema.optional(),
  newline: z.enum(['LF', 'CRLF', 'CR', 'mixed', 'none']),
  sheets: z.array(sheetSchema),
  sheet: guessOf(z.string().nullable()),
  headerLine: guessOf(z.number().int().nullable()),
  firstDataLine: guessOf(z.number().int()),
  lastDataLine: guessOf(z.number().int()),
  columns: z.array(columnProfileSchema),
  /** Data rows; in a preview the rows read so far. */
  rows: z.number().int(),
  /** False for a preview from the beginning of the file. */
  complete: z.boolean(),
  problems: z.array(problemSchema),
  /** Kinds of problem that the file does not have. */
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
