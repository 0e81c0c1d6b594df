import { z } from 'zod';
import { PAGE_LIMIT } from '../primitives.ts';

/**
 * What a check of a draft found, before anything is sent. A reason gathers all rows with the same trouble in the same
 * field; rows left out have no reasons. The file itself is never changed: edits, repairs and rows left out are a layer
 * over it that is kept with the draft.
 */

/** `problem`: the row should not be sent like this; `warning`: worth a look; `note`: good to know. */
export const checkSeveritySchema = z.enum(['problem', 'warning', 'note']);
export type CheckSeverity = z.infer<typeof checkSeveritySchema>;

export const checkKindSchema = z.enum([
  'noPhone',
  'required',
  'empty',
  'areaCodeMissing',
  'leadingZeroLost',
  'plusMissing',
  'phoneInvalid',
  'phoneShort',
  'phoneLong',
  'phoneSeveral',
  'phoneUnusual',
  'emailInvalid',
  'dateInvalid',
  'dateAmbiguous',
  'dateOrder',
  'dateMixed',
  'postcodeZeroLost',
  'postcodeInvalid',
  'urlScheme',
  'urlInvalid',
  'tooLong',
  'notAllowed',
  'notUnique',
  'exponent',
  'digitsLost',
  'pointZero',
  'dateInPhone',
  'formulaError',
  'onlySpaces',
  'commaAtEnd',
  'duplicatePhone',
  'duplicateEmail',
  'duplicateKey',
  'sentBefore',
]);
export type CheckKind = z.infer<typeof checkKindSchema>;

/** Stable between checks of the same draft: the kind, and the field it is about. */
export const reasonIdSchema = z.string().min(1).max(300);

export const repairIdSchema = z.enum([
  'areaCode',
  'leadingZero',
  'postcodeZero',
  'addPlus',
  'writeOut',
  'cutPointZero',
  'firstNumber',
  'tidyEmail',
  'addScheme',
  'cutComma',
  'otherOrder',
  'makeEmpty',
]);
export type RepairId = z.infer<typeof repairIdSchema>;

export const checkRepairSchema = z.object({
  id: repairIdSchema,
  /** On the button, without the number of rows. */
  label: z.string(),
  /** Rows of the reason that the repair with these parameters puts right; the others stay with the reason. */
  rows: z.number().int(),
  /** A value of the reason as it would be sent, before and after; null when no row can be put right. */
  example: z.object({ before: z.string(), after: z.string() }).nullable(),
  /** What a person may fill in; `value` is the proposal. */
  parameters: z.array(z.object({ id: z.literal('areaCode'), label: z.string(), value: z.string() })),
});
export type CheckRepair = z.infer<typeof checkRepairSchema>;

/** Dates of three numbers of a field, by what their own numbers tell; those that begin with the year are in no doubt. */
export const dateReadingSchema = z.object({
  /** As the mapping says; null: they are sent as they stand. */
  order: z.enum(['day-month', 'month-day', 'year-month']).nullable(),
  /** Rows whose date exists only when the day, or the month, stands first, as in 25/04/2026 and 04/25/2026. */
  dayFirst: z.number().int(),
  monthFirst: z.number().int(),
  /** Rows whose date is another one in the other order, as 03/04/2026. */
  either: z.number().int(),
});
export type DateReading = z.infer<typeof dateReadingSchema>;

export const checkReasonSchema = z.object({
  id: reasonIdSchema,
  kind: checkKindSchema,
  severity: checkSeveritySchema,
  /** Import name; null when the whole row is meant. */
  field: z.string().nullable(),
  /** Column indexes the value comes from. */
  columns: z.array(z.number().int()),
  /** Rows. */
  count: z.number().int(),
  /** Different values among them; null when there are more than 100,000. */
  distinct: z.number().int().nullable(),
  /** For the list, without numbers. */
  title: z.string(),
  /** What it means and what to do. */
  sentence: z.string(),
  /** The first rows, at most three: row number in the file and the value. */
  examples: z.array(z.object({ row: z.number().int(), line: z.number().int(), value: z.string() })),
  repair: checkRepairSchema.nullable(),
  /** Whether its rows differ, so that the oddest of them can come first. */
  hasOddest: z.boolean(),
  /** For reasons about the order of day and month. */
  dates: dateReadingSchema.nullable(),
});
export type CheckReason = z.infer<typeof checkReasonSchema>;

export const fieldCheckSchema = z.object({
  field: z.string().trim().min(1).max(200),
  required: z.boolean(),
  unique: z.boolean(),
  /** Characters; null: no limit. */
  longest: z.number().int().min(1).max(1_000_000).nullable(),
  /** Values as they are sent; null: any. */
  allowed: z.array(z.string().max(1000)).max(5000).nullable(),
});
export type FieldCheck = z.infer<typeof fieldCheckSchema>;

/** What a person decided about the check; kept with the draft. */
export const checkSettingsSchema = z.object({
  /** Two letters (ISO 3166-1), for numbers without a country prefix. Null: guessed from the file. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .default(null),
  /** A field whose values must not repeat, beside phone and e-mail. */
  duplicateKey: z.string().max(200).nullable().default(null),
  fields: z.array(fieldCheckSchema).max(500).default([]),
});
export type CheckSettings = z.infer<typeof checkSettingsSchema>;

/** Every row once, the first that applies: the five always add up to the rows of the file. */
const checkStandingSchema = z.object({
  leftOut: z.number().int(),
  problem: z.number().int(),
  /** Rows with the phone, e-mail or key of an earlier row of the file. */
  repeated: z.number().int(),
  sentBefore: z.number().int(),
  ready: z.number().int(),
});

