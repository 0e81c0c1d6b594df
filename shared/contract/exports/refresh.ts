import { z } from 'zod';

/**
 * The latest refresh of a result: the service was asked only for what changed since the point reached, and the leads that
 * came are merged into the result by their id. Until all of them are there the result stays as it was; a refresh that
 * fails or is cancelled changes nothing in it.
 */
export const refreshSchema = z.object({
  state: z.enum(['running', 'complete', 'failed', 'cancelled']),
  /** Why it failed, for the screen; empty otherwise. */
  reason: z.string(),
  /** It failed because this computer could not store something. An earlier version did not know. */
  isUnstored: z.boolean().default(false),
  /** The request line as sent, without the address. */
  request: z.string(),
  /** The moment that was asked from, a while before the point reached; wall clock of the service. Null: everything. */
  since: z.string().nullable(),
  /** Requests that it sent, and their answer so far: leads and bytes. */
  requests: z.number(),
  arrived: z.number(),
  bytes: z.number(),
  /** What became of the leads that came, each once. All are 0 until it is complete. */
  merged: z.object({
    /** Leads that the result had not. */
    new: z.number(),
    /** Leads with another value than before. */
    changed: z.number(),
    /** Leads that came again as they were, or in an older state. */
    unchanged: z.number(),
    /** Leads that are no longer among those asked for: taken out of the result. */
    removed: z.number(),
    /** Leads that are not among those asked for, and were not in the result. */
    others: z.number(),
  }),
  /** Unix milliseconds. */
  startedAt: z.number(),
  endedAt: z.number().nullable(),
});
export type Refresh = z.infer<typeof refreshSchema>;
