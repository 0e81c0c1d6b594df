import { z } from 'zod';
import { countrySchema, phoneCountrySchema } from '../imports/phone-country.ts';
import { campaignFoundSchema } from './campaign-rows.ts';

/**
 * What the check of a draft found. A reason groups all rows with the same kind of problem in the same field; rows left
 * out have no reasons. The file is never changed: edits, repairs and rows left out are kept with the draft and applied
 * to its rows.
 */

/** `problem`: the row should not be sent as it is; `warning`: a person should look at it; `note`: for information. */
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
  'phoneExtension',
  'extensionLeftOut',
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
  'placeholder',
  'noValue',
  'onlySpaces',
  'commaAtEnd',
  'readTwice',
  'duplicatePhone',
  'duplicateEmail',
  'duplicateName',
  'duplicateKey',
  'sentBefore',
  'inQueue',
  'sentByTeam',
  'teamContact',
]);
export type CheckKind = z.infer<typeof checkKindSchema>;

/** The kind and the field. The same in every check of the draft. */
export const reasonIdSchema = z.string().min(1).max(300);

export const repairIdSchema = z.enum([
  'areaCode',
  'leadingZero',
  'postcodeZero',
  'addPlus',
  'writeOut',
  'cutPointZero',
  'firstNumber',
  'numberOnly',
  'tidyEmail',
  'addScheme',
  'cutComma',
  'readOnce',
  'shorten',
  'otherOrder',
  'makeEmpty',
]);
export type RepairId = z.infer<typeof repairIdSchema>;

export const checkRepairSchema = z.object({
  id: repairIdSchema,
  /** On the button, without the number of rows. */
  label: z.string(),
  /**
   * Rows of the reason that the repair with these parameters corrects; the others keep the reason. Null: not counted, because
   * there are too many different values to try each.
   */
  rows: z.number().int().nullable(),
  /** A value of the reason as it would be sent, before and after the repair; null when it can correct no row. */
  example: z.object({ before: z.string(), after: z.string() }).nullable(),
  /** What a person may fill in; `value` is the suggested one. */
  parameters: z.array(z.object({ id: z.literal('areaCode'), label: z.string(), value: z.string() })),
});
export type CheckRepair = z.infer<typeof checkRepairSchema>;

/** What the dates of a field show about the order of day and month. Dates that begin with the year are not counted. */
export const dateReadingSchema = z.object({
  /** The order in the mapping; null: the dates are sent as they are in the file. */
  order: z.enum(['day-month', 'month-day', 'year-month']).nullable(),
  /** Rows whose date is valid only with the day first, as 25/04/2026; `monthFirst`: only with the month first. */
  dayFirst: z.number().int(),
  monthFirst: z.number().int(),
  /** Rows whose date is valid in both orders and means another day in each, as 03/04/2026. */
  either: z.number().int(),
});
export type DateReading = z.infer<typeof dateReadingSchema>;

export const checkReasonSchema = z.object({
  id: reasonIdSchema,
  kind: checkKindSchema,
  severity: checkSeveritySchema,
  /** Import name; null: the whole row. */
  field: z.string().nullable(),
  /** Indexes of the columns that the value comes from. */
  columns: z.array(z.number().int()),
  /** Rows. */
  count: z.number().int(),
  /** Different values in these rows; null when there are more than 100,000. */
  distinct: z.number().int().nullable(),
  /** For the list of reasons, without numbers. */
  title: z.string(),
  /** What it means and what to do. */
  sentence: z.string(),
  /** The first rows, at most three. `line`: row number in the file. */
  examples: z.array(z.object({ row: z.number().int(), line: z.number().int(), value: z.string() })),
  repair: checkRepairSchema.nullable(),
  /** Whether its values differ, or repeat, so that the order `oddest` makes sense. */
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
  /** Allowed values, as they are sent; null: every value. */
  allowed: z.array(z.string().max(1000)).max(5000).nullable(),
});
export type FieldCheck = z.infer<typeof fieldCheckSchema>;

/** A person's settings of the check, kept with the draft. */
export const checkSettingsSchema = z.object({
  /** For numbers without a country prefix. Null: nobody chose it. */
  country: countrySchema.nullable().default(null),
  /** A field whose values must be unique, besides phone and e-mail. */
  duplicateKey: z.string().max(200).nullable().default(null),
  fields: z.array(fieldCheckSchema).max(500).default([]),
});
export type CheckSettings = z.infer<typeof checkSettingsSchema>;

