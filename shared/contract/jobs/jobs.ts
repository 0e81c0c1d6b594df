import { z } from 'zod';
import { sourceTextSchema } from './result-choices.ts';
import { termsSchema, USUAL_TERMS } from '../imports/imports.ts';

/** `ready → intent → created | rejected | unknown`; rows that are not sent are `skipped` (by the program) or `excluded` (by a person). */
export const rowStateSchema = z.enum(['ready', 'intent', 'created', 'rejected', 'unknown', 'skipped', 'excluded']);
export type RowState = z.infer<typeof rowStateSchema>;

/**
 * rows = created + refused + unknown + skipped + excluded + waiting, at every moment. `waiting` counts the rows that are
 * ready and those on their way.
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
 * `complete`: no row waits and none is unknown. `needsYou`: no row waits but rows are unknown, or the job cannot continue
 * without a person (password, permission, stop rule).
 */
export const jobStateSchema = z.enum(['running', 'waiting', 'paused', 'needsYou', 'stopped', 'complete']);
export type JobState = z.infer<typeof jobStateSchema>;

/** Waits for a person: kept on the disk, because a restart does not change it. */
export const PERSON_HOLDS = [
  'auth',
  'forbidden',
  'encryption',
  'journal',
  'stopRule',
  'unreadable',
  'trouble',
  'trial',
  'older',
  'teamPerson',
] as const;
/**
 * Ends by itself: worked out again after a restart. `count`: the service has not said yet how many leads it counted. `team`: the
 * team's database cannot be reached, or waits for a colleague's computer.
 */
export const TIME_HOLDS = ['daily', 'minute', 'offline', 'planned', 'count', 'team'] as const;

export const jobSummarySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  fileName: z.string(),
  campaignCode: z.string(),
  poolName: z.string().nullable(),
  state: jobStateSchema,
  /** For the screen: why it waits, is paused or needs a person; empty when it runs or is complete. */
  reason: z.string(),
  counts: jobCountsSchema,
  /** Who started it: the user of the account; empty when it is not known. */
  by: z.string().default(''),
  /** How the text of the imported file was written; missing: a file that is not text, or not known. */
  source: sourceTextSchema.optional(),
  /** When, how fast and at what price its rows go out. */
  terms: termsSchema.default(USUAL_TERMS),
  /** Unix milliseconds. */
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  /** Rows answered in the last minute; in the first minute of a run the pace so far, 0 in its first seconds. */
  ratePerMinute: z.number(),
  /** For the screen: why it is not faster. */
  rateReason: z.string(),
  /** An estimate, Unix milliseconds; null when there is none yet, or the job stops for a person before its last row. */
  finishAt: z.number().nullable(),
  /** When it continues on its own, Unix milliseconds; null when it runs or waits for a person. */
  resumeAt: z.number().nullable(),
  /** For programs: why no row is sent now; missing when rows are sent or none is left. */
  holdKind: z.enum([...PERSON_HOLDS, ...TIME_HOLDS]).optional(),
  /**
   * How many of the waiting rows were sent before a person paused or stopped the job, and have no answer yet. Missing: none, or
   * the job sends.
   */
  onTheirWay: z.number().optional(),
  /** Another program in the data folder works on it: it goes on when this one ends. Missing: this one does, or nobody. */
  isElsewhere: z.boolean().optional(),
  /** Rows that were sent, and whose answers the journal could not take yet: lost if the program ends. Missing: none. */
  unwritten: z.number().optional(),
  /** What the journal keeps of it is damaged, so none of its rows can be sent any more. */
  isDamaged: z.boolean().optional(),
  /**
   * The result file that the job keeps beside the imported file: due when no row waits any more, saved, or failed. `name`
   * and `savedAt` (Unix milliseconds) are of the last one that was saved. Missing: it keeps none.
   */
  resultFile: z
    .object({
      state: z.enum(['due', 'saved', 'failed']),
      name: z.string(),
      savedAt: z.number().nullable(),
      /** For the screen: why it was not saved; empty when it was. */
      trouble: z.string(),
    })
    .optional(),
  /** Rises with every snapshot of this job; an older snapshot is dropped. */
  sequence: z.number(),
});
export type JobSummary = z.infer<typeof jobSummarySchema>;

const refusalReasonSchema = z.object({
  reason: z.string(),
  count: z.number(),
  /** Those of them that are repaired and not sent again yet. */
  fixed: z.number().default(0),
});

