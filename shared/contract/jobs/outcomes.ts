import { z } from 'zod';
import { OUTCOMES } from '../../domain/service/leads/lead-outcomes.ts';
import { COURSE_DAYS } from '../../domain/service/leads/outcome-course.ts';
import { type AreaChannels, reread } from '../cache-effects.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { callId, id } from '../primitives.ts';

/* What became of the leads that imports created. */

const outcome = z.enum(OUTCOMES);
const outcomeCountsSchema = z.partialRecord(outcome, z.number().int().positive());

const outcomeGroupSchema = z.object({
  /** `rare`: the rows of all values that are not listed. `noColumn`: the rows of imports without the column. */
  kind: z.enum(['value', 'rare', 'noColumn']),
  /** The value of the column that the rows share; empty for the other kinds. */
  value: z.string(),
  rows: z.number().int(),
  counts: outcomeCountsSchema,
});
export type OutcomeGroup = z.infer<typeof outcomeGroupSchema>;

const courseDaySchema = z.object({
  day: z.literal(COURSE_DAYS),
  until: z.number().int().nullable(),
  rows: z.number().int(),
  counts: outcomeCountsSchema,
  younger: z.number().int(),
  notRead: z.number().int(),
});

const readingSchema = z.object({
  /** The last reading of this day, `yyyy-MM-dd` on the account's clock; Unix milliseconds. */
  day: z.string(),
  at: z.number(),
  /** Imports that were read on this day. */
  imports: z.number().int(),
  /** Their created rows then; the counts add up to them. */
  created: z.number().int(),
  counts: outcomeCountsSchema,
  /** Leads with another outcome than at the reading of an earlier day; when they changed in between is not known. */
  changed: z.number().int(),
});
export type OutcomeDay = z.infer<typeof readingSchema>;

export const outcomesSchema = z.object({
  /** When the leads were read last. Unix milliseconds. */
  at: z.number(),
  /** The oldest of the imports' last readings. Unix milliseconds. */
  oldest: z.number(),
  /** From this moment on at least one import was only asked for what changed: who left the list since is not known. Null: all whole. */
  wholeAt: z.number().nullable(),
  imports: z.number().int(),
  /** Created rows now: those of the counts, and those that no reading has. */
  created: z.number().int(),
  notRead: z.number().int(),
  /** Leads that the service sent, and of these the leads of other campaigns: a service that ignores the filter sends them. */
  looked: z.number().int(),
  elsewhere: z.number().int(),
  /** Rows without a lead id of the service whose lead was found by their tag, and by their values. */
  byTag: z.number().int(),
  byValues: z.number().int(),
  counts: outcomeCountsSchema,
  /** Columns of the imports' files, by which rows can be grouped. */
  columns: z.array(z.string()),
  /** By the values of the asked column, the most frequent first; empty without a column. */
  groups: z.array(outcomeGroupSchema),
  /** Different values that the group `rare` joins. */
  joined: z.number().int(),
  /** By the age of the leads; only days that a lead has reached. */
  course: z.array(courseDaySchema),
  /** By day, the newest first. */
  readings: z.array(readingSchema),
  /** What changed between the last two readings of each import, the most frequent first. */
  moves: z.array(z.object({ from: outcome, to: outcome, rows: z.number().int() })),
});
export type Outcomes = z.infer<typeof outcomesSchema>;

/** More imports than a person reads at once. */
const jobs = z.array(id).min(1).max(10_000);
const column = z.string().max(100_000).nullable();

export const outcomeChannels = {
  /** What was read of these imports; null: none of them was read. */
  'job:outcomes': {
    args: z.object({ jobs, by: column }),
    result: z.object({ outcomes: outcomesSchema.nullable() }),
    changes: [],
  },
  /**
   * Reads the leads of the imports' campaigns, with one request a campaign, and says what became of those of the imports. Changes no
   * row. `changed`: only what changed since the last reading is asked for, where there is one.
   */
  'job:readOutcomes': {
    args: z.object({ callId, jobs, by: column, changed: z.boolean() }),
    result: outcomesSchema,
    changes: [reread('job:outcomes')],
  },
  /** Writes what was read last: the created rows as their files have them, with lead id, outcome, status and closure beside. */
  'job:saveOutcomes': {
    args: z.object({
      jobs,
      token: fileTokenSchema,
      /** False: a file that is there by then is left alone. Left out: it is replaced. */
      overwrite: z.boolean().optional(),
    }),
    result: savedFileSchema,
    changes: [],
  },
} as const satisfies AreaChannels;
