import { z } from 'zod';
import { type AreaChannels, type AreaEvents, reread } from '../cache-effects.ts';
import { callId, done, id, page, PAGE_LIMIT } from '../primitives.ts';
import { campaignChoiceSchema, campaignOriginSchema, campaignRowSchema, sharedValueSchema } from './campaign-rows.ts';
import {
  cellEditSchema,
  cellsChangeSchema,
  cellsPreviewSchema,
  checkFilterSchema,
  keepSchema,
  repairParametersSchema,
  rowChoiceSchema,
  rowLookSchema,
  rowOrderSchema,
} from './check-acts.ts';
import {
  checkRowSchema,
  checkSettingsSchema,
  checkSummarySchema,
  distinctValueSchema,
  duplicateGroupSchema,
  historyStepSchema,
  reasonIdSchema,
} from './check.ts';

/** What other steps show of the rows, where no check may have run that hears what another window changed. */
const sentRowsChanged = [reread('import:sentRow'), reread('import:ruleExamples'), reread('import:source')] as const;

/** The rows on the screen depend on edits, repairs, rows left out, and the settings of the check. */
const rowsChanged = [
  reread('check:rows'),
  reread('check:values'),
  reread('check:groups'),
  reread('check:campaignRows'),
  reread('check:history'),
  ...sentRowsChanged,
] as const;

/** The rows of the reading that a page shows; another one by then: `validation`, and nothing changes. Left out: as they are read now. */
const rowsOf = { draftId: id, readingId: z.string().optional() };

