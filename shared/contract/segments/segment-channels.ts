import { z } from 'zod';
import { type AreaChannels, type AreaEvents, forget, put, reread, sameAs, update } from '../cache-effects.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { done, id, nothing, page } from '../primitives.ts';
import { type ChangeSnapshot, newest, withSnapshot } from '../snapshots.ts';
import {
  leadIdColumnsSchema,
  leadIdSourceSchema,
  leadNameSchema,
  NAMED_LEADS,
  type SegmentChange,
  segmentChangeKindSchema,
  segmentChangeSchema,
  segmentLeadPageSchema,
  segmentLeadStateSchema,
} from './segment-changes.ts';
import { type SegmentList, segmentListSchema } from './segments.ts';

export interface SegmentChangeList {
  changes: SegmentChange[];
}

const removedSchema = z.object({ accountId: z.string(), changeId: id });

const whenChangeIsGone = [
  reread('segment:changes'),
  reread('segment:members'),
  forget('segment:change'),
  forget('segment:leads'),
] as const;

/** The list with what a change read of its segment at its end, unless the list is newer. */
function withCount({ segmentId, after }: SegmentChange, list: SegmentList): SegmentList {
  if (after === null || after.readAt < list.readAt) return list;
  const segments = list.segments.map((segment) =>
    segment.uniqueId === segmentId ? { ...segment, goalCurrentValue: after.count } : segment,
  );
  return { ...list, segments };
}

/** A change that undoes another one has undone it as soon as it begins: no second undo is offered there. */
function withUndone({ id: undo, undoes }: SegmentChange, changes: readonly SegmentChange[]): SegmentChange[] {
  return changes.map((known) => (known.id === undoes ? { ...known, undoneBy: undo } : known));
}

const change = {
  args: z.object({ changeId: id }),
  result: segmentChangeSchema,
  changes: [sameAs('segment:progress')],
} as const;

export const segmentChannels = {
  /** `refresh` true asks the service. Otherwise the last list is answered, or the service is asked when there is none. */
  'segment:list': {
    args: z.object({ refresh: z.boolean() }),
    result: segmentListSchema,
    changes: [put('segment:list', (_list: SegmentList) => ({ refresh: false }))],
  },
  /** The columns of a chosen file, for the source `file`. */
  'segment:fileColumns': { args: z.object({ token: fileTokenSchema }), result: leadIdColumnsSchema, changes: [] },
  /** Cleans the ids and shows what they would do. Nothing is kept or sent before `segment:start`. */
  'segment:prepare': {
    args: z.object({
      segmentId: z.string().min(1).max(1000),
      kind: segmentChangeKindSchema,
      source: leadIdSourceSchema,
      /** Leaves out the leads that an earlier change of this computer put into the segment. */
      leaveOutEarlier: z.boolean(),
    }),
    result: segmentChangeSchema,
    changes: [sameAs('segment:progress')],
  },
  /** Prepares the change that takes another one back: exactly the leads that the service said yes to. */
  'segment:prepareUndo': change,
  /**
   * The change that was begun last with exactly the leads of a prepared one, when batches are left in it: their answers did
   * not come, or they were not sent. Null: there is none.
   */
  'segment:leftOpen': {
    args: z.object({ changeId: id }),
    result: z.object({ change: segmentChangeSchema.nullable() }),
    changes: [],
  },
  'segment:start': change,
  /** Sends every batch once more whose answer did not come, and those that were not sent. */
  'segment:repair': change,
  /** Answers when the batch on its way has its answer, whichever program sends it. */
  'segment:pause': change,
  /** Gives up the batches that were not sent. Answers when the batch on its way has its answer, whichever program sends it. */
  'segment:stop': change,
  /** What a person says of a batch whose answer did not come. `again` sends it once more and `left` asks no more, also of one that was refused. */
  'segment:resolve': {
    args: z.object({
      changeId: id,
      batch: z.number().int().min(1),
      as: z.enum(['again', 'halves', 'singly', 'arrived', 'left']),
    }),
    result: segmentChangeSchema,
    changes: [sameAs('segment:progress')],
  },
  /** Changes of this computer, the newest first; without those that were only prepared. */
  'segment:changes': {
    args: nothing,
    result: z.object({ changes: z.array(segmentChangeSchema) }),
    changes: [],
    snapshots: ({ changes }: SegmentChangeList, replace: ChangeSnapshot) => ({ changes: changes.map(replace) }),
  },
  'segment:change': {
    args: z.object({ changeId: id }),
    result: segmentChangeSchema,
    changes: [],
    snapshots: (summary: SegmentChange, replace: ChangeSnapshot) => replace(summary),
  },
  /** The leads of a change in their order. `search`: a part of an id. */
  'segment:leads': {
    args: z.object({ changeId: id, state: segmentLeadStateSchema.nullable(), search: z.string().max(200), ...page }),
    result: segmentLeadPageSchema,
    changes: [],
  },
  /** Names of leads, where a result or an import on this computer has them; a lead without one is left out. */
  'segment:leadNames': {
    args: z.object({ leadIds: z.array(id).max(NAMED_LEADS) }),
    result: z.object({ names: z.array(leadNameSchema) }),
    changes: [],
  },
  /**
   * Leads that changes of this computer put into a segment and did not take out again, in their order. Others may be in it: the
   * service lists none. `search`: a part of an id.
   */
  'segment:members': {
    args: z.object({ segmentId: z.string().min(1).max(1000), search: z.string().max(200), ...page }),
    result: z.object({ total: z.number().int(), leadIds: z.array(z.string()) }),
    changes: [],
  },
  'segment:saveResult': {
    args: z.object({ changeId: id, token: fileTokenSchema }),
    result: savedFileSchema,
    changes: [],
  },
  /** Removes a change that does not run, and forgets what it knows about the segment. */
  'segment:removeChange': {
    args: z.object({ changeId: id }),
    result: done,
    changes: [...whenChangeIsGone],
  },
} as const satisfies AreaChannels;

export const segmentEvents = {
  'segment:progress': {
    payload: segmentChangeSchema,
    accountId: (summary: SegmentChange) => summary.accountId,
    changes: [
      update(
        'segment:changes',
        (_summary: SegmentChange) => ({}),
        (summary, { changes }: SegmentChangeList) => ({
          changes: summary.state === 'prepared' ? changes : withUndone(summary, withSnapshot(changes, summary)),
        }),
      ),
      update(
        'segment:change',
        (summary: SegmentChange) => ({ changeId: summary.id }),
        (summary, known: SegmentChange) => newest(known, summary),
      ),
      update(
        'segment:change',
        (summary: SegmentChange) => ({ changeId: summary.undoes ?? summary.id }),
        (summary, known: SegmentChange) =>
          summary.undoes === null || summary.state === 'prepared' ? known : { ...known, undoneBy: summary.id },
      ),
      update('segment:list', (_summary: SegmentChange) => ({ refresh: false }), withCount),
      // Ids move from column to column while batches are answered, and into the segment.
      reread('segment:leads'),
      reread('segment:members'),
    ],
  },
  /** The changes of the account that this program itself works on now: they pause when it quits. */
  'segment:working': { payload: z.object({ accountId: z.string(), running: z.number() }), changes: [] },
  /** The change was removed, on this page or on another one of this program. */
  'segment:removed': {
    payload: removedSchema,
    accountId: ({ accountId }: z.infer<typeof removedSchema>) => accountId,
    changes: [...whenChangeIsGone],
  },
} as const satisfies AreaEvents;
