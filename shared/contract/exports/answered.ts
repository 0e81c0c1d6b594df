import { z } from 'zod';

/** One filter of the question, checked against every lead of the answer. Filters that were not asked are not listed. */
export const filterCheckSchema = z.object({
  /** Name of the parameter as it was sent, for example `Projects`, `ModifiedFrom`, `Take`. */
  filter: z.string(),
  /** Position of the filter's bit in the mask of a lead that does not fit. */
  bit: z.number().int().min(0).max(30),
  /**
   * `answered`: every lead that can be checked fits. `ignored`: leads came that do not fit. `unchecked`: nothing in the
   * answer shows whether a lead fits. While leads arrive it is the verdict so far.
   */
  verdict: z.enum(['answered', 'ignored', 'unchecked']),
  /** Leads that fit. */
  matching: z.number(),
  /** Leads that do not fit; for a limit on the number of leads: those beyond it. */
  others: z.number(),
  /** Leads in which nothing shows whether they fit. */
  unchecked: z.number(),
  /** Path of the column that shows it; null when there is none. */
  column: z.string().nullable(),
});
export type FilterCheck = z.infer<typeof filterCheckSchema>;

/** The answer beside the question. */
export const answeredSchema = z.object({
  /** In the order of the question; empty when it asked for everything. */
  filters: z.array(filterCheckSchema),
  /** Leads that no filter speaks against. */
  asked: z.number(),
  /** What a person wants to see and save when leads came that were not asked for. Null: not chosen yet, all are shown. */
  keeps: z.enum(['all', 'asked']).nullable(),
});
export type Answered = z.infer<typeof answeredSchema>;

/** A long range asked for in several requests, one after the other. */
export const windowsSchema = z.object({
  /** Days of one request. */
  days: z.number().int(),
  total: z.number().int(),
  /** Windows whose leads are all here. Fewer than `total` in a complete result when one answer held the whole range. */
  done: z.number().int(),
  /** Leads that came again in a later window, in a newer state. */
  replaced: z.number(),
});

/** A window within one day that answered nothing was asked for again from an earlier day on, and cut here if leads say when they changed. */
export const sameDaySchema = z.object({
  /** The earlier moment that was asked for. */
  modifiedFrom: z.string(),
  /** Leads from before the asked moment, which are not in the result. Null: RawLeads do not say when, and none is cut. */
  cut: z.number().nullable(),
});

export type ExportEnd = 'running' | 'complete' | 'moreThanAsked' | 'filtered' | 'partial' | 'failed' | 'cancelled';

/**
 * What a result may be called. It is complete only when no lead is missing and every lead was asked for; it failed when it
 * ended before the first lead.
 */
export function exportEnd(result: {
  readonly state: 'running' | 'complete' | 'partial' | 'cancelled';
  readonly rows: number;
  readonly answered: Answered;
}): ExportEnd {
  if (result.state === 'partial' && result.rows === 0) return 'failed';
  if (result.state !== 'complete') return result.state;
  if (!result.answered.filters.some((filter) => filter.verdict === 'ignored')) return 'complete';
  return result.answered.keeps === 'asked' ? 'filtered' : 'moreThanAsked';
}
