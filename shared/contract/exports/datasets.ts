import { z } from 'zod';
import { exportQuerySchema } from './queries.ts';

/**
 * What is wanted of a folder: `new` makes a dataset where none is, `sinceLast` brings one up to date or makes it, and
 * `replace` makes it new whatever it held.
 */
export const datasetModeSchema = z.enum(['new', 'sinceLast', 'replace']);
export type DatasetMode = z.infer<typeof datasetModeSchema>;

const serviceMoment = z.string().nullable();

/** A folder of Parquet files that one export keeps up to date; it is held until `export:saveDataset`. */
export const openedDatasetSchema = z.object({
  datasetId: z.string(),
  /** What to ask the service for. */
  query: exportQuerySchema,
  /** Leads that it holds and keeps. */
  rows: z.number(),
  /** Latest change that it has, in the service's wall clock; null when it is made new, or none is known. */
  pointReached: serviceMoment,
});
export type OpenedDataset = z.infer<typeof openedDatasetSchema>;

export const savedDatasetSchema = z.object({
  /** Leads in the dataset now. */
  rows: z.number(),
  /** Leads that it had not. */
  added: z.number(),
  /** Leads with another value than before. */
  changed: z.number(),
  /** Leads that came again as they were. */
  unchanged: z.number(),
  /** Leads that are no longer among those asked for. */
  removed: z.number(),
  files: z.number(),
  /** Files that were written or removed. */
  filesChanged: z.number(),
  bytes: z.number(),
  pointReached: serviceMoment,
  /** Columns that have another type than before, because of a value that is not of the old one. */
  retyped: z.array(z.string()),
});
export type SavedDataset = z.infer<typeof savedDatasetSchema>;
