import { z } from 'zod';
import { exportColumnSchema } from './exports.ts';

/** A field of leads in the two results. Positions are those of cells in a row of the comparison; null: not there. */
export const comparedFieldSchema = z.object({
  /** Dotted path, as the later result spells it. */
  path: z.string(),
  before: z.number().nullable(),
  now: z.number().nullable(),
  /** The cell with both values as JSON, `["before","now"]`: empty unless the field changed. Null: it is not compared. */
  change: z.number().nullable(),
  /** Leads in which it changed; null when it is not compared. */
  changed: z.number().nullable(),
});
export type ComparedField = z.infer<typeof comparedFieldSchema>;

const ofBoth = z.object({ before: z.number(), now: z.number() });

/**
 * Two results side by side. It is a result of its own: `export:rows`, `export:values`, `export:save` and the others take
 * its id. Nothing is claimed about leads that a partial result did not bring: then `new` or `gone` may be too many.
 */
export const comparisonSchema = z.object({
  id: z.string(),
  /** Ids of the exports. */
  before: z.string(),
  now: z.string(),
  /** In the later result only. */
  new: z.number(),
  /** In both, and at least one compared field differs. */
  changed: z.number(),
  /** In the earlier result only. */
  gone: z.number(),
  same: z.number(),
  /** Rows that another row of the same result replaces, because it has the same id and is newer. */
  repeated: ofBoth,
  /** Rows without an id: what they belong to is not known. */
  withoutId: ofBoth,
  /** Rows of the results. The parts above add up to them. */
  rows: ofBoth,
  fields: z.array(comparedFieldSchema),
  /** Position and name of every column, as they are saved. */
  columns: z.array(exportColumnSchema),
  idColumn: z.number(),
  kindColumn: z.number(),
  /** The position of the time of the last change in the later result; null when it has none. It is never compared. */
  timeColumn: z.number().nullable(),
  /** How long it took. */
  milliseconds: z.number(),
});
export type Comparison = z.infer<typeof comparisonSchema>;