/** A change of refused rows. */
const rowChangeSchema = z.object({
  id: z.number().int(),
  /** For the screen: what was done, "Telefon1: “12” became “+45 33 12 34 56”". */
  words: z.string(),
  rows: z.number().int(),
  /** Rows of it that can still be taken back, or changed again; the others were sent since. */
  open: z.number().int(),
});
export type ShownRowChange = z.infer<typeof rowChangeSchema>;

export const jobDetailSchema = z.object({
  summary: jobSummarySchema,
  columns: z.array(z.string()),
  fields: z.array(z.string()),
  refusals: z.array(refusalReasonSchema),
  /** Rows that were skipped because another job has sent the same leads since; `job:resume` with `sendAgain` sends them. */
  sentElsewhere: z.number(),
  /** Rows answered in each minute since the start, the oldest first, at most 240 minutes. */
  perMinute: z.array(z.object({ minute: z.number(), rows: z.number() })),
  /** Columns that fill fields, by index, with the fields that they fill. */
  filled: z.array(z.object({ column: z.number().int(), fields: z.array(z.string()) })).default([]),
  /** For the screen: what the service's own count of leads could not show of this job, or showed at its end. */
  countNotes: z.array(z.string()).default([]),
  /** The last change that can be undone. When it is too late for all: the newest one, with no row open. */
  lastChange: rowChangeSchema.nullable().default(null),
  /** The change that was undone last and can be made again. */
  nextChange: rowChangeSchema.nullable().default(null),
});
export type JobDetail = z.infer<typeof jobDetailSchema>;

export const rowRepairSchema = z.object({
  /** By column index; `cells` of the row stay as they are in the file. */
  cells: z.array(z.object({ column: z.number().int(), value: z.string() })),
  /** What the rules of the check say against these values; empty when they pass. */
  problem: z.string(),
  /** The row was sent again with it. */
  isSent: z.boolean(),
});
export type RowRepair = z.infer<typeof rowRepairSchema>;

export const jobRowSchema = z.object({
  row: z.number(),
  line: z.number(),
  state: rowStateSchema,
  cells: z.array(z.string()),
  leadId: z.string().nullable(),
  /** For a refused row the reason that the service gave; for an unknown row what happened. */
  reason: z.string(),
  /** Unix milliseconds of the last change. */
  at: z.number().nullable(),
  attempts: z.number(),
  /** What was or would be sent. */
  data: z.record(z.string(), z.string()),
  /** A person's repair: the values in place of those of the file. Missing: none. */
  repair: rowRepairSchema.optional(),
});
export type JobRow = z.infer<typeof jobRowSchema>;

/**
 * A person's decision about an unknown row: the lead exists; it does not, send the row once more; leave the row as it is.
 * `reopen` takes such an answer back, as long as the row was not sent since.
 */
export const unknownDecisionSchema = z.enum(['exists', 'sendOnce', 'leave', 'reopen']);
export type UnknownDecision = z.infer<typeof unknownDecisionSchema>;

/** An answer about an unknown row that stands: its row was not sent since. */
export const rowAnswerSchema = z.object({
  row: z.number(),
  line: z.number(),
  decision: unknownDecisionSchema.exclude(['reopen']),
  /** Unix milliseconds. */
  at: z.number(),
});
export type RowAnswer = z.infer<typeof rowAnswerSchema>;

/**
 * What a look found out about an unknown row. `several`: leads were found that may be its own; `unclear`: none was found, and
 * that proves nothing, as `evidence` says. `at`: Unix milliseconds. */
export const rowVerdictSchema = z.object({
  row: z.number(),
  verdict: z.enum(['exists', 'absent', 'several', 'unclear']),
  leadId: z.string().nullable(),
  evidence: z.string(),
  at: z.number(),
});
export type JobRowVerdict = z.infer<typeof rowVerdictSchema>;

/** Unknown rows by verdict. */
export const verdictSumsSchema = z.object({
  exists: z.number(),
  absent: z.number(),
  several: z.number(),
  unclear: z.number(),
});

export const jobLookSchema = verdictSumsSchema.extend({
  /** Leads of the campaign that were read, and all that came. */
  leads: z.number(),
  looked: z.number(),
});
export type JobLook = z.infer<typeof jobLookSchema>;
