import { z } from 'zod';
import { type AreaChannels, type AreaEvents, put, reread, sameAs } from '../cache-effects.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { callId, id, nothing, page } from '../primitives.ts';
import { type ChangeSnapshot, newest } from '../snapshots.ts';
import { type QuotaSnapshot, quotaSnapshotSchema, requestLogEntrySchema } from './quota.ts';
import { alertSchema, alertSettingsSchema } from './quota-alerts.ts';
import { burnDownSchema } from './quota-forecast.ts';
import { hoursSchema, latencySchema, minutesSchema, refusalSchema } from './quota-series.ts';

const probeSchema = z.object({ isSettled: z.boolean(), message: z.string(), snapshot: quotaSnapshotSchema });

/** Any endpoint names its budget. */
const service = id;
/** Unix milliseconds; `to` is not part of the range. */
const range = { from: z.number(), to: z.number() };
const percent = z.number().int().min(1).max(100).nullable();

export const quotaChannels = {
  'quota:snapshot': {
    args: nothing,
    result: quotaSnapshotSchema,
    changes: [],
    snapshots: (quota: QuotaSnapshot, change: ChangeSnapshot) => change(quota),
  },
  /** Reads limits and counts: two requests. */
  'quota:refresh': { args: nothing, result: quotaSnapshotSchema, changes: [sameAs('quota:pulse')] },
  'quota:log': {
    args: z.object({ ...page }),
    result: z.object({ total: z.number(), entries: z.array(requestLogEntrySchema) }),
    changes: [],
  },
  /**
   * Finds out what a request without fair use costs outside production hours, with eight reading requests; within
   * production hours it sends none. `message` says why the price stays assumed; empty when it was found out.
   */
  'quota:probe': {
    args: z.object({ callId }),
    result: probeSchema,
    changes: [sameAs('quota:pulse', ({ snapshot }: z.infer<typeof probeSchema>) => snapshot)],
  },
  /** Sets the reserve of a budget and keeps it in the account's journal. `units` null: back to the default. */
  'quota:reserve': {
    args: z.object({ service, units: z.number().int().min(0).max(1_000_000_000).nullable() }),
    result: quotaSnapshotSchema,
    changes: [sameAs('quota:pulse')],
  },
  /** Sets the shares of a budget that this program may use, in percent. Null: back to 100. */
  'quota:shares': {
    args: z.object({ service, minute: percent, day: percent }),
    result: quotaSnapshotSchema,
    changes: [sameAs('quota:pulse')],
  },
  /** Sets the zone of the production hours for the account. Null: the zone of the account. */
  'quota:productionZone': {
    args: z.object({ zone: z.string().min(1).max(100).nullable() }),
    result: quotaSnapshotSchema,
    changes: [sameAs('quota:pulse'), reread('quota:burnDown'), reread('quota:hours')],
  },
  'quota:alertSettings': {
    args: alertSettingsSchema,
    result: quotaSnapshotSchema,
    changes: [sameAs('quota:pulse')],
  },
  /**
   * Where alerts go from now on, and a test message to it. `file` null: to none; `keep`: to the one as before. Fails with
   * `validation` for an address that is neither https nor of this computer, or has a user or a password in it.
   */
  'quota:alertDelivery': {
    args: z.object({
      webhook: z.string().trim().min(1).max(2000).nullable(),
      file: z.union([fileTokenSchema, z.literal('keep')]).nullable(),
    }),
    result: quotaSnapshotSchema,
    changes: [sameAs('quota:pulse')],
  },
  /** A person has seen the alert. */
  'quota:alertSeen': {
    args: z.object({ alertId: z.string().max(300) }),
    result: quotaSnapshotSchema,
    changes: [sameAs('quota:pulse')],
  },
  /** The running day of a budget, and what is forecast of it. */
  'quota:burnDown': { args: z.object({ service }), result: burnDownSchema, changes: [] },
  /** Requests by lane; at most 1,500 points, a long range in longer steps. */
  'quota:minutes': { args: z.object({ service, ...range }), result: minutesSchema, changes: [] },
  /** Units by hour and weekday of the last `days` days. */
  'quota:hours': {
    args: z.object({ service, days: z.number().int().min(1).max(14) }),
    result: hoursSchema,
    changes: [],
  },
  /** 429 answers, the newest first. `service` null: of all budgets. */
  'quota:refusals': {
    args: z.object({ service: service.nullable(), ...page }),
    result: z.object({ total: z.number(), refusals: z.array(refusalSchema) }),
    changes: [],
  },
  /** Writes a chart that the page drew (PNG, base64) or its figures (CSV, text) into a chosen file. */
  'chart:save': {
    args: z.object({
      token: fileTokenSchema,
      format: z.enum(['csv', 'png']),
      content: z.string().min(1).max(8_000_000),
    }),
    result: savedFileSchema,
    changes: [],
  },
  /** Times of the answers; at most 1,500 points. `service` null: of all budgets. */
  'quota:latency': { args: z.object({ service: service.nullable(), ...range }), result: latencySchema, changes: [] },
} as const satisfies AreaChannels;

const loggedSchema = z.object({ accountId: z.string() });
const alertEventSchema = z.object({
  accountId: z.string(),
  accountName: z.string(),
  change: z.enum(['raised', 'takenBack']),
  alert: alertSchema,
});

export const quotaEvents = {
  'quota:pulse': {
    payload: quotaSnapshotSchema,
    accountId: (quota: QuotaSnapshot) => quota.accountId,
    changes: [
      put(
        'quota:snapshot',
        (_quota: QuotaSnapshot) => ({}),
        // A snapshot of another account is not compared by sequence.
        (quota, known: QuotaSnapshot | undefined) =>
          known?.accountId === quota.accountId ? newest(known, quota) : quota,
      ),
    ],
  },
  /** Burn-down and minutes have grown; at most once in two seconds. */
  'quota:series': {
    payload: loggedSchema,
    accountId: ({ accountId }: z.infer<typeof loggedSchema>) => accountId,
    changes: [reread('quota:burnDown'), reread('quota:minutes')],
  },
  /** Hours, refusals and latency have grown; at most once a minute, and soon after a 429. */
  'quota:history': {
    payload: loggedSchema,
    accountId: ({ accountId }: z.infer<typeof loggedSchema>) => accountId,
    changes: [reread('quota:hours'), reread('quota:refusals'), reread('quota:latency')],
  },
  /** Also of an account that is not in use: the host shows a notification when it is raised, and closes it when it is taken back. */
  'quota:alert': { payload: alertEventSchema, changes: [] },
  /** Requests were sent; at most once a second. */
  'quota:logged': {
    payload: loggedSchema,
    accountId: ({ accountId }: z.infer<typeof loggedSchema>) => accountId,
    changes: [reread('quota:log')],
  },
} as const satisfies AreaEvents;
