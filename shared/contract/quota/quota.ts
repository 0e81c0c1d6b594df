import { z } from 'zod';

export const serviceQuotaSchema = z.object({
  /** Key of the ledger, for example `POST leads`. */
  service: z.string(),
  /** The name on the screen. */
  title: z.string(),
  minute: z.object({ limit: z.number(), remaining: z.number(), resetsAt: z.number() }).nullable(),
  daily: z.object({
    limit: z.number().nullable(),
    used: z.number(),
    remaining: z.number().nullable(),
    /** Unix milliseconds; null until the period is known. */
    resetsAt: z.number().nullable(),
    source: z.enum(['counted', 'confirmed', 'refused']),
    confirmedAt: z.number().nullable(),
  }),
  /** Units one request costs now. */
  price: z.number(),
  blockedUntil: z.number().nullable(),
  blockedReason: z.string(),
  /** Requests sent in the last 60 seconds by this program. */
  sentLastMinute: z.number(),
  /** Units of the day that imports leave untouched; `isOwn`: a person chose the figure. */
  reserve: z.object({ units: z.number(), isOwn: z.boolean() }),
  /** The last `X-Rate-Limit-*` headers, unparsed; null before the first answer. */
  lastHeaders: z.object({ limit: z.string(), remaining: z.string(), reset: z.string(), at: z.number() }).nullable(),
});
export type ServiceQuota = z.infer<typeof serviceQuotaSchema>;

export const quotaSnapshotSchema = z.object({
  accountId: z.string().nullable(),
  fairUse: z.boolean(),
  timeZone: z.string(),
  services: z.array(serviceQuotaSchema),
  /** The last answers to the requests for limits and counts, JSON text cut at 16 KB; null before the first. */
  rawLimits: z.string().nullable(),
  rawCounts: z.string().nullable(),
  readAt: z.number().nullable(),
  /** For the screen: why nothing can be sent now; empty when the service can be reached. */
  offline: z.string(),
  /** The service's clock minus this computer's, milliseconds; null before the first answer. */
  clockOffset: z.number().nullable(),
  /** Units of one request without fair use outside production hours. `at`: when the price was found out, Unix milliseconds. */
  nightPrice: z.object({ units: z.number(), source: z.enum(['assumed', 'probed']), at: z.number().nullable() }),
  sequence: z.number(),
});
export type QuotaSnapshot = z.infer<typeof quotaSnapshotSchema>;

export const requestLogEntrySchema = z.object({
  id: z.number(),
  at: z.number(),
  method: z.string(),
  /** Without the values of the query that may be personal. */
  path: z.string(),
  service: z.string(),
  lane: z.string(),
  status: z.number().nullable(),
  outcome: z.string(),
  units: z.number(),
  milliseconds: z.number(),
  remaining: z.number().nullable(),
});
export type RequestLogEntry = z.infer<typeof requestLogEntrySchema>;
