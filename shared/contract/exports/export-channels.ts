import { z } from 'zod';
import { type AreaChannels, type AreaEvents, reread, sameAs, update } from '../cache-effects.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { callId, done, id, nothing, page } from '../primitives.ts';
import { type ChangeSnapshot, newest, withSnapshot } from '../snapshots.ts';
import { exportPageSchema, exportQuerySchema, type ExportSummary, exportSummarySchema, sortSchema } from './exports.ts';

export interface ExportList {
  exports: ExportSummary[];
}

/** The rows of a result and their order. */
const view = { exportId: id, sort: z.array(sortSchema).max(3), search: z.string().max(200) };

export const exportChannels = {
  'export:start': {
    args: z.object({ query: exportQuerySchema }),
    result: exportSummarySchema,
    changes: [sameAs('export:progress')],
  },
  'export:cancel': {
    args: z.object({ exportId: id }),
    result: exportSummarySchema,
    changes: [sameAs('export:progress')],
  },
  'export:list': {
    args: nothing,
    result: z.object({ exports: z.array(exportSummarySchema) }),
    changes: [],
    snapshots: ({ exports }: ExportList, change: ChangeSnapshot) => ({
      exports: exports.map(change),
    }),
  },
  'export:get': {
    args: z.object({ exportId: id }),
    result: exportSummarySchema,
    changes: [],
    snapshots: (summary: ExportSummary, change: ChangeSnapshot) => change(summary),
  },
  'export:rows': { args: z.object({ callId, ...view, ...page }), result: exportPageSchema, changes: [] },
  'export:save': { args: z.object({ callId, ...view, token: fileTokenSchema }), result: savedFileSchema, changes: [] },
  'export:delete': { args: z.object({ exportId: id }), result: done, changes: [reread('export:list')] },
} as const satisfies AreaChannels;

export const exportEvents = {
  'export:progress': {
    payload: exportSummarySchema,
    accountId: (summary: ExportSummary) => summary.accountId,
    changes: [
      update(
        'export:list',
        (_summary: ExportSummary) => ({}),
        (summary, { exports }: ExportList) => ({ exports: withSnapshot(exports, summary) }),
      ),
      update(
        'export:get',
        (summary: ExportSummary) => ({ exportId: summary.id }),
        (summary, known: ExportSummary) => newest(known, summary),
      ),
    ],
  },
} as const satisfies AreaEvents;
