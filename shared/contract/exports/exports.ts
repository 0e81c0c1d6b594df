import { z } from 'zod';
import { savedFileSchema } from '../host/files.ts';
import { answeredSchema, sameDaySchema, windowsSchema } from './answered.ts';
import { exportQuerySchema, relativeSinceSchema } from './queries.ts';
import { refreshSchema } from './refresh.ts';

const exportStateSchema = z.enum(['running', 'complete', 'partial', 'cancelled']);

export const exportColumnSchema = z.object({
  /** Position in a row of `export:rows`. */
  index: z.number(),
  /** Dotted path in the lead, for example `campaign.code` or `data.Telefon1`. */
  path: z.string(),
  filled: z.number(),
  /** The part of a person's name that the header names for sure. */
  namePart: z.enum(['first', 'middle', 'last', 'whole']).optional(),
});
export type ExportColumn = z.infer<typeof exportColumnSchema>;

/** A name that a person gave. The one made from a query may be longer. */
export const exportNameSchema = z.string().trim().min(1).max(100);

export const exportSummarySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  /** With the dates that were asked for. */
  query: exportQuerySchema,
  /** What `modifiedFrom` was worked out from; null: it was asked for as it stands. */
  relativeSince: relativeSinceSchema.nullable(),
  /** When it was asked for, wall clock of the service: "since the last run" goes on from here. See `askedAt`. */
  askedAt: z.string(),
  /** The request line as sent, without the address; with windows, the one of the whole range. */
  request: z.string(),
  /** Requests that this export sent, without repeats after trouble. */
  requests: z.number(),
  state: exportStateSchema,
  /** Why it is partial, for the screen; empty otherwise. */
  reason: z.string(),
  /** Leads that are here, whether asked for or not. */
  rows: z.number(),
  answered: answeredSchema,
  /** Null: one request for the whole range. */
  windows: windowsSchema.nullable(),
  /** Null: it was not needed. */
  sameDay: sameDaySchema.nullable(),
  /** It failed, and its range can be asked for day by day: `export:start` with the same query and `windowDays`. */
  mayBeSplit: z.boolean(),
  /** Leads are missing because this computer could not store something, as on a full disk, and not because of the service. */
  isUnstored: z.boolean(),
  /** The latest change that the result surely has, by the service's clock as its answers showed last; null when none is known. */
  pointReached: z.string().nullable(),
  /** The latest one; null: never. The figures of this summary are those of the result as it is now. */
  refresh: refreshSchema.nullable(),
  /** When the latest refresh began that came to its end, in Unix milliseconds: the rows are of then. Null: none has. */
  refreshedAt: z.number().nullable(),
  /** Why it cannot be refreshed, for the screen; empty when it can. Nothing about a refresh that runs. */
  cannotRefresh: z.string(),
  /** Paths of columns with values that were nested too deep and cut. */
  shortened: z.array(z.string()),
  /** Leads with a lead id that another lead of the result has. Null: not counted. */
  repeated: z.number().nullable(),
  /** Bytes came that cannot be read as text; U+FFFD stands for them. */
  hasBrokenText: z.boolean(),
  bytes: z.number(),
  /** 0 when it is not known. */
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

/** A file of leads. `notes`: what a person should know about it, in sentences; mostly none. `isCut`: values are cut. */
export const savedExportSchema = savedFileSchema.extend({ notes: z.array(z.string()), isCut: z.boolean() });
