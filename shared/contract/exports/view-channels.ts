import { z } from 'zod';
import type { AreaChannels, AreaEvents } from '../cache-effects.ts';
import { callId, id, page } from '../primitives.ts';
import { questionAnswerSchema, questionSchema } from './questions.ts';
import {
  choiceSchema,
  columnProfileSchema,
  columnValuesSchema,
  hitCountSchema,
  SEARCH_LENGTH_LIMIT,
  searchHitSchema,
  selectionSchema,
  viewFields,
  viewPageSchema,
} from './views.ts';

const view = { callId, exportId: id, ...viewFields };
const column = z.number().int().min(0).max(16_383);
/** What is looked for, and in which columns; null: in all. */
const find = {
  find: z.string().min(1).max(SEARCH_LENGTH_LIMIT),
  columns: z.array(column).max(1000).nullable(),
};

/** Every call with a `callId` can be cancelled. Errors: `notFound` for a result or a selection that is gone. */
export const viewChannels = {
  'export:rows': {
    args: z.object({
      ...view,
      ...page,
      /** A selection whose rows are marked in the answer. */
      marks: id.nullable().default(null),
    }),
    result: viewPageSchema,
    changes: [],
  },
  /** One hit of a search: answered as soon as it is known, while later ones are still counted. Marks, does not filter. */
  'export:hit': {
    args: z.object({
      ...view,
      ...find,
      wanted: z.discriminatedUnion('by', [
        z.object({ by: z.literal('ordinal'), ordinal: z.number().int().min(0) }),
        /** The first hit in this row of the view or after it; without one, the first of all. */
        z.object({ by: z.literal('position'), position: z.number().int().min(0) }),
      ]),
    }),
    /** `hit` is null when there is no such hit; then all rows were searched. */
    result: z.object({ hit: searchHitSchema.nullable(), counted: hitCountSchema, isWhole: z.boolean() }),
    changes: [],
  },
  /** Counts all hits; meanwhile `export:hitsCounted` says how many there are so far. */
  'export:countHits': { args: z.object({ ...view, ...find }), result: hitCountSchema, changes: [] },
  /** The values of a column with their counts, most rows first, under all filters of the view but those of this column. */
  'export:values': {
    args: z.object({
      ...view,
      ...page,
      column,
      /** Only values that contain this text. */
      find: z.string().max(SEARCH_LENGTH_LIMIT).default(''),
    }),
    result: columnValuesSchema,
    changes: [],
  },
  /** Profile of the rows of the view. `estimate` answers fast from the first rows; `exact` looks at all. */
  'export:profile': {
    args: z.object({ ...view, column, accuracy: z.enum(['estimate', 'exact']) }),
    result: columnProfileSchema,
    changes: [],
  },
  /** Counts the rows of the view by the values of columns. */
  'export:question': {
    args: z.object({ ...view, question: questionSchema }),
    result: questionAnswerSchema,
    changes: [],
  },
  /** Adds to a selection or takes out of it; `from` null begins a new one. The old selection stays as it was. */
  'export:choose': {
    args: z.object({ ...view, from: id.nullable(), does: z.enum(['add', 'remove']), choice: choiceSchema }),
    result: selectionSchema,
    changes: [],
  },
} as const satisfies AreaChannels;

export const viewEvents = {
  /** A count that goes on: the `callId` of `export:countHits`. */
  'export:hitsCounted': { payload: hitCountSchema.extend({ callId: z.string() }), changes: [] },
} as const satisfies AreaEvents;
