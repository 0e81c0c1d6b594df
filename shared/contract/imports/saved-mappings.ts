import { z } from 'zod';
import { savedFileSchema } from '../exports/exports.ts';
import { fileTokenSchema } from './imports.ts';
import { mappingNameSchema, mappingSchema } from './mapping.ts';

/** Mappings that a person keeps under a name, per campaign, to use them for the next spreadsheet of the same kind. */

export const savedMappingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** '' for every campaign. */
  campaignCode: z.string(),
  /** Columns it reads. */
  columns: z.number().int(),
  fields: z.number().int(),
  /** Unix milliseconds. */
  savedAt: z.number(),
  used: z.number().int(),
  lastUsedAt: z.number().nullable(),
});
export type SavedMapping = z.infer<typeof savedMappingSchema>;

/** A saved mapping laid over the columns of one spreadsheet, found again by their headers. */
export const mappingFitSchema = z.object({
  mapping: mappingSchema,
  /** Columns of this spreadsheet that it knows, of all. */
  known: z.number().int(),
  of: z.number().int(),
  /** Columns it reads that this spreadsheet does not have. */
  missing: z.array(z.string()),
});
export type MappingFit = z.infer<typeof mappingFitSchema>;

export const mappingMatchSchema = z.object({ saved: savedMappingSchema, fit: mappingFitSchema });
export type MappingMatch = z.infer<typeof mappingMatchSchema>;

const id = z.string().min(1).max(100);
const campaignCode = z.string().trim().max(200);

export const savedMappingChannels = {
  /** Those of the campaign and those for every campaign, by name; null: all. */
  'mapping:list': {
    args: z.object({ campaignCode: campaignCode.nullable() }),
    result: z.object({ mappings: z.array(savedMappingSchema) }),
  },
  /** Keeps a mapping with the headers of the draft's spreadsheet. A taken name is refused unless it may be replaced. */
  'mapping:save': {
    args: z.object({
      draftId: id,
      name: mappingNameSchema,
      campaignCode,
      mapping: mappingSchema.min(1),
      replace: z.boolean().default(false),
    }),
    result: savedMappingSchema,
  },
  'mapping:remove': { args: z.object({ mappingId: id }), result: z.object({}) },
  /** Writes it as JSON; rows are its rules. */
  'mapping:export': { args: z.object({ mappingId: id, token: fileTokenSchema }), result: savedFileSchema },
  /** Keeps the mapping of a JSON file; a taken name gets a number. */
  'mapping:import': { args: z.object({ token: fileTokenSchema }), result: savedMappingSchema },
  /** Saved mappings that know at least half of the columns, the best first; at most five. */
  'mapping:match': { args: z.object({ draftId: id }), result: z.object({ matches: z.array(mappingMatchSchema) }) },
  /** A saved mapping, or one from a file, for this spreadsheet. Counts the use of a saved one; changes no draft. */
  'mapping:use': {
    args: z.object({
      draftId: id,
      from: z.union([z.object({ mappingId: id }), z.object({ token: fileTokenSchema })]),
    }),
    result: z.object({ name: z.string(), fit: mappingFitSchema }),
  },
} as const satisfies Record<string, { args: z.ZodType; result: z.ZodType }>;
