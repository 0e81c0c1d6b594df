import { z } from 'zod';
import { type AreaChannels, reread } from '../cache-effects.ts';
import { callId, id } from '../primitives.ts';

/* After the trial rows of a job: the leads that they created, as the service shows them, beside what was sent. */

/**
 * `form`: the same value in another form (spaces, letter case, how a phone is written). `cut`: what the service shows is the
 * beginning of what was sent. `missing`: empty there. `unseen`: no lead that was read back shows the field, so nothing is known.
 */
const matchSchema = z.enum(['same', 'form', 'cut', 'other', 'missing', 'unseen']);
export type TrialMatch = z.infer<typeof matchSchema>;

const trialFieldSchema = z.object({
  field: z.string(),
  /** Not a field of the lead but its lead pool. */
  isPool: z.boolean(),
  sent: z.string(),
  /** Null: the service does not show it. */
  stored: z.string().nullable(),
  match: matchSchema,
});
export type TrialField = z.infer<typeof trialFieldSchema>;

const trialLeadSchema = z.object({
  row: z.number().int(),
  /** Of the file, as everywhere on the job's page. */
  line: z.number().int(),
  leadId: z.string().nullable(),
  /** How the lead was found; null: it was not. `values`: the service named no id, and one lead has the values of the row. */
  foundBy: z.enum(['id', 'values']).nullable(),
  /** What was sent when the lead was not found, with every match `unseen`. */
  fields: z.array(trialFieldSchema),
});
export type TrialLead = z.infer<typeof trialLeadSchema>;

const trialFindingSchema = z.object({
  match: matchSchema,
  field: z.string(),
  isPool: z.boolean(),
  /** Leads of which it is true. */
  leads: z.number().int(),
  /** Characters that were kept of cut values, the fewest and the most; null for other matches. */
  kept: z.object({ least: z.number().int(), most: z.number().int() }).nullable(),
  /** Waiting rows with a longer value than any that was kept; null for other matches. */
  waiting: z.number().int().nullable(),
  /** The first row that shows it, and its line in the file. */
  row: z.number().int(),
  line: z.number().int(),
});
export type TrialFinding = z.infer<typeof trialFindingSchema>;

export const trialReadingSchema = z.object({
  /** Unix milliseconds. */
  at: z.number(),
  /** In the file's order, at most 500. */
  leads: z.array(trialLeadSchema),
  /** Created leads of the job; more than `leads` when the trial was longer. */
  created: z.number().int(),
  /** One for each field and kind, the worst first; values that are the same are not findings. */
  findings: z.array(trialFindingSchema),
  /** Leads that came in the answer, whoever created them. */
  looked: z.number().int(),
});
export type TrialReading = z.infer<typeof trialReadingSchema>;

export const trialChannels = {
  /** What was read back since the account was opened. `isTried`: it was asked for and answered, also when that failed. */
  'job:trial': {
    args: z.object({ jobId: id }),
    result: z.object({ reading: trialReadingSchema.nullable(), isTried: z.boolean() }),
    changes: [],
  },
  /**
   * Reads the created leads back, with one request. Changes no row. A second call while it reads gets the same answer. Fails
   * with `validation` when the job does not wait after its trial, or the trial created no lead.
   */
  'job:readTrial': {
    args: z.object({ callId, jobId: id }),
    result: trialReadingSchema,
    changes: [reread('job:trial')],
  },
} as const satisfies AreaChannels;
