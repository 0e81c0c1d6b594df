import { z } from 'zod';
import { type AreaChannels, type AreaEvents, put, reread, sameAs } from '../cache-effects.ts';
import { callId, id, nothing, page } from '../primitives.ts';
import { type ChangeSnapshot, newest } from '../snapshots.ts';
import { type QuotaSnapshot, quotaSnapshotSchema, requestLogEntrySchema } from './quota.ts';

const probeSchema = z.object({ isSettled: z.boolean(), message: z.string(), snapshot: quotaSnapshotSchema });

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
  /** Sets the reserve of a service and keeps it in the account's journal. `units` null: back to the default. */
  'quota:reserve': {
    args: z.object({ service: id, units: z.number().int().min(0).max(1_000_000_000).nullable() }),
    result: quotaSnapshotSchema,
    changes: [sameAs('quota:pulse')],
  },
} as const satisfies AreaChannels;

const loggedSchema = z.object({ accountId: z.string() });

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
  /** Requests were sent; at most once a second. */
  'quota:logged': {
    payload: loggedSchema,
    accountId: ({ accountId }: z.infer<typeof loggedSchema>) => accountId,
    changes: [reread('quota:log')],
  },
} as const satisfies AreaEvents;
