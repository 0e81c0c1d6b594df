import { z } from 'zod';

/** A figure of the future: `low` to `high` is the range in which it lies on about nine days of ten. */
const rangeSchema = z.object({ low: z.number(), middle: z.number(), high: z.number() });

/** The same for a time, Unix milliseconds; null: not before the reset. */
const timeRangeSchema = z.object({
  low: z.number().nullable(),
  middle: z.number().nullable(),
  high: z.number().nullable(),
});

/**
 * What will become of a budget by its reset. `unknown`: limit or reset are not known; `tooEarly`: too few measurements;
 * `unsure`: no figure came for ten minutes, so nothing is said; `usedUp`: nothing is left now.
 */
export const outlookSchema = z.object({
  state: z.enum(['unknown', 'tooEarly', 'unsure', 'lasts', 'runsOut', 'usedUp']),
  /** When nothing is left. */
  runsOutAt: timeRangeSchema,
  /** When jobs stop because only the reserve is left. */
  reserveAt: timeRangeSchema,
  /** Units left at the reset; null when nothing is forecast. */
  leftAtReset: rangeSchema.nullable(),
  /** For the screen: why nothing is forecast, or "forecast from the last 60 minutes and 2 jobs". */
  basis: z.string(),
});
export type Outlook = z.infer<typeof outlookSchema>;

/** A job that will use a budget. */
export const plannedJobSchema = z.object({
  jobId: z.string(),
  name: z.string(),
  /** Unix milliseconds; null: nobody knows, by what is left and allowed it does not come to that. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  rows: z.number(),
  units: z.number(),
  /** It does not end before the reset. */
  spillsOver: z.boolean(),
});
export type PlannedJob = z.infer<typeof plannedJobSchema>;

/** The running day of a budget. */
export const burnDownSchema = z.object({
  service: z.string(),
  limit: z.number().nullable(),
  reserve: z.number(),
  now: z.number(),
  startedAt: z.number().nullable(),
  resetsAt: z.number().nullable(),
  /** Units left, the oldest first, at most 600; a step line. `isConfirmed`: the service said it. */
  points: z.array(z.object({ at: z.number(), left: z.number(), isConfirmed: z.boolean() })),
  /** Units left from now to the reset, at most 300; while nothing is forecast, by the known jobs alone, empty without one. */
  forecast: z.array(rangeSchema.extend({ at: z.number() })),
  /** Units counted by the same time of earlier days, one and seven days ago. Null: nothing was counted here then. */
  earlier: z.array(z.object({ daysAgo: z.number().int(), used: z.number().nullable() })),
  outlook: outlookSchema,
  planned: z.array(plannedJobSchema),
  /** Production hours of the service between start and reset. */
  productionHours: z.array(z.object({ from: z.number(), to: z.number() })),
});
export type BurnDown = z.infer<typeof burnDownSchema>;
