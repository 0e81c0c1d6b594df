import { z } from 'zod';
import { type AreaChannels, type AreaEvents, reread } from '../cache-effects.ts';
import { callId, done, id, page, PAGE_LIMIT } from '../primitives.ts';
import {
  cellEditSchema,
  checkFilterSchema,
  checkRowSchema,
  checkSettingsSchema,
  checkSummarySchema,
  distinctValueSchema,
  duplicateGroupSchema,
  reasonIdSchema,
  repairParametersSchema,
  rowChoiceSchema,
  rowOrderSchema,
} from './check.ts';

/** What is shown of the rows depends on the edits, repairs and rows left out, and on the settings of the check. */
const rowsChanged = [
  reread('check:rows'),
  reread('check:values'),
  reread('check:groups'),
  reread('import:sentRow'),
  reread('import:source'),
] as const;

/** The check's channels; each change answers the new summary, so that nothing has to be asked again. */
export const checkChannels = {
  /** Checks the whole draft with its mapping. `settings` are kept with the draft; left out, the kept ones hold. */
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
      parameters: repairParametersSchema.optional(),
      ...page,
    }),
    result: z.object({ revision: z.number(), total: z.number(), rows: z.array(checkRowSchema) }),
    changes: [],
  },
  /**
   * The next row of a reason, or with any problem or warning when none is named, after or before a row. `index`: its place
   * in `check:rows` with this filter and order; `ordinal`: its place among the rows that were looked through, from 1.
   */
  'check:next': {
    args: z.object({
      draftId: id,
      reasonId: reasonIdSchema.nullable(),
      filter: z.enum(['reason', 'problem', 'all']),
      order: rowOrderSchema.default('file'),
      row: z.number().int().min(0),
      /** Where the row stood in the list, in case it has been corrected and is not in it any more. */
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
  /** Different values of a field as they are sent, with the rows that are not left out; the most frequent first. */
  'check:fieldValues': {
    args: z.object({ callId, draftId: id, field: z.string().max(200), ...page }),
    result: z.object({
      /** Null: more than a list of allowed values may hold. */
      total: z.number().nullable(),
      values: z.array(z.object({ value: z.string(), count: z.number() })),
    }),
    changes: [],
  },
  /** What would be sent if this were typed into a cell, before it is kept; `after`: once the reason's repair is applied. */
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
  'check:groups': {
    args: z.object({ draftId: id, reasonId: reasonIdSchema, ...page }),
    result: z.object({ total: z.number(), groups: z.array(duplicateGroupSchema) }),
    changes: [],
  },
  'check:edit': {
    args: z.object({ draftId: id, edits: z.array(cellEditSchema).min(1).max(PAGE_LIMIT) }),
    result: checkSummarySchema,
    changes: rowsChanged,
  },
  /** Repairs every row of a reason, or, with `values`, puts a typed value in place of each of these values. */
  'check:repair': {
    args: z.object({
      callId,
      draftId: id,
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
  /** `isOut` false takes rows back. */
  'check:leaveOut': {
    args: z.object({ draftId: id, choice: rowChoiceSchema, isOut: z.boolean() }),
    result: checkSummarySchema,
    changes: rowsChanged,
  },
  /** For a draft whose changes are damaged on the disk: they are set aside, and the check begins with the rows as read. */
  'check:dropChanges': { args: z.object({ draftId: id }), result: done, changes: rowsChanged },
  /** Takes back the last edit, repair or leaving out; does nothing when there is none. */
  'check:undo': { args: z.object({ draftId: id }), result: checkSummarySchema, changes: rowsChanged },
} as const satisfies AreaChannels;

export const checkEvents = {
  'check:progress': {
    payload: z.object({ callId: z.string(), rows: z.number(), rowsTotal: z.number() }),
    changes: [],
  },
} as const satisfies AreaEvents;
