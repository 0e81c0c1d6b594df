import { z } from 'zod';
import { OUTCOMES } from '../../domain/service/leads/lead-outcomes.ts';
import { type AreaChannels, reread } from '../cache-effects.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { callId, id } from '../primitives.ts';

/* What became of the leads that an import created. */

const outcomeCountsSchema = z.partialRecord(z.enum(OUTCOMES), z.number().int().positive());

const outcomeGroupSchema = z.object({
  /** The value of the column that the rows share. Null: the rows of all values that are not listed. */
  value: z.string().nullable(),
  rows: z.number().int(),
  counts: outcomeCountsSchema,
});
export type OutcomeGroup = z.infer<typeof outcomeGroupSchema>;

export const outcomesSchema = z.object({
  /** When the leads were read. Unix milliseconds. */
  at: z.number(),
  /** Created rows then; all counts add up to them. */
  created: z.number().int(),
  /** Leads that the service sent. */
  looked: z.number().int(),
  /** Rows without a lead id of the service whose lead was found by their tag, and by their values. */
  byTag: z.number().int(),
  byValues: z.number().int(),
  counts: outcomeCountsSchema,
  /** By the values of the asked column, the most frequent first; empty without a column. */
  groups: z.array(outcomeGroupSchema),
  /** Different values that the last group joins. */
  joined: z.number().int(),
});
export type Outcomes = z.infer<typeof outcomesSchema>;

const column = z.number().int().min(0).max(16_384).nullable();

export const outcomeChannels = {
  /** What was read last of this import since the program started; null: nothing. */
  'job:outcomes': {
    args: z.object({ jobId: id, by: column }),
    result: z.object({ outcomes: outcomesSchema.nullable() }),
    changes: [],
  },
  /** Reads the leads of the campaign, with one request, and says what became of those of this import. Changes no row. */
  'job:readOutcomes': {
    args: z.object({ callId, jobId: id, by: column }),
    result: outcomesSchema,
    changes: [reread('job:outcomes')],
  },
  /** Writes what was read last: the created rows as the file has them, with lead id, outcome, status and closure beside. */
  'job:saveOutcomes': {
    args: z.object({ jobId: id, token: fileTokenSchema }),
    result: savedFileSchema,
    changes: [],
  },
} as const satisfies AreaChannels;
