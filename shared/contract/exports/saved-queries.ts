import { z } from 'zod';
import { writtenQuerySchema } from './queries.ts';
import { sharing } from './sharing.ts';

/** Queries that a person saved with a name, and the JSON file in which one is given to a colleague. */

export const queryNameSchema = z.string().trim().min(1).max(100);

export const savedQuerySchema = z.object({
  id: z.string(),
  name: z.string(),
  query: writtenQuerySchema,
  /** Unix milliseconds. */
  savedAt: z.number(),
  /** What was saved cannot be read any more: `query` asks for nothing in particular, and it can only be deleted. */
  isDamaged: z.boolean().optional(),
  ...sharing,
});
export type SavedQuery = z.infer<typeof savedQuerySchema>;

export const QUERY_FILE_FORMAT = 'lead-console-query';

/** A query outside of the journal. It has no address, no user and no lead. */
export const queryFileSchema = z.object({
  format: z.literal(QUERY_FILE_FORMAT),
  version: z.literal(1),
  name: queryNameSchema,
  query: writtenQuerySchema,
});
export type QueryFile = z.infer<typeof queryFileSchema>;
