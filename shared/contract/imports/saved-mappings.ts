import { z } from 'zod';
import { mappingSchema } from './mapping.ts';

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