/** What a person does with rows that share a phone, an e-mail, a name or the value of a field: one row of each group is sent. */
export const duplicateAnswerSchema = z.strictObject({
  by: z.enum(['phone', 'email', 'name', 'key']),
  /** The field whose value they share, when `by` is `key`; else null. */
  field: z.string().trim().min(1).max(200).nullable(),
  keep: z.enum(['first', 'last']),
});
export type DuplicateAnswer = z.infer<typeof duplicateAnswerSchema>;

/** Each row is counted once, in the first group that applies, so the five add up to the rows of the file. */
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
  by: z.enum(['phone', 'email', 'name', 'key']),
  /** In words: "phone", "e-mail", "name" or the name of the field. */
  label: z.string(),
  /** Values that occur in more than one row. */
  groups: z.number().int(),
  rows: z.number().int(),
  /** Rows to leave out when the first, or the last, row of each group stays; a row in two groups counts once. */
  extra: z.object({ first: z.number().int(), last: z.number().int() }),
});

const sentBeforeSchema = z.object({
  campaignCode: z.string(),
  /** Leads that this computer sent to the campaign and the rows were compared with; it does not know other leads. */
  compared: z.number().int(),
  /** Rows sent before, but for those that are left out for another reason. */
  rows: z.number().int(),
  /** Of these, rows that are left out for it; a person sends the others all the same. */
  leftOut: z.number().int(),
  /** The latest first. `at`: when the last row was sent, Unix milliseconds. */
  jobs: z.array(z.object({ jobId: z.string(), name: z.string(), at: z.number(), rows: z.number().int() })),
});

const inQueueSchema = z.object({
  /** Rows whose lead an earlier file of the queue sends, but for those that are left out for another reason. */
  rows: z.number().int(),
  /** Of these, rows that are left out for it; a person sends the others all the same. */
  leftOut: z.number().int(),
  /** The earlier files, the first one first, and how many of the rows each of them has. */
  files: z.array(z.object({ name: z.string(), rows: z.number().int() })),
});

/** Another computer of the team that sent leads of the rows. */
const teamComputerSchema = z.object({
  /** Its person, '' when nobody said; null: this computer, before its data folder was put back or copied. */
  name: z.string().nullable(),
  rows: z.number().int(),
  /** Unix milliseconds of the latest of them. */
  at: z.number(),
});

const sentByTeamSchema = z.object({
  /** Unix milliseconds of the last whole answer; null: the team was not asked about these rows yet. */
  askedAt: z.number().nullable(),
  /** Rows about which the team was asked. */
  asked: z.number().int(),
  /** Rows or columns were changed since: of those rows nothing is known. */
  isStale: z.boolean(),
  /** Rows whose lead, as it is sent, a colleague has, but for those that are left out for another reason. */
  rows: z.number().int(),
  /** Of these, rows that are left out for it; a person sends the others all the same. */
  leftOut: z.number().int(),
  /** A colleague has them by their phone: the team sends one lead per phone number and campaign. */
  isByPhone: z.literal(true).optional(),
  /** Rows that share only a phone or an e-mail address with a colleague's lead. */
  contactRows: z.number().int(),
  /** Whose `rows` are, the most first. */
  computers: z.array(teamComputerSchema),
  /** The same for `contactRows`. */
  contactComputers: z.array(teamComputerSchema),
});

/** A named step of a person under Check. */
export const historyStepSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Rows it changed. */
  rows: z.number().int(),
  /** False: it was undone, and can be redone. */
  stands: z.boolean(),
});
export type HistoryStep = z.infer<typeof historyStepSchema>;

