import { z } from 'zod';
import { type AreaChannels, reread, sameAs } from '../cache-effects.ts';
import { cellActSchema, cellsPreviewSchema } from '../check/check-acts.ts';
import { id, page, PAGE_LIMIT } from '../primitives.ts';
import { jobSummarySchema } from './jobs.ts';

/*
 * Rows that the service refused are repaired while the job runs. Repairs are judged by the rules of the check and kept in
 * the journal; what the file said stays. A repaired row is sent again only when a person says so.
 */

const column = z.number().int().min(0).max(16_383);
const value = z.string().max(100_000);
const rows = z.array(z.number().int().min(1)).min(1).max(PAGE_LIMIT);
/** Refused rows: these, those with this reason, or all of them. */
const which = { rows: rows.optional(), reason: z.string().optional() };

/** A change of many cells of refused rows. `column` null: every column that is sent. */
const cellsChange = z.object({ act: cellActSchema, column: column.nullable(), reason: z.string().optional() });
export type RefusedCellsChange = z.infer<typeof cellsChange>;

const repairedSchema = z.object({
  /** Rows that were changed; rows that are not refused any more stay as they are. */
  changed: z.number().int(),
  /** Changed rows that pass the rules of the check. */
  fixed: z.number().int(),
  /** What the check says against the first one that does not pass; empty when all pass. */
  problem: z.string(),
});
export type Repaired = z.infer<typeof repairedSchema>;

const movedSchema = z.object({
  summary: jobSummarySchema,
  /** Rows that were moved. */
  changed: z.number().int(),
  /** Rows that stayed: they are not where the call expected them, because they were sent in the meantime. */
  stayed: z.number().int(),
});

const rowsChanged = [reread('job:rows'), reread('job:get'), reread('job:refusedValues')] as const;
const moved = {
  result: movedSchema,
  changes: [sameAs('job:progress', ({ summary }: z.infer<typeof movedSchema>) => summary), ...rowsChanged],
} as const;
const aChange = z.object({ jobId: id, change: z.number().int() });

export const repairChannels = {
  /** Different values of a column in refused rows, as repaired, the most frequent first. */
  'job:refusedValues': {
    args: z.object({ jobId: id, reason: z.string().optional(), column, ...page }),
    result: z.object({
      total: z.number().int(),
      values: z.array(z.object({ value: z.string(), rows: z.number().int(), problem: z.string() })),
    }),
    changes: [],
  },
  'job:repair': {
    args: z.object({
      jobId: id,
      edits: z
        .array(z.object({ row: z.number().int().min(1), column, value }))
        .min(1)
        .max(PAGE_LIMIT),
    }),
    result: repairedSchema,
    changes: rowsChanged,
  },
  /** The same correction for every refused row with the value `from` in the column. */
  'job:repairValue': {
    args: z.object({ jobId: id, reason: z.string().optional(), column, from: value, to: value }),
    result: repairedSchema,
    changes: rowsChanged,
  },
  /** Changes many cells of refused rows in one step that can be undone. Not `fillDown`: other rows lie between refused ones. */
  'job:changeCells': {
    args: z.object({ jobId: id, change: cellsChange }),
    result: repairedSchema,
    changes: rowsChanged,
  },
  /** What such a change would do. Changes nothing. */
  'job:previewCells': {
    args: z.object({ jobId: id, change: cellsChange }),
    result: cellsPreviewSchema,
    changes: [],
  },
  /** Puts refused rows into the queue again. `onlyFixed`: those whose repair passes the check; else all of `which`. */
  'job:sendAgain': { args: z.object({ jobId: id, ...which, onlyFixed: z.boolean() }), ...moved },
  /** Refused rows become rows that a person left out. */
  'job:leaveOut': { args: z.object({ jobId: id, ...which }), ...moved },
  /**
   * Takes back the last change of refused rows (`JobDetail.lastChange`), as far as its rows were not sent since. `changed` 0:
   * it is too late for all of them.
   */
  'job:undoChange': { args: aChange, ...moved },
  /** Makes the change again that was undone last (`JobDetail.nextChange`), as far as its rows are still refused. */
  'job:redoChange': { args: aChange, ...moved },
} as const satisfies AreaChannels;
