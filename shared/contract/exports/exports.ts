import { z } from 'zod';
import { savedFileSchema } from '../host/files.ts';

const localDateTime = z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/);

/** A query as a person builds it. Statuses and closures have the names of the specification. */
export const exportQuerySchema = z.object({
  source: z.literal('simple'),
  /** Wildcard patterns of campaign codes; empty: all. */
  projects: z.array(z.string().trim().min(1).max(200)).max(100),
  /** `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, wall clock of the service. */
  modifiedFrom: localDateTime.nullable(),
  statuses: z.array(z.string().max(50)).max(50),
  closures: z.array(z.string().max(50)).max(20),
  /** Parameters that the specification does not have; sent as they are. */
  extra: z.array(z.object({ name: z.string().min(1).max(100), value: z.string().max(2000) })).max(20),
});
export type ExportQuery = z.infer<typeof exportQuerySchema>;

const exportStateSchema = z.enum(['running', 'complete', 'partial', 'cancelled']);

export const exportColumnSchema = z.object({
  /** Position in a row of `export:rows`. */
  index: z.number(),
  /** Dotted path in the lead, for example `campaign.code` or `data.Telefon1`. */
  path: z.string(),
  filled: z.number(),
});
export type ExportColumn = z.infer<typeof exportColumnSchema>;

export const exportSummarySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  query: exportQuerySchema,
  /** The request line as sent, without the address. */
  request: z.string(),
  state: exportStateSchema,
  /** Why it is partial, for the screen; empty otherwise. */
  reason: z.string(),
  rows: z.number(),
  bytes: z.number(),
  rowsPerSecond: z.number(),
  columns: z.array(exportColumnSchema),
  /** Unix milliseconds. */
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** Bytes of the result on this computer's disk. */
  storedBytes: z.number(),
  sequence: z.number(),
});
export type ExportSummary = z.infer<typeof exportSummarySchema>;

/** A file of leads. `notes`: what a person should know about it, in sentences; mostly none. */
export const savedExportSchema = savedFileSchema.extend({ notes: z.array(z.string()) });
