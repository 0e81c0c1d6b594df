import { z } from 'zod';
import { mappingSchema } from './mapping.ts';
import { readingChoicesSchema, readingSchema } from './reading.ts';

/** An import name of a campaign and where it is known from. */
export const campaignFieldSchema = z.object({
  name: z.string(),
  type: z.enum(['text', 'phone', 'email', 'date', 'number', 'url', 'postcode', 'name']).default('text'),
  /** A sample value, when one is known. */
  example: z.string().optional(),
  source: z.enum(['earlier', 'export', 'saved', 'common', 'typed']),
});
export type CampaignField = z.infer<typeof campaignFieldSchema>;

export const fieldSuggestionSchema = z.object({
  column: z.number().int(),
  /** Import name, or null when no field reached the threshold. */
  field: z.string().nullable(),
  /** 0 to 1; of the best field, also when it was not enough. */
  confidence: z.number(),
  /** In words, strongest first. */
  reasons: z.array(z.string()),
  /** Confidence 0: the column's own name, offered only where the campaign's fields are not known. */
  runnerUp: z.object({ field: z.string(), confidence: z.number() }).nullable(),
  /** Set when the field is filled from several columns, this one first, as a rule of a mapping would be. */
  joined: z.object({ columns: z.array(z.number().int()), join: z.string().nullable() }).optional(),
});
export type FieldSuggestion = z.infer<typeof fieldSuggestionSchema>;

/** Where a campaign's import names are known from; the usual ones are not counted. */
export const knownFieldsSchema = z.object({
  count: z.number().int(),
  /** The last look-up. `at`: Unix milliseconds; `leads`: how many were read for it. */
  lookUp: z.object({ at: z.number(), leads: z.number().int() }).nullable(),
  /** Earlier imports into the campaign. */
  imports: z.number().int(),
  /** Saved mappings of the campaign and those for every campaign. */
  mappings: z.number().int(),
});
export type KnownFields = z.infer<typeof knownFieldsSchema>;

/** What a look-up found. Without fields nothing is kept, and what was known before stays. */
export const fieldLookUpSchema = z.object({
  campaignCode: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  /** Leads of the campaign that were read. */
  leads: z.number().int(),
  /** Leads that were looked at, those of other campaigns among them. */
  looked: z.number().int(),
  fields: z.array(campaignFieldSchema),
});
export type FieldLookUp = z.infer<typeof fieldLookUpSchema>;

/** Two letters (ISO 3166-1), for numbers without a country prefix. */
export const countrySchema = z.string().regex(/^[A-Z]{2}$/);

export const planSchema = z.object({
  campaignCode: z.string().trim().max(200),
  /** Null: the service puts the leads into its automatic pool of the day. */
  poolName: z.string().trim().min(1).max(200).nullable(),
  /** Pause when the same refusal comes this often in a row; 0 switches the rule off. */
  stopAfterSameRefusal: z.number().int().min(0).max(10_000),
});
export type Plan = z.infer<typeof planSchema>;

export const draftStepSchema = z.enum(['file', 'columns', 'check', 'plan']);
export type DraftStep = z.infer<typeof draftStepSchema>;

export const draftSummarySchema = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  rows: z.number(),
  step: draftStepSchema,
  campaignCode: z.string(),
  /** Unix milliseconds. */
  savedAt: z.number(),
});
export type DraftSummary = z.infer<typeof draftSummarySchema>;

export const draftSchema = draftSummarySchema.extend({
  /** Another one for each time the file was read: what belongs to the rows of one does not fit those of another. */
  readingId: z.string(),
  reading: readingSchema,
  mapping: mappingSchema,
  suggestions: z.array(fieldSuggestionSchema),
  fields: z.array(campaignFieldSchema),
  known: knownFieldsSchema,
  /** Country of numbers without a prefix, for the whole file, and why. The check's settings hold the same choice. */
  phoneCountry: z.object({ value: z.string(), reason: z.string(), isYours: z.boolean() }),
  plan: planSchema,
  /** What the person chose for the reading; the rest was guessed. */
  choices: readingChoicesSchema,
  /** Unix milliseconds of the file's last change as it was read. */
  fileModifiedAt: z.number(),
  /** Milliseconds the reading took. */
  readMilliseconds: z.number(),
});
export type Draft = z.infer<typeof draftSchema>;

/** One row as it would be sent. */
export const sentRowSchema = z.object({
  row: z.number(),
  line: z.number(),
  fields: z.array(z.object({ field: z.string(), value: z.string(), inFile: z.string() })),
  /** The exact request body. */
  body: z.string(),
});
export type SentRow = z.infer<typeof sentRowSchema>;
