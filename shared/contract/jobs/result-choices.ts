import { z } from 'zod';
import { saveFormatSchema } from '../exports/save-formats.ts';

/** How the result file of a job is written. */
export const resultChoicesSchema = z.object({
  /** `guardFormulas`: also the cells of the imported file. What the service said is guarded in any case. */
  format: saveFormatSchema,
  rows: z.enum(['all', 'refused']),
  /** IANA name of the zone in which times are written, with their offset. Null: UTC. */
  zone: z.string().max(100).nullable(),
});
export type ResultChoices = z.infer<typeof resultChoicesSchema>;

/** What a person chose for result files, whatever import they are of. */
export const resultWishSchema = z.object({
  /** `source`: CSV with separator and encoding of the imported file; `excel`: CSV as Excel opens it on this computer. */
  as: z.enum(['source', 'excel', 'xlsx']),
  rows: z.enum(['all', 'refused']),
  guardFormulas: z.boolean(),
  times: z.enum(['account', 'utc']),
});
export type ResultWish = z.infer<typeof resultWishSchema>;

/** As long as nobody chose another: what comes back to a supplier looks like what came. */
export const USUAL_RESULT: ResultWish = { as: 'source', rows: 'all', guardFormulas: false, times: 'account' };

/** How the text of an imported file is written. */
export const sourceTextSchema = z.object({ delimiter: z.string().max(1), encoding: z.string().max(40) });
export type SourceText = z.infer<typeof sourceTextSchema>;
