import { z } from 'zod';
import { checkSettingsSchema } from '../check/check.ts';
import { appErrorSchema } from '../errors.ts';
import { mappingSchema } from './mapping.ts';
import { phoneCountrySchema } from './phone-country.ts';
import { readingChoicesSchema, readingSchema } from './reading.ts';

/** An import name of a campaign, and the source that it is known from. */
export const campaignFieldSchema = z.object({
  name: z.string(),
  type: z.enum(['text', 'phone', 'email', 'date', 'number', 'url', 'postcode', 'name']).default('text'),
  /** A sample value, if one is known. */
  example: z.string().optional(),
  /** What earlier imports put into it as the same value in every row, the newest first. */
  constants: z.array(z.string()).optional(),
  source: z.enum(['earlier', 'export', 'colleague', 'saved', 'common', 'typed']),
  /** Filled in every lead that a look-up read. Missing: not in all, or too few were read to tell. */
  isInEvery: z.literal(true).optional(),
});
export type CampaignField = z.infer<typeof campaignFieldSchema>;

export const fieldSuggestionSchema = z.object({
  column: z.number().int(),
  /** Import name; null when no field reached the threshold. */
  field: z.string().nullable(),
  /** 0 to 1, of the best field, even below the threshold. */
  confidence: z.number(),
  /** For the screen, the strongest first. */
  reasons: z.array(z.string()),
  /** Confidence 0: the name of the column itself, suggested only when the campaign's fields are not known. */
  runnerUp: z.object({ field: z.string(), confidence: z.number() }).nullable(),
  /** Set when several columns fill the field, this one first; the same shape as in a mapping. */
  joined: z.object({ columns: z.array(z.number().int()), join: z.string().nullable() }).optional(),
});
export type FieldSuggestion = z.infer<typeof fieldSuggestionSchema>;

/** The sources of a campaign's known import names. Names that are common to all campaigns are not counted. */
export const knownFieldsSchema = z.object({
  count: z.number().int(),
  /** The last look-up. `at`: Unix milliseconds; `leads`: leads that it read. */
  lookUp: z.object({ at: z.number(), leads: z.number().int() }).nullable(),
  /** Earlier imports into the campaign. */
  imports: z.number().int(),
  /** Templates of the campaign and those for every campaign. */
  templates: z.number().int(),
  /** Colleagues of the team who told fields of it. `at`: Unix milliseconds. */
  colleagues: z.array(z.object({ name: z.string(), at: z.number() })).optional(),
});
export type KnownFields = z.infer<typeof knownFieldsSchema>;

/** What a look-up found. When it found no fields, nothing is kept and the former names stay. */
export const fieldLookUpSchema = z.object({
  campaignCode: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  /** Leads of the campaign that were read. */
  leads: z.number().int(),
  /** All leads that were read, with those of other campaigns. */
  looked: z.number().int(),
  fields: z.array(campaignFieldSchema),
});
export type FieldLookUp = z.infer<typeof fieldLookUpSchema>;

