import { z } from 'zod';
import { cleaningStepSchema } from '../imports/mapping.ts';
import { jobSummarySchema } from './jobs.ts';

const reasonSchema = z.object({ reason: z.string(), count: z.number().int() });

/** A created lead that the service named. `line`: of its row in the file. `at`: Unix milliseconds. */
const namedLeadSchema = z.object({ line: z.number().int(), leadId: z.string(), at: z.number().nullable() });

/** What a page about an import says to a colleague or a customer. Nothing of a lead but its id. */
export const receiptSchema = z.object({
  summary: jobSummarySchema,
  /** Address of the account. */
  address: z.string(),
  username: z.string(),
  file: z.object({
    name: z.string(),
    /** Bytes. */
    size: z.number(),
    /** SHA-256, hexadecimal. */
    hash: z.string(),
    /** How it was read; empty when it is not known. */
    readAs: z.string(),
  }),
  fairUse: z.boolean(),
  /** Requests for rows that left, with those that were answered "not now". */
  requests: z.number().int(),
  mapping: z.array(
    z.object({
      field: z.string(),
      /** Labels of the columns; empty for a constant. */
      columns: z.array(z.string()),
      /** The value of a constant; null for columns. */
      constant: z.string().nullable(),
      cleaning: z.array(cleaningStepSchema),
      /** Created rows whose value was sent otherwise than the file has it. */
      rewritten: z.number().int(),
    }),
  ),
  refused: z.array(reasonSchema),
  /** Rows that were skipped or left out, by reason. */
  skipped: z.array(reasonSchema),
  first: namedLeadSchema.nullable(),
  last: namedLeadSchema.nullable(),
  /** Rows that were unknown for a while, with what became of them; at most 50. */
  wereUnknown: z.array(
    z.object({
      line: z.number().int(),
      cameBack: z.string(),
      decision: z.enum(['exists', 'sendOnce', 'leave', 'open']),
      /** How it was decided: a lead was found, none was, or a person said so. */
      had: z.enum(['lead', 'none', 'byHand']),
      /** The lead that was linked; null: none, or it has no id. */
      leadId: z.string().nullable(),
      at: z.number().nullable(),
    }),
  ),
  wereUnknownTotal: z.number().int(),
  /** What the service showed of the created leads when they were read last; null: they were not read since the start. */
  seen: z.object({ at: z.number(), leads: z.number().int(), created: z.number().int() }).nullable(),
  /** Refused rows that a person repaired and sent again. */
  repaired: z.number().int(),
  /** Unix milliseconds. */
  readAt: z.number(),
});
export type Receipt = z.infer<typeof receiptSchema>;
