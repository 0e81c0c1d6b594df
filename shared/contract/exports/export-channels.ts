import { z } from 'zod';
import { type AreaChannels, type AreaEvents, forget, reread, sameAs, update } from '../cache-effects.ts';
import { fileTokenSchema } from '../host/files.ts';
import { callId, done, id, nothing } from '../primitives.ts';
import { type ChangeSnapshot, newest, withSnapshot } from '../snapshots.ts';
import { datasetChannels } from './dataset-channels.ts';
import { exportNameSchema, type ExportSummary, exportSummarySchema, savedExportSchema } from './exports.ts';
import { writtenQuerySchema } from './queries.ts';
import { followedFileChannels } from './followed-file-channels.ts';
import { saveFormatSchema } from './save-formats.ts';
import { viewChannels, viewEvents } from './view-channels.ts';
import { viewFields } from './views.ts';

export interface ExportList {
  exports: ExportSummary[];
}

const removedSchema = z.object({ accountId: z.string(), exportId: id });

const whenExportIsGone = [reread('export:list'), forget('export:get')] as const;

export const exportChannels = {
  'export:start': {
    args: z.object({
      /** Fails with `validation` when it goes on from the last run and none is known. */
      query: writtenQuerySchema,
      /** Name of the result. If it is left out, the query in words. */
      name: exportNameSchema.optional(),
      /**
       * Days of one request: a long range is asked for in several, one after the other. Null: one request. Fails with
       * `validation` without `modifiedFrom`, and for more than 400 requests.
       */
      windowDays: z.number().int().min(1).max(31).nullable().optional(),
      /** A lead that comes twice is kept once, in its latest state. Always so in several requests. */
      onceEach: z.boolean().optional(),
    }),
    result: exportSummarySchema,
    changes: [sameAs('export:progress')],
  },
  /**
   * Asks only for what changed since the point reached and merges it by the leads' ids; the last change wins. It answers
   * at once, and `export:progress` carries `refresh`. Fails with `validation` and the sentence of `cannotRefresh`, or
   * while another one runs; with `notFound` for a deleted result.
   */
  'export:refresh': {
    args: z.object({ exportId: id, windowDays: z.number().int().min(1).max(31).nullable().optional() }),
    result: exportSummarySchema,
    changes: [sameAs('export:progress')],
  },
  /** Ends the export, or its refresh. What arrived of an export stays; a refresh changes nothing in the result. */
  'export:cancel': {
    args: z.object({ exportId: id }),
    result: exportSummarySchema,
    changes: [sameAs('export:progress')],
  },
  /** Shows and saves only the leads that were asked for, or all. Uses no request and can be changed at any time. */
  'export:keep': {
    args: z.object({ exportId: id, keeps: z.enum(['all', 'asked']).nullable() }),
    result: exportSummarySchema,
    changes: [sameAs('export:progress')],
  },
  'export:rename': {
    args: z.object({ exportId: id, name: exportNameSchema }),
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
  ...viewChannels,
  ...datasetChannels,
  ...followedFileChannels,
  /** Rows that arrive after it began are not in the file. Leads missing in the result: the name gets `.partial`. */
  'export:save': {
    args: z.object({
      callId,
      exportId: id,
      ...viewFields,
      token: fileTokenSchema,
      format: saveFormatSchema,
      /** Positions of the columns in the order of the file; null: all, the lead's own first, then its data. */
      columns: z.array(z.number().int().min(0)).min(1).max(16_384).nullable(),
      /** Names of these columns in the file; left out: their paths. */
      names: z.array(z.string().min(1).max(2000)).max(16_384).optional(),
      /** The file is remembered with the result: `export:findFollowed` finds it. Not for a partial one. */
      follows: z.boolean().optional(),
      /** False: a complete file never takes the place of one that is there. */
      overwrite: z.boolean().optional(),
    }),
    result: savedExportSchema,
    changes: [],
  },
  /** Writes a table as the page shows it, of counted leads. */
  'export:saveTable': {
    args: z.object({
      callId,
      token: fileTokenSchema,
      format: saveFormatSchema,
      columns: z.array(z.string().max(2000)).min(1).max(40),
      rows: z.array(z.array(z.string().max(2000)).max(40)).max(25_000),
      /** Positions of the columns of figures: numbers in a workbook, in which all else is text. */
      figures: z.array(z.number().int().min(0).max(39)).max(40).default([]),
    }),
    result: savedExportSchema,
    changes: [],
  },
  'export:delete': { args: z.object({ exportId: id }), result: done, changes: [...whenExportIsGone] },
} as const satisfies AreaChannels;

export const exportEvents = {
  ...viewEvents,
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
  /** The exports and refreshes of the account that this program itself works on now: they end when it quits. */
  'export:working': { payload: z.object({ accountId: z.string(), running: z.number() }), changes: [] },
  /** The result was deleted, on this page or on another one of this program. */
  'export:removed': {
    payload: removedSchema,
    accountId: ({ accountId }: z.infer<typeof removedSchema>) => accountId,
    changes: [...whenExportIsGone],
  },
} as const satisfies AreaEvents;