/** How the rows of a job go out. Every part has a default, so that plans and jobs of earlier versions stay readable. */
export const termsSchema = z.object({
  /** `yyyy-MM-ddTHH:mm` on the account's wall clock; null: at once. */
  startAt: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
    .nullable()
    .default(null),
  /** Whole hours on the account's wall clock in which rows are sent; `to` before `from`: over midnight. Null: at any hour. */
  between: z
    .object({ from: z.number().int().min(0).max(23), to: z.number().int().min(1).max(24) })
    .refine(({ from, to }) => from !== to, 'The hours begin and end at the same time.')
    .nullable()
    .default(null),
  /** Whole percent of the pace that the service allows. */
  share: z.number().int().min(1).max(100).default(100),
  /** Rows that are sent before the job waits for a person; 0: no trial. */
  trial: z.number().int().min(0).max(1_000_000).default(0),
  /** Field of the lead that gets `imp-<job>-<row>`, by which an unknown row is found again; null: none. */
  tagField: z.string().trim().min(1).max(200).nullable().default(null),
  /** A person named this field for the tag, although the campaign is not known to have it, or it is one for phones and the like. */
  tagAgreed: z.object({ campaignCode: z.string(), field: z.string() }).nullable().default(null),
  /** False: without the fair use header, at the price in force. */
  fairUse: z.boolean().default(true),
  /** The person is told outside the window when the job is complete or needs somebody. */
  notify: z.boolean().default(true),
  /** The result file is saved beside the imported file when no row waits any more, where that file lies on this computer. */
  saveResult: z.boolean().default(false),
  /**
   * Rows go out by the cells of this column (by index); empty cells last. `label`: its name when it was chosen, by which it
   * is found again in a file that was read anew. Null: as in the file.
   */
  order: z
    .object({ column: z.number().int().min(0), descending: z.boolean(), label: z.string().optional() })
    .nullable()
    .default(null),
});
export type Terms = z.infer<typeof termsSchema>;

export const USUAL_TERMS: Terms = termsSchema.parse({});

export const planSchema = z.object({
  campaignCode: z.string().trim().max(200),
  /** Null: the service puts the leads into its automatic lead pool of the day. */
  poolName: z.string().trim().min(1).max(200).nullable(),
  /** Pause after this many rows one after the other that the service refused for the same reason; 0: never. */
  stopAfterSameRefusal: z.number().int().min(0).max(10_000),
  /** Missing: the usual terms. */
  terms: termsSchema.optional(),
});
export type Plan = z.infer<typeof planSchema>;

export const draftStepSchema = z.enum(['file', 'columns', 'check', 'plan']);
export type DraftStep = z.infer<typeof draftStepSchema>;

/** Files that can wait in one queue. */
export const MOST_QUEUED = 20;

/** Where a draft stands among files that were chosen together for one campaign. `place`: rises in the order of sending. */
const queuePlaceSchema = z.object({ id: z.string(), place: z.number().int() });

export const draftSummarySchema = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  rows: z.number(),
  step: draftStepSchema,
  campaignCode: z.string(),
  /** Rows with problems at the last check; null before one. */
  problems: z.number().int().nullable().default(null),
  /** Time of the last change in any step; Unix milliseconds. */
  savedAt: z.number(),
  /** The template that it was filled from; null: none, or it was taken back. */
  template: z.object({ name: z.string() }).nullable().default(null),
  /** Null: it goes by itself. */
  queue: queuePlaceSchema.nullable().default(null),
  /** How its plan sends the rows; missing: the usual terms. */
  terms: termsSchema.optional(),
});
export type DraftSummary = z.infer<typeof draftSummarySchema>;

/** What a result file of this program says about its rows. */
export const fileResultSchema = z.object({
  created: z.number().int(),
  refused: z.number().int(),
  unknown: z.number().int(),
  waiting: z.number().int(),
  other: z.number().int(),
  /** Name of the import that it comes from, whose campaign, mapping and plan the draft has; null: not known here. */
  from: z.string().nullable().default(null),
});
export type FileResult = z.infer<typeof fileResultSchema>;

