import { z } from 'zod';
import { alertDeliverySchema, alertSchema, alertSettingsSchema } from './quota-alerts.ts';
import { outlookSchema } from './quota-forecast.ts';

/**
 * Where a figure comes from. `ledger`: counted here; `limits` and `counts`: the service's answers to these questions;
 * `header`: the rate headers of an answer; `refused`: an answer 429. `at`: when, Unix milliseconds.
 */
const figureOriginSchema = z.object({
  source: z.enum(['ledger', 'limits', 'counts', 'header', 'refused']),
  at: z.number(),
});
export type FigureOrigin = z.infer<typeof figureOriginSchema>;

/** Requests of the last 60 seconds by lane. `others`: of other clients, at least. */
const lastMinuteSchema = z.object({
  person: z.number(),
  refresh: z.number(),
  import: z.number(),
  reconcile: z.number(),
  others: z.number(),
});

/** A setting of a budget in percent, 1 to 100. `isOwn`: a person chose it. */
const shareSchema = z.object({ percent: z.number(), isOwn: z.boolean() });

/** One budget: one counter of the service, and the endpoints that draw on it. */
export const serviceQuotaSchema = z.object({
  /** Key of the ledger: the first of the endpoints, for example `POST leads`. */
  service: z.string(),
  /** The name on the screen: the service's own for the counter, or the endpoint's. */
  title: z.string(),
  /** The service's own name for the counter; null while it gave none. */
  name: z.string().nullable(),
  /** The endpoints that draw on it; at least one. `isLikely`: the service names no counter for it, and this is the likely one. */
  endpoints: z.array(z.object({ service: z.string(), title: z.string(), isLikely: z.boolean() })),
  /** How it is known which endpoints share the counter; `assumed`: nothing was said, each endpoint has its own. */
  grouping: z.enum(['assumed', 'limits', 'counts', 'header']),
  minute: z.object({ limit: z.number(), remaining: z.number(), resetsAt: z.number() }).nullable(),
  daily: z.object({
    limit: z.number().nullable(),
    used: z.number(),
    /** Units of `used` that this program used; the same account in another program on this computer counts as own. */
    own: z.number(),
    /** Units of `used` that other clients used, at least. */
    others: z.number(),
    /** What the service's counts said when `used` was last taken from them; null: `used` is from elsewhere. */
    told: z.number().nullable(),
    remaining: z.number().nullable(),
    /** Unix milliseconds; null until the period is known. */
    startedAt: z.number().nullable(),
    /** Unix milliseconds; null until the period is known. */
    resetsAt: z.number().nullable(),
    source: z.enum(['counted', 'confirmed', 'refused']),
    confirmedAt: z.number().nullable(),
  }),
  /** Where the figures come from; null for a figure that is not known. */
  origins: z.object({
    limit: figureOriginSchema.nullable(),
    used: figureOriginSchema.nullable(),
    minute: figureOriginSchema.nullable(),
    resetsAt: figureOriginSchema.nullable(),
  }),
  lastMinute: lastMinuteSchema,
  /** Requests a minute that the pace allows now; null without a minute rule. */
  ratePerMinute: z.number().nullable(),
  /** 429 answers in the last 24 hours. */
  refusedLastDay: z.number(),
  /** Share of the minute and of the day that this program may use. */
  shares: z.object({ minute: shareSchema, day: shareSchema }),
  outlook: outlookSchema,
  /** Units a minute that everything but jobs is taken to use until the reset; 0 while nothing is forecast. */
  otherUse: z.number().default(0),
  /** Units one request costs now. */
  price: z.number(),
  blockedUntil: z.number().nullable(),
  /** Over a minute requests wait; over a day they end. Null: nothing blocks. */
  blockedPeriod: z.enum(['minute', 'day']).nullable(),
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
  /** Colleagues of a team draw on it, too. */
  isInTeam: z.boolean().optional(),
  fairUse: z.boolean(),
  timeZone: z.string(),
  /** One entry a budget. */
  services: z.array(serviceQuotaSchema),
  /** Counters that the service names and Lead Console does not know the endpoints of. */
  unmatched: z.array(
    z.object({ name: z.string(), limit: z.number().nullable(), used: z.number().nullable(), at: z.number() }),
  ),
  alerts: z.array(alertSchema),
  alertSettings: alertSettingsSchema,
  alertDelivery: alertDeliverySchema,
  /** What the last check of the night price found; null before the first. `message`: why it settled nothing. */
  lastProbe: z
    .object({
      at: z.number(),
      isSettled: z.boolean(),
      units: z.union([z.literal(1), z.literal(4)]).nullable(),
      message: z.string(),
    })
    .nullable(),
  /** Zone of the production hours. `isOwn`: a person chose it for the quota; else it is the zone of the account. */
  productionZone: z.object({ zone: z.string(), isOwn: z.boolean() }),
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
