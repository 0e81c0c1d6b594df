import { z } from 'zod';
import { type AreaChannels, type AreaEvents, put, reread } from '../cache-effects.ts';
import { nothing } from '../primitives.ts';

/* Readings of outcomes that a person planned. */

export const outcomePlanSchema = z.object({
  /** Once a day, from this minute of the account's day on; null: only when a person asks. */
  minute: z.number().int().min(0).max(1439).nullable(),
  /** The imports of this number of last days are read. */
  days: z.number().int().min(1).max(365),
});
export type OutcomePlan = z.infer<typeof outcomePlanSchema>;

export const lastPlannedSchema = z.object({
  /** Unix milliseconds. */
  at: z.number(),
  imports: z.number().int(),
  /** Why nothing was read; empty when it was. */
  trouble: z.string(),
});

const plannedSchema = z.object({
  plan: outcomePlanSchema,
  /** What the plan read last; null: nothing yet. */
  last: lastPlannedSchema.nullable(),
});
export type PlannedReadings = z.infer<typeof plannedSchema>;

const readSchema = z.object({ accountId: z.string() });

export const outcomePlanChannels = {
  'job:outcomePlan': { args: nothing, result: plannedSchema, changes: [] },
  /** A time that has passed today counts from tomorrow on. */
  'job:planOutcomes': {
    args: outcomePlanSchema,
    result: plannedSchema,
    changes: [put('job:outcomePlan', (_planned: PlannedReadings) => ({}))],
  },
} as const satisfies AreaChannels;

export const outcomePlanEvents = {
  /** A planned reading has ended, well or not. */
  'job:plannedRead': {
    payload: readSchema,
    accountId: ({ accountId }: z.infer<typeof readSchema>) => accountId,
    changes: [reread('job:outcomes'), reread('job:outcomePlan')],
  },
} as const satisfies AreaEvents;
