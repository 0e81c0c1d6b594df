import { z } from 'zod';

/** `ready → intent → created | rejected | unknown`; `skipped` and `excluded` are our choice, see architecture section 5. */
export const rowStateSchema = z.enum(['ready', 'intent', 'created', 'rejected', 'unknown', 'skipped', 'excluded']);
export type RowState = z.infer<typeof rowStateSchema>;

/**
 * Always adds up: rows = created + refused + unknown + skipped + excluded + waiting. `waiting` holds ready rows and rows
 * on their way.
 */
export const jobCountsSchema = z.object({
  rows: z.number(),
  created: z.number(),
  refused: z.number(),
  unknown: z.number(),
  skipped: z.number(),
  excluded: z.number(),
  waiting: z.number(),
});
export type JobCounts = z.infer<typeof jobCountsSchema>;

/**
 * `complete` only when nothing waits and nothing is unknown; `needsYou` when nothing waits but rows are unknown, or when
 * the job cannot go on without a person (password, right, stop rule).
 */
export const jobStateSchema = z.enum(['running', 'waiting', 'paused', 'needsYou', 'stopped', 'complete']);
export type JobState = z.infer<typeof jobStateSchema>;

/** What a job waits for: a person (the first seven) or time. */
const holdKindSchema = z.enum([
  'auth',
  'forbidden',
  'encryption',
  'journal',
  'stopRule',
  'unreadable',
  'trouble',
  'daily',
  'minute',
  'offline',
]);

export const jobSummarySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  fileName: z.string(),
  campaignCode: z.string(),
  poolName: z.string().nullable(),
  state: jobStateSchema,
  /** Why it waits, is paused or needs a person, in plain words; empty when it runs or is complete. */
  reason: z.string(),
  counts: jobCountsSchema,
  /** Unix milliseconds. */
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  /** Rows answered in the last minute; of a younger run its pace so far, 0 in its first seconds. */
  ratePerMinute: z.number(),
  /** Why it is not faster, in plain words. */
  rateReason: z.string(),
  /** Unix milliseconds; null when nothing can be said yet. */
  finishAt: z.number().nullable(),
  /** Unix milliseconds at which it goes on by itself; null when it runs or waits for a person. */
  resumeAt: z.number().nullable(),
  /** Why no row is sent now, for programs; absent when rows are sent or nothing is left. */
  holdKind: holdKindSchema.optional(),
  /** Rises with every snapshot of this job; an older one is dropped. */
  sequence: z.number(),
});
export type JobSummary = z.infer<typeof jobSummarySchema>;

const refusalReasonSchema = z.object({ reason: z.string(), count: z.number() });

export const jobDetailSchema = z.object({
  summary: jobSummarySchema,
  columns: z.array(z.string()),
  fields: z.array(z.string()),
  refusals: z.array(refusalReasonSchema),
  /** Answered rows per minute since the start, oldest first, at most 240 figures. */
  perMinute: z.array(z.object({ minute: z.number(), rows: z.number() })),
});
export type JobDetail = z.infer<typeof jobDetailSchema>;

export const jobRowSchema = z.object({
  row: z.number(),
  line: z.number(),
  state: rowStateSchema,
  cells: z.array(z.string()),
  leadId: z.string().nullable(),
  /** The service's words for a refused row; what happened to an unknown one. */
  reason: z.string(),
  /** Unix milliseconds of the last change. */
  at: z.number().nullable(),
  attempts: z.number(),
  /** What was or would be sent. */
  data: z.record(z.string(), z.string()),
});
export type JobRow = z.infer<typeof jobRowSchema>;

/** A person's answer for an unknown row: it exists; it is not there, send it once more; leave it out for good. */
export const unknownDecisionSchema = z.enum(['exists', 'sendOnce', 'leave']);
export type UnknownDecision = z.infer<typeof unknownDecisionSchema>;
