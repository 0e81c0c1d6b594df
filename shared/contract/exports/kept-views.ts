import { z } from 'zod';
import { groupingSchema, measureSchema } from './questions.ts';
import { inTeam, sharing } from './sharing.ts';
import { columnFilterSchema, FILTER_LIMIT, SEARCH_LENGTH_LIMIT, SORT_LIMIT } from './views.ts';

/** Columns of a kept view. A result with more keeps the look of the first ones. */
export const KEPT_COLUMN_LIMIT = 2000;
/** Saved views of an account. */
export const SAVED_VIEW_LIMIT = 200;

const path = z.string().max(2000);

/** How a column looks, where a person has changed it; null: as the program shows it. */
export const columnLookSchema = z.object({
  path,
  shown: z.boolean().nullable(),
  /** Pixels. */
  width: z.number().int().min(20).max(4000).nullable(),
  /** At the left edge, where it does not scroll. */
  pinned: z.boolean(),
});
export type ColumnLook = z.infer<typeof columnLookSchema>;

const groupKeySchema = z.object({ path, by: groupingSchema });

/** A question, with columns by their paths. */
export const keptQuestionSchema = z.object({
  groups: z.array(groupKeySchema).min(1).max(2),
  across: groupKeySchema.nullable(),
  measure: z.object({ kind: measureSchema.shape.kind, path }).nullable(),
});
export type KeptQuestion = z.infer<typeof keptQuestionSchema>;

/** A view as it is kept. Columns go by their paths, because their positions differ from result to result. */
export const keptViewSchema = z.object({
  /** In the order of the grid. Columns that are not named follow. */
  columns: z.array(columnLookSchema).max(KEPT_COLUMN_LIMIT),
  sort: z.array(z.object({ path, direction: z.enum(['asc', 'desc']) })).max(SORT_LIMIT),
  /** `column` inside a filter is the position in the result it was made for, and means nothing in another. */
  filters: z.array(z.object({ path, filter: columnFilterSchema })).max(FILTER_LIMIT),
  /** The text whose hits are marked; empty: none. */
  find: z.string().max(SEARCH_LENGTH_LIMIT),
  /** Only rows with hits are shown. */
  onlyHits: z.boolean(),
  /** What is counted over the rows; null: nothing. */
  question: keptQuestionSchema.nullable().default(null),
});
export type KeptView = z.infer<typeof keptViewSchema>;

/** Names that differ only in case are the same name. */
export const viewNameSchema = z.string().trim().min(1).max(100);

const savedViewSchema = z.object({
  name: viewNameSchema,
  view: keptViewSchema,
  /** Unix milliseconds. */
  savedAt: z.number(),
  /** What was saved cannot be read any more: `view` is empty, and it can only be deleted or replaced. */
  isDamaged: z.boolean().optional(),
  ...sharing,
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** By name. */
export const savedViewsSchema = z.object({ views: z.array(savedViewSchema), ...inTeam });
export type SavedViews = z.infer<typeof savedViewsSchema>;

/**
 * How the result was left. A result that was never left begins with the columns that were left last in a result of the
 * same projects or saved search, without their filters, order and search: those belong to the other result. Null: there is none.
 */
export const leftViewSchema = z.object({ view: keptViewSchema.nullable() });
export type LeftView = z.infer<typeof leftViewSchema>;
