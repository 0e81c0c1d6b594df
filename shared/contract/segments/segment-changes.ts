import { z } from 'zod';
import { viewSchema } from '../exports/views.ts';
import { id } from '../primitives.ts';

/** `add` puts leads into a segment, `remove` takes them out. */
export const segmentChangeKindSchema = z.enum(['add', 'remove']);

/** Lead ids that a person pastes in one call. More come from a file. */
const LONGEST_PASTE = 4_000_000;

/** Where the ids of a change come from. */
export const leadIdSourceSchema = z.discriminatedUnion('from', [
  /** One id a line, or several in one line. `words`: what the list is called in the history. */
  z.object({ from: z.literal('text'), text: z.string().max(LONGEST_PASTE), words: z.string().max(200) }),
  /** A text file with one id a line. */
  z.object({ from: z.literal('list'), token: id }),
  /** A column of a table. Null: the one that is named like a lead id, or the only one. */
  z.object({ from: z.literal('file'), token: id, column: z.number().int().min(0).nullable() }),
  /** The leads of a view of a result, by their `uniqueId`. */
  z.object({ from: z.literal('export'), exportId: id, view: viewSchema }),
  /** The created leads of an import. */
  z.object({ from: z.literal('job'), jobId: id }),
]);
export type LeadIdSource = z.infer<typeof leadIdSourceSchema>;

/**
 * `prepared`: shown to a person, nothing was sent. `paused`: batches are left, and nobody sends them now. `stopped`: a
 * person gave up what was left.
 */
const segmentChangeStateSchema = z.enum(['prepared', 'running', 'paused', 'stopped', 'ended']);

/** `unknown`: sent, and no readable answer came. `left`: unknown, and a person decided not to find out. */
export const segmentBatchStateSchema = z.enum(['waiting', 'sent', 'done', 'refused', 'unknown', 'left']);
export type SegmentBatchState = z.infer<typeof segmentBatchStateSchema>;

/** What became of the leads of a change. They add up to the leads that were to be sent. */
export const segmentCountsSchema = z.object({
  waiting: z.number(),
  /** The service answered yes: they are in the segment, or out of it. */
  moved: z.number(),
  /** Ids that the service says it does not know. */
  missing: z.number(),
  refused: z.number(),
  unknown: z.number(),
});
export type SegmentCounts = z.infer<typeof segmentCountsSchema>;

export const segmentBatchSchema = z.object({
  /** From 1. */
  number: z.number(),
  state: segmentBatchStateSchema,
  leads: z.number(),
  counts: segmentCountsSchema,
  /** Unix milliseconds. */
  sentAt: z.number().nullable(),
  answeredAt: z.number().nullable(),
  /** Why it was refused or is unknown; empty otherwise. */
  reason: z.string(),
  /** False when the answer said nothing of ids that the service does not know. */
  saysMissing: z.boolean(),
  /** A person had it sent once more after its answer did not come. */
  isRepaired: z.boolean(),
  /** It was refused, and a person leaves it so. */
  isAccepted: z.boolean(),
});
export type SegmentBatch = z.infer<typeof segmentBatchSchema>;

/** Batches in a summary: with the smallest batches a change has one for each lead. */
export const BATCHES_SHOWN = 400;

export const countAtSchema = z.object({ count: z.number(), readAt: z.number() });

export const segmentChangeSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  segmentId: z.string(),
  /** As it was when the change was prepared. */
  segmentName: z.string(),
  kind: segmentChangeKindSchema,
  /** For example `pasted list`, or the name of a file. */
  source: z.string(),
  state: segmentChangeStateSchema,
  /** Why it is paused, or held up; empty otherwise. */
  reason: z.string(),
  /** Unix milliseconds until which the quota or a service out of reach holds it up; null: nothing holds it up. */
  heldUntil: z.number().nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** Ids in the list as it came. */
  listed: z.number(),
  /** Left out: listed more than once, no id at all, in the segment by an earlier change of this computer. */
  repeated: z.number(),
  unusable: z.number(),
  earlier: z.number(),
  /** Leads of all batches. */
  leads: z.number(),
  batchSize: z.number(),
  requests: z.number(),
  counts: segmentCountsSchema,
  batchCount: z.number(),
  /** At most `BATCHES_SHOWN`: those that need a person and those that were refused, then the first ones; in their order. */
  batches: z.array(segmentBatchSchema),
  /** What the service counted in the segment, before the first batch and after the last answer; null: not read. */
  before: countAtSchema.nullable(),
  after: countAtSchema.nullable(),
  /** The change that this one takes back; null: none. */
  undoes: z.string().nullable(),
  /** The change that takes this one back; null: none was started. */
  undoneBy: z.string().nullable(),
  sequence: z.number(),
});
export type SegmentChange = z.infer<typeof segmentChangeSchema>;

export const segmentLeadStateSchema = z.enum(['waiting', 'moved', 'missing', 'refused', 'unknown']);
export type SegmentLeadState = z.infer<typeof segmentLeadStateSchema>;

export const segmentLeadPageSchema = z.object({
  total: z.number(),
  leads: z.array(
    z.object({ leadId: z.string(), batch: z.number(), state: segmentLeadStateSchema, reason: z.string() }),
  ),
});

/** Leads of a page, whose names are asked for at once. */
export const NAMED_LEADS = 200;

/** What a lead is called. */
export const leadNameSchema = z.object({
  leadId: z.string(),
  name: z.string(),
  /** Where the name was found: the name of a result or of an imported file, and when its leads came or were sent. Unix milliseconds. */
  from: z.enum(['result', 'import']),
  source: z.string(),
  at: z.number(),
});
export type LeadName = z.infer<typeof leadNameSchema>;

/** The columns of a table that may hold lead ids. `guess`: the one that is named like a lead id; null: none. */
export const leadIdColumnsSchema = z.object({
  columns: z.array(z.object({ index: z.number(), label: z.string(), filled: z.number(), example: z.string() })),
  guess: z.number().nullable(),
});