export const draftSchema = draftSummarySchema.extend({
  /** Rises with every change of mapping, plan, country or reading. A change of an older one is refused. */
  revision: z.number().int(),
  /** A new one each time the file is read. The decisions on rows of one reading do not fit another. */
  readingId: z.string(),
  reading: readingSchema,
  mapping: mappingSchema,
  suggestions: z.array(fieldSuggestionSchema),
  fields: z.array(campaignFieldSchema),
  known: knownFieldsSchema,
  /** The same choice as in the check's settings. */
  phoneCountry: phoneCountrySchema,
  /** Only refused and waiting rows are sent. Null: another file. */
  result: fileResultSchema.nullable().default(null),
  /** The last import of a file with the very same content, in the open account; null when there is none. */
  sentAs: z
    .object({
      jobId: z.string(),
      campaignCode: z.string(),
      /** Unix milliseconds. */
      at: z.number(),
      created: z.number().int(),
      refused: z.number().int(),
      unknown: z.number().int(),
      waiting: z.number().int(),
    })
    .nullable()
    .default(null),
  /** SHA-256 of the file, by which a colleague's import of the same one is known; null without a team. */
  fileHash: z.string().nullable().default(null),
  plan: planSchema,
  /**
   * What came back from the last import of a file of this kind into the campaign: constants, fields with their cleaning,
   * rules of the check. Null: nothing. `at`: Unix milliseconds.
   */
  asBefore: z
    .object({
      fileName: z.string(),
      at: z.number(),
      constants: z.number().int(),
      cleaned: z.number().int(),
      checks: z.number().int(),
      /** The colleague whose rules of the check these are; left out: they are of this computer. `at`: Unix milliseconds. */
      from: z.object({ name: z.string(), at: z.number() }).optional(),
    })
    .nullable()
    .default(null),
  /** Rules of the check that colleagues use for the campaign, the ones that count first. */
  colleagueRules: z
    .array(
      z.object({
        id: z.string(),
        from: z.object({ name: z.string(), at: z.number() }),
        /** It was told at the same time as the one that counts. */
        isCopy: z.boolean(),
        /** Without a country: phones have a guess of their own. */
        settings: checkSettingsSchema,
      }),
    )
    .optional(),
  /** The job whose refused and waiting rows it sends instead, into another campaign; null: another draft. */
  goesOn: z.object({ jobId: z.string(), name: z.string(), campaignCode: z.string() }).nullable().default(null),
  /** As long as no campaign is named: the one whose earlier imports had most of these columns; '' when there is none. */
  likeCampaign: z.string(),
  /** The imported file lies in a folder of this computer, beside which the result file can be saved. */
  isInFolder: z.boolean().default(false),
  /** What the person chose; the rest was guessed. */
  choices: readingChoicesSchema,
  /** When the file was last changed before it was read, Unix milliseconds. */
  fileModifiedAt: z.number(),
  /** Milliseconds the reading took. */
  readMilliseconds: z.number(),
});
export type Draft = z.infer<typeof draftSchema>;

/** A row as it would be sent: the exact request body. Null: the row is left out or empty. */
export const sentBodySchema = z.object({ row: z.number(), line: z.number(), body: z.string().nullable() });

/** What the comparison of a draft with the leads of its campaign found. */
export const campaignComparisonSchema = z.object({
  /** Leads of the campaign that were read, and all that came. */
  leads: z.number().int(),
  looked: z.number().int(),
  /** Rows that are there already, by what they share with a lead; each row is counted once. */
  phone: z.number().int(),
  email: z.number().int(),
  key: z.number().int(),
  /** Why the leads did not come whole: what was found counts, what was not found is not known. Null: all came. */
  stopped: appErrorSchema.nullable(),
  /** Why the leads that came do not show which rows the campaign holds; what was found counts. Null: they show it. */
  doubt: z.object({ kind: z.enum(['emptyCampaign', 'notComparable']), message: z.string() }).nullable(),
  /** Whether leads that this computer knows to be there had to come, and came: without any the list may lack leads. */
  isProven: z.boolean(),
});
export type CampaignComparison = z.infer<typeof campaignComparisonSchema>;

/** One row as it would be sent. */
export const sentRowSchema = z.object({
  row: z.number(),
  line: z.number(),
  fields: z.array(
    z.object({
      field: z.string(),
      value: z.string(),
      inFile: z.string(),
      /** What the check would say of the value alone; empty: nothing, which does not prove it right. */
      doubt: z.string(),
    }),
  ),
  /** The exact request body. */
  body: z.string(),
});
export type SentRow = z.infer<typeof sentRowSchema>;
