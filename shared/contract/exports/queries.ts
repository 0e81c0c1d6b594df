import { z } from 'zod';

export const localDateTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/)
  .refine(isOnTheCalendar, 'No such day or time');

/** JavaScript takes 31 February for 3 March. */
function isOnTheCalendar(text: string): boolean {
  const date = new Date(`${text.length === 10 ? `${text}T00:00:00` : text}Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
}

/**
 * A beginning that moves with the day: `today`, `yesterday`, `this-week` (Monday), `this-month`, `-7d` (the day seven days
 * ago), each from midnight in the account's zone, or `last-run`: when the last complete run of the query was asked for.
 */
export const relativeSinceSchema = z.object({
  since: z.string().regex(/^(?:today|yesterday|this-week|this-month|last-run|-[1-9]\d{0,2}d)$/),
});
export type RelativeSince = z.infer<typeof relativeSinceSchema>;

/** The queries of each source. @param modifiedFrom what their beginning may be */
function queriesFrom<From extends z.ZodType>(modifiedFrom: From) {
  const common = {
    modifiedFrom,
    /** Parameters that the specification does not have; sent as they are. */
    extra: z.array(z.object({ name: z.string().min(1).max(100), value: z.string().max(2000) })).max(20),
  };
  const leadSearch = {
    ...common,
    /** Wildcard patterns of projects; empty: all. */
    projects: z.array(z.string().trim().min(1).max(200)).max(100),
    /** Names of the specification. */
    statuses: z.array(z.string().max(50)).max(50),
    closures: z.array(z.string().max(50)).max(20),
  };
  return z.discriminatedUnion('source', [
    /** Lead search, answered as JSON. */
    z.object({ source: z.literal('simple'), ...leadSearch }),
    /** A search that the user of the account saved in the service. */
    z.object({
      source: z.literal('search'),
      ...common,
      searchName: z.string().trim().min(1).max(300),
      /** One wildcard pattern; takes the place of the campaigns that the search selects. Null: as saved. */
      project: z.string().trim().min(1).max(200).nullable(),
      /** Properties that some services leave out when they are not listed: `data`, `campaign`, … */
      include: z.array(z.string().trim().min(1).max(100)).max(20),
      /** How the service answers. Both fill the same columns. */
      answer: z.enum(['json', 'csv']),
    }),
    /** RawLeads: the filters of a lead search, answered as CSV with a line for each field of each lead. */
    z.object({ source: z.literal('raw'), ...leadSearch }),
  ]);
}

/** A query as it is asked. `modifiedFrom`: `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, wall clock of the service. */
export const exportQuerySchema = queriesFrom(localDateTimeSchema.nullable());
export type ExportQuery = z.infer<typeof exportQuerySchema>;

/** A query as a person builds and saves it. The beginning may move with the day. */
export const writtenQuerySchema = queriesFrom(z.union([localDateTimeSchema, relativeSinceSchema]).nullable());
export type WrittenQuery = z.infer<typeof writtenQuerySchema>;