export const checkSummarySchema = z.object({
  draftId: z.string(),
  /** Rises with every change. Pages of rows of an older revision are out of date. */
  revision: z.number().int(),
  rows: z.number().int(),
  standing: checkStandingSchema,
  /** Rows with at least one problem, and with at least one warning; a row may be in both. */
  rowsWithProblem: z.number().int(),
  rowsWithWarning: z.number().int(),
  /** Problems first, then by rows. */
  reasons: z.array(checkReasonSchema),
  duplicates: z.array(duplicatesSchema),
  /** Null when the draft has no campaign yet, or no account is open. */
  sentBefore: sentBeforeSchema.nullable(),
  /** Null when no earlier file of a queue goes to the same campaign. */
  inQueue: inQueueSchema.nullable(),
  /** What other computers of the team sent; null: the account is in no team, or the draft has no campaign. */
  team: sentByTeamSchema.nullable(),
  /** What the campaign holds of the rows; null: they were not compared with this campaign yet. */
  campaign: campaignFoundSchema.nullable(),
  /** Rows with an edit or a repair. */
  editedRows: z.number().int(),
  editedCells: z.number().int(),
  /** Rows left out, by reason; `reasonId` null: a person chose them one by one. */
  leftOut: z.array(z.object({ reasonId: reasonIdSchema.nullable(), title: z.string(), rows: z.number().int() })),
  /** The last step of a person, which can be undone; `steps`: how many can. What the program decided is not a step. */
  undo: z.object({ title: z.string(), steps: z.number().int() }).nullable(),
  /** The step that was undone last and can be made again; another change ends that. */
  redo: z.object({ title: z.string(), steps: z.number().int() }).nullable(),
  country: phoneCountrySchema,
  /** Phones and faxes without a country prefix: they were judged as numbers of `country`. */
  unprefixedPhones: z.number().int(),
  /** Phones and faxes that are sent as E.164 instead of as they are in the file. */
  cleanedPhones: z.number().int(),
  settings: checkSettingsSchema,
  /** How long the check took. */
  milliseconds: z.number(),
});
export type CheckSummary = z.infer<typeof checkSummarySchema>;

export const checkRowSchema = z.object({
  row: z.number().int(),
  /** Row number in the file. */
  line: z.number().int(),
  /** With the edits and repairs. */
  cells: z.array(z.string()),
  /** The changed columns, with their value in the file. */
  edited: z.array(z.object({ column: z.number().int(), inFile: z.string() })),
  leftOut: z.boolean(),
  /** The first row of an earlier file of the queue that has its phone or e-mail address; null: there is none. */
  earlier: z.object({ fileName: z.string(), line: z.number().int() }).nullable(),
  /** The colleague's lead that the row is, or shares a phone or an e-mail address with; null: none is known. */
  colleague: z
    .object({
      /** The strongest. `lead`: the lead as it is sent; `leadByPhone`: its phone, in a team with one lead per phone. */
      shares: z.enum(['lead', 'leadByPhone', 'phone', 'mail']),
      /** As in `team.computers` of the summary. */
      name: z.string().nullable(),
      /** Its computer said that the lead was created; false: what became of it is not known. */
      isCreated: z.boolean(),
      /** Unix milliseconds at which that computer took the lead. */
      at: z.number(),
    })
    .nullable(),
  /** In a list of duplicates side by side: the first row of its group. */
  startsGroup: z.boolean(),
  /** `column` null: the whole row. */
  marks: z.array(z.object({ column: z.number().int().nullable(), reasonId: reasonIdSchema, kind: checkKindSchema })),
  /**
   * For the reason in the arguments: the value as it would be sent now, and after the repair with the given parameters.
   * `after` is null when the repair cannot correct this value, or there is no repair.
   */
  change: z
    .object({ column: z.number().int().nullable(), field: z.string(), now: z.string(), after: z.string().nullable() })
    .nullable(),
});
export type CheckRow = z.infer<typeof checkRowSchema>;

export const distinctValueSchema = z.object({
  value: z.string(),
  count: z.number().int(),
  /** After the repair with the given parameters; null when the repair cannot correct it. */
  after: z.string().nullable(),
});
export type DistinctValue = z.infer<typeof distinctValueSchema>;

export const duplicateGroupSchema = z.object({
  /** The repeated value for the screen: a number in E.164, or as it is in the file when its area code is missing. */
  key: z.string(),
  count: z.number().int(),
  /** At most 20. `stays`: it is sent when the others are left out; a row of several groups may repeat one that stays. */
  rows: z.array(
    z.object({ row: z.number().int(), line: z.number().int(), cells: z.array(z.string()), stays: z.boolean() }),
  ),
});
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>;
