import { z } from 'zod';
import type { AreaChannels, AreaEvents } from '../cache-effects.ts';
import { callId, id } from '../primitives.ts';
import { comparisonSchema } from './compare.ts';

export const compareChannels = {
  /**
   * Two results of this computer side by side, without a request: the comparison that is kept, or a new one. Errors:
   * `notFound` for a result that was deleted; `validation` for one that is still arriving or has no ids.
   */
  'compare:open': { args: z.object({ callId, before: id, now: id }), result: comparisonSchema, changes: [] },
} as const satisfies AreaChannels;

export const compareEvents = {
  /** A comparison goes on: the `callId` of `compare:open`. Rows that were looked at, each a few times. */
  'compare:progress': {
    payload: z.object({ callId: z.string(), rows: z.number(), rowsTotal: z.number() }),
    changes: [],
  },
} as const satisfies AreaEvents;
