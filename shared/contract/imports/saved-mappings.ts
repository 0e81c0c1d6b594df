import { z } from 'zod';
import { mappingSchema } from './mapping.ts';

/** Mappings that a person saved with a name for a campaign, to use them for the next file of the same kind. */

export const savedMappingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** '' for every campaign. */
  campaignCode: z.string(),
  /** Number of columns that it uses. */
  columns: z.number().int(),
  fields: z.number().int(),
  /** Unix milliseconds. */
  savedAt: z.number(),
  used: z.number().int(),
  lastUsedAt: z.number().nullable(),
  /** What was saved cannot be read any more: it can only be removed or replaced. */
  isDamaged: z.boolean().optional(),
});
export type SavedMapping = z.infer<typeof savedMappingSchema>;

/** A saved mapping applied to the columns of a draft's table, matched by their headers. */
export const mappingFitSchema = z.object({
  mapping: mappingSchema,
  /** Columns of this table that the mapping knows; `of`: all columns of the table. */
  known: z.number().int(),
  of: z.number().int(),
  /** Headers of columns that the mapping uses and this table does not have. */
  missing: z.array(z.string()),
});
export type MappingFit = z.infer<typeof mappingFitSchema>;

export const mappingMatchSchema = z.object({ saved: savedMappingSchema, fit: mappingFitSchema });
export type MappingMatch = z.infer<typeof mappingMatchSchema>;