/** The channels of the check. Each call that changes something answers the new summary, so no second call is needed. */
export const checkChannels = {
  /** Checks the whole draft with its mapping. `settings` are kept with the draft; without them the kept ones apply. */
  'check:run': {
    args: z.object({ callId, draftId: id, settings: checkSettingsSchema.optional() }),
    result: checkSummarySchema,
    changes: rowsChanged,
  },
  'check:rows': {
    args: z.object({
      callId,
      draftId: id,
      reasonId: reasonIdSchema.nullable(),
      filter: checkFilterSchema,
      order: rowOrderSchema.default('file'),
      look: rowLookSchema.optional(),
      parameters: repairParametersSchema.optional(),
      ...page,
    }),
    result: z.object({ revision: z.number(), total: z.number(), rows: z.array(checkRowSchema) }),
    changes: [],
  },
  /**
   * The row of a reason, or with any problem or warning when no reason is named, that comes after or before a row. `index`:
   * its place in `check:rows` with this filter and order; `ordinal`: its place among the rows that match, from 1.
   */
  'check:next': {
    args: z.object({
      draftId: id,
      reasonId: reasonIdSchema.nullable(),
      filter: z.enum(['reason', 'problem', 'all']),
      order: rowOrderSchema.default('file'),
      look: rowLookSchema.optional(),
      row: z.number().int().min(0),
      /** The former place of the row in the list: a corrected row is no longer in it. */
      index: z.number().int().min(0).optional(),
      direction: z.enum(['next', 'previous']),
    }),
    result: z.object({ row: z.number().nullable(), index: z.number(), ordinal: z.number(), total: z.number() }),
    changes: [],
  },
  'check:values': {
    args: z.object({ draftId: id, reasonId: reasonIdSchema, parameters: repairParametersSchema.optional(), ...page }),
    result: z.object({ total: z.number(), values: z.array(distinctValueSchema) }),
    changes: [],
  },
  /** Different values of a field as they are sent, the most frequent first. Rows left out are not counted. */
  'check:fieldValues': {
    args: z.object({ callId, draftId: id, field: z.string().max(200), ...page }),
    result: z.object({
      /** Null: more values than a list of allowed values may have. */
      total: z.number().nullable(),
      values: z.array(z.object({ value: z.string(), count: z.number() })),
    }),
    changes: [],
  },
  /** What a typed value would send, before it is kept; `after`: with the repair of the reason applied. */
  'check:typed': {
    args: z.object({
      draftId: id,
      reasonId: reasonIdSchema,
      parameters: repairParametersSchema.optional(),
      edit: cellEditSchema,
    }),
    result: z.object({ now: z.string(), after: z.string().nullable() }),
    changes: [],
  },
  /** Rows that share a value, and which of them stay when the others are left out as `keep` says. */
  'check:groups': {
    args: z.object({ draftId: id, reasonId: reasonIdSchema, keep: keepSchema, ...page }),
    result: z.object({ keep: keepSchema, total: z.number(), groups: z.array(duplicateGroupSchema) }),
    changes: [],
  },
  'check:edit': {
    args: z.object({ ...rowsOf, edits: z.array(cellEditSchema).min(1).max(PAGE_LIMIT) }),
    result: checkSummarySchema,
    changes: rowsChanged,
  },
  /** Repairs every row of a reason; with `values`, replaces each of these values by a typed one. */
  'check:repair': {
    args: z.object({
      callId,
      ...rowsOf,
      reasonId: reasonIdSchema,
      parameters: repairParametersSchema.optional(),
      values: z
        .array(z.object({ from: z.string().max(100_000), to: z.string().max(100_000) }))
        .max(PAGE_LIMIT)
        .optional(),
    }),
    result: checkSummarySchema,
    changes: rowsChanged,
  },
  /** Changes many cells in one step that can be undone. */
  'check:changeCells': {
    args: z.object({ callId, ...rowsOf, change: cellsChangeSchema }),
    result: checkSummarySchema,
    changes: rowsChanged,
  },
  /** Reads the values of a column, while a person says what to do with them: then its previews do not wait for that. */
  'check:readyColumn': {
    args: z.object({ draftId: id, column: cellsChangeSchema.shape.column.unwrap() }),
    result: done,
    changes: [],
  },
  /** What such a change would do. Changes nothing. */
  'check:previewCells': {
    args: z.object({ callId, draftId: id, change: cellsChangeSchema }),
    result: cellsPreviewSchema,
    changes: [],
  },
  /** `isOut` false takes rows back. */
  'check:leaveOut': {
    args: z.object({ ...rowsOf, choice: rowChoiceSchema, isOut: z.boolean() }),
    result: checkSummarySchema,
    changes: rowsChanged,
  },
  /** A page of the rows that the campaign holds already, in the file's order. `shares` null: whatever they share. */
  'check:campaignRows': {
    args: z.object({
      callId,
      draftId: id,
      origin: campaignOriginSchema,
      shares: sharedValueSchema.nullable(),
      ...page,
    }),
    result: z.object({ revision: z.number(), total: z.number(), rows: z.array(campaignRowSchema) }),
    changes: [],
  },
  /** What becomes of rows that the campaign holds, in one step that can be undone: of a group, or of one row. */
  'check:campaignChoice': {
    args: z.object({
      ...rowsOf,
      choice: z.union([
        z.object({ origin: campaignOriginSchema, all: campaignChoiceSchema }),
        z.object({ row: z.number().int().min(1), isSent: z.boolean() }),
      ]),
    }),
    result: checkSummarySchema,
    changes: rowsChanged,
  },
  /**
   * Asks the team which rows belong to colleagues, and leaves out by default those whose lead a colleague has. Answers what is
   * found then. Fails with `network` when the team's database cannot be reached, and with `validation` for what a person has to
   * put right; then everything is as before.
   */
  'check:askTeam': { args: z.object({ callId, draftId: id }), result: checkSummarySchema, changes: rowsChanged },
  /** For a draft whose changes are damaged on the disk: renames their file and starts with the rows as they were read. */
  'check:dropChanges': { args: z.object({ draftId: id }), result: done, changes: rowsChanged },
  /** Undoes the last edit, repair or leaving out; does nothing when there is none. */
  'check:undo': { args: z.object({ draftId: id }), result: checkSummarySchema, changes: rowsChanged },
  /** Makes the step again that was undone last; does nothing when there is none. */
  'check:redo': { args: z.object({ draftId: id }), result: checkSummarySchema, changes: rowsChanged },
  /** Goes back or forward in the history, so that this step is the last that stands; 0: none does. Passes over a step that is gone. */
  'check:goTo': {
    args: z.object({ draftId: id, step: z.number().int().min(0) }),
    result: checkSummarySchema,
    changes: rowsChanged,
  },
  /** The steps of a person, the newest first, with those that were undone. */
  'check:history': {
    args: z.object({ draftId: id, ...page }),
    result: z.object({ total: z.number(), steps: z.array(historyStepSchema) }),
    changes: [],
  },
} as const satisfies AreaChannels;

export const checkEvents = {
  'check:progress': {
    payload: z.object({ callId: z.string(), rows: z.number(), rowsTotal: z.number() }),
    changes: [],
  },
  /** The findings are known anew, after a check or a change on this page or another one. */
  'check:changed': {
    payload: z.object({ draftId: z.string(), summary: checkSummarySchema }),
    changes: sentRowsChanged,
  },
} as const satisfies AreaEvents;
