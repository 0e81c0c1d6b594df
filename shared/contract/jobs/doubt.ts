import { z } from 'zod';

/** Rows that left as the witness says, and that the journal had forgotten. They are unknown now. */
const forgottenSchema = z.object({
  jobId: z.string(),
  name: z.string(),
  /** "5-9,12" */
  rows: z.string(),
  count: z.number(),
  /** Unix milliseconds; null when it is lost. */
  firstAt: z.number().nullable(),
  lastAt: z.number().nullable(),
});

/** A job that only the witness knew. */
const lostJobSchema = z.object({
  jobId: z.string(),
  file: z.string(),
  rows: z.number(),
  sent: z.number(),
  /** Unix milliseconds of the first row that left; null when none did. */
  at: z.number().nullable(),
});

const witnessTroubleSchema = z.enum(['missing', 'damaged', 'shorter', 'another']);

/** Rows that left, of the jobs that this computer keeps, and when the last word about one was written (Unix milliseconds). */
const memorySchema = z.object({ rows: z.number(), lastAt: z.number().nullable() });

/** What the program does not know about its own sends, as it was found. Kept in the journal until a person goes on. */
export const foundDoubtSchema = z.object({
  /** Unix milliseconds. */
  foundAt: z.number(),
  /** For people: what is not known, a sentence each. */
  sentences: z.array(z.string()),
  forgotten: z.array(forgottenSchema),
  lost: z.array(lostJobSchema),
  /** Null: the witness is whole. */
  witness: witnessTroubleSchema.nullable(),
  /** The name of the damaged journal that was set aside; null when it was whole. */
  setAside: z.string().nullable(),
  /** What each remembered before one was completed by the other; null when they were not compared, or nobody kept it. */
  memories: z
    .object({
      journal: memorySchema,
      /** If it is damaged, what can still be read. Null when it is missing. */
      witness: memorySchema.nullable(),
    })
    .nullable()
    .default(null),
  /**
   * What the service counted of its day, when it was asked or counted more than this computer remembers; null otherwise.
   * `isShared`: other requests for leads are in both figures; false when nobody kept it. `since`: from when on they may
   * differ, Unix milliseconds; null when it is not known.
   */
  service: z
    .object({
      counted: z.number(),
      remembered: z.number(),
      readAt: z.number(),
      isShared: z.boolean().default(false),
      since: z.number().nullable().default(null),
    })
    .nullable(),
});
export type FoundDoubt = z.infer<typeof foundDoubtSchema>;

export const doubtSchema = foundDoubtSchema.extend({
  /** Jobs with rows left: none is sent before a person chooses. */
  held: z.array(
    z.object({
      jobId: z.string(),
      name: z.string(),
      campaignCode: z.string(),
      waiting: z.number(),
      rows: z.number(),
    }),
  ),
});
export type Doubt = z.infer<typeof doubtSchema>;