const duplicatesSchema = z.object({
  reasonId: reasonIdSchema,
  by: z.enum(['phone', 'email', 'key']),
  /** What repeats, in words: "phone", "e-mail" or the field. */
  label: z.string(),
  /** Values that occur in more than one row. */
  groups: z.number().int(),
  rows: z.number().int(),
  /** Rows that leaving out touches when the first, or the last, row of each group stays; one in two groups counts once. */
  extra: z.object({ first: z.number().int(), last: z.number().int() }),
});

const sentBeforeSchema = z.object({
  campaignCode: z.string(),
  /** Leads of this campaign that the rows were compared with; leads added elsewhere are not known. */
  compared: z.number().int(),
  rows: z.number().int(),
  /** The latest first. `at`: Unix milliseconds of the last row that was sent. */
  jobs: z.array(z.object({ jobId: z.string(), name: z.string(), at: z.number(), rows: z.number().int() })),
});

export const checkSummarySchema = z.object({
  draftId: z.string(),
  /** Rises with every change; pages of an older one are stale. */
  revision: z.number().int(),
  rows: z.number().int(),
  standing: checkStandingSchema,
  /** Rows with at least one problem, and with at least one warning; a row may be in both. */
  rowsWithProblem: z.number().int(),
  rowsWithWarning: z.number().int(),
  /** Problems first, then by rows. */
  reasons: z.array(checkReasonSchema),
  duplicates: z.array(duplicatesSchema),
  /** Null: no campaign is named yet, or no account is open. */
  sentBefore: sentBeforeSchema.nullable(),
  /** Rows with an edit or a repair. */
  editedRows: z.number().int(),
  editedCells: z.number().int(),
  /** Why rows were left out; `reasonId` null: chosen one by one. */
  leftOut: z.array(z.object({ reasonId: reasonIdSchema.nullable(), title: z.string(), rows: z.number().int() })),
  /** The last step that can be taken back; `steps` counts all of them. */
  undo: z.object({ title: z.string(), steps: z.number().int() }).nullable(),
  /** The country used for numbers without a prefix, and why. */
  country: z.object({ value: z.string(), reason: z.string(), isYours: z.boolean() }),
  /** Phones without a prefix read in that country though the file does not tell it; 0 when it does, or a person did. */
  guessedPhones: z.number().int(),
  settings: checkSettingsSchema,
  /** How long this answer took. */
  milliseconds: z.number(),
});
export type CheckSummary = z.infer<typeof checkSummarySchema>;

export const checkRowSchema = z.object({
  row: z.number().int(),
  /** Row number in the file. */
  line: z.number().int(),
  /** As edited. */
  cells: z.array(z.string()),
  /** What the file says in the columns that were changed. */
  edited: z.array(z.object({ column: z.number().int(), inFile: z.string() })),
  leftOut: z.boolean(),
  /** `column` null: the whole row. */
  marks: z.array(z.object({ column: z.number().int().nullable(), reasonId: reasonIdSchema, kind: checkKindSchema })),
  /**
   * For the reason that was asked for: the value as it is sent now, and after the repair with the given parameters. `after`
   * is null when the repair cannot put this value right, or there is none.
   */
  change: z
    .object({ column: z.number().int().nullable(), field: z.string(), now: z.string(), after: z.string().nullable() })
    .nullable(),
});
export type CheckRow = z.infer<typeof checkRowSchema>;

/**
 * `reason`: rows of the named reason; none when none is named. `problem`: rows with any problem, as `rowsWithProblem`
 * counts them. `repaired`: rows with an edit.
 */
export const checkFilterSchema = z.enum(['reason', 'problem', 'repaired', 'leftOut', 'all']);
export type CheckFilter = z.infer<typeof checkFilterSchema>;

/**
 * For the filter `reason`; every other one is in the order of the file. `oddest`: values written as few others are come
 * first, those written alike stand together, the same value again beside itself.
 */
export const rowOrderSchema = z.enum(['file', 'oddest']);
export type RowOrder = z.infer<typeof rowOrderSchema>;

export const repairParametersSchema = z.object({ areaCode: z.string().trim().max(10).optional() });
export type RepairParameters = z.infer<typeof repairParametersSchema>;

export const cellEditSchema = z.object({
  row: z.number().int().min(1),
  column: z.number().int().min(0).max(16_384),
  value: z.string().max(100_000),
});

/** Rows to leave out or to take back: named ones, or those of a reason. */
export const rowChoiceSchema = z.union([
  z.object({ rows: z.array(z.number().int().min(1)).min(1).max(PAGE_LIMIT) }),
  z.object({
    reasonId: reasonIdSchema,
    /** For duplicates: one row of each group stays. */
    keep: z.enum(['first', 'last']).nullable().default(null),
  }),
]);

export const distinctValueSchema = z.object({
  value: z.string(),
  count: z.number().int(),
  /** After the repair with the given parameters; null when it cannot be put right. */
  after: z.string().nullable(),
});
export type DistinctValue = z.infer<typeof distinctValueSchema>;

export const duplicateGroupSchema = z.object({
  /** The value that repeats, for a person: a number in E.164, or as it is written when it lacks its area code. */
  key: z.string(),
  count: z.number().int(),
  /** At most 20. */
  rows: z.array(z.object({ row: z.number().int(), line: z.number().int(), cells: z.array(z.string()) })),
});
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>;
