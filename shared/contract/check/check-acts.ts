import { z } from 'zod';
import { PAGE_LIMIT } from '../primitives.ts';
import { reasonIdSchema } from './check.ts';

/* What a person does with the rows of a check: which they look at, and how cells and rows are changed. */

/**
 * `reason`: rows of the named reason; no rows when no reason is named. `problem`: rows with any problem, as
 * `rowsWithProblem` counts them. `repaired`: rows with an edit or a repair.
 */
export const checkFilterSchema = z.enum(['reason', 'problem', 'repaired', 'leftOut', 'all']);
export type CheckFilter = z.infer<typeof checkFilterSchema>;

/**
 * For the filter `reason`; all other filters use the order of the file. `oddest`: values of the rarest form first, grouped
 * by form, equal values together. Of duplicates the rows of a group stand side by side.
 */
export const rowOrderSchema = z.enum(['file', 'oddest']);
export type RowOrder = z.infer<typeof rowOrderSchema>;

/** Narrows and orders the rows of any filter; without `sort` they keep its order. */
export const rowLookSchema = z.object({
  /** Rows with this text in one of their cells, in small letters or large; empty: all rows. */
  find: z.string().max(200),
  /** By the values of a column, numbers by their size, empty cells last. An edit moves no row; a repair of many does. */
  sort: z.object({ column: z.number().int().min(0).max(16_384), direction: z.enum(['asc', 'desc']) }).nullable(),
  /** Only rows whose lead this computer of the team has; `name` as in `team.computers` of the summary. Missing: all rows. */
  colleague: z.object({ name: z.string().nullable() }).optional(),
});
export type RowLook = z.infer<typeof rowLookSchema>;

export const repairParametersSchema = z.object({ areaCode: z.string().trim().max(10).optional() });
export type RepairParameters = z.infer<typeof repairParametersSchema>;

export const cellEditSchema = z.object({
  row: z.number().int().min(1),
  column: z.number().int().min(0).max(16_384),
  value: z.string().max(100_000),
});

/** What a change of many cells does with each value. */
export const cellActSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('replace'),
    find: z.string().min(1).max(1000),
    to: z.string().max(1000),
    /** Where in the value the text stands; `whole`: it is the value, but for blanks around it. */
    place: z.enum(['anywhere', 'whole', 'start', 'end']),
    /** False: large and small letters are the same. */
    isExact: z.boolean(),
  }),
  /** Keeps digits, and a plus before the first of them. A value without digits stays. */
  z.object({ kind: z.literal('digits') }),
  /** Keeps what stands before the first such text, or after it. A value without it stays. */
  z.object({ kind: z.literal('split'), at: z.string().min(1).max(100), keep: z.enum(['before', 'after']) }),
  z.object({ kind: z.literal('case'), to: z.enum(['upper', 'lower', 'title']) }),
  z.object({ kind: z.literal('empty') }),
  /** Puts the nearest value above, in the file, into an empty cell. */
  z.object({ kind: z.literal('fillDown') }),
]);
export type CellAct = z.infer<typeof cellActSchema>;

/** A change of many cells: in which column, and in which rows of the list that is shown. */
export const cellsChangeSchema = z.object({
  act: cellActSchema,
  /** Null: every column that is sent. */
  column: z.number().int().min(0).max(16_384).nullable(),
  reasonId: reasonIdSchema.nullable(),
  filter: checkFilterSchema,
  look: rowLookSchema.optional(),
});
export type CellsChange = z.infer<typeof cellsChangeSchema>;

/** What a change of many cells would do. */
export const cellsPreviewSchema = z.object({
  rows: z.number(),
  cells: z.number(),
  /** The first of them. `line`: in the file. */
  examples: z.array(z.object({ line: z.number(), column: z.number(), before: z.string(), after: z.string() })),
});
export type CellsPreview = z.infer<typeof cellsPreviewSchema>;

/** Which row of each group of duplicates stays. */
export const keepSchema = z.enum(['first', 'last']);

/** Rows to leave out or to take back: by number, or all of a reason. */
export const rowChoiceSchema = z.union([
  z.object({ rows: z.array(z.number().int().min(1)).min(1).max(PAGE_LIMIT) }),
  z.object({
    reasonId: reasonIdSchema,
    /** For duplicates: one row of each group stays. */
    keep: keepSchema.nullable().default(null),
    /** For rows that are taken back: those alone that a step after this one left out. */
    since: z.number().int().min(0).optional(),
  }),
]);
